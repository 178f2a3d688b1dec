import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LoginAnswer } from '@agency/contract/admins'
import { ClientRecord } from '@agency/contract/clients'
import { Session } from '@agency/contract/sessions'
import { makeCertificate } from '@agency/test-kit/nginx/certificate'
import type { WebServer } from '@agency/test-kit/nginx/web-server'
import { type Browser, chromium, type Page } from 'playwright'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { secretFiles } from '../../core-api/src/cli/local-secrets.ts'
import { findChromium } from '../../scripts/find-chromium.ts'
import { freePort, startService, stopService } from '../../scripts/product.ts'
import { password, username } from './kit/deployment.ts'
import { apiHost, clientHost, otherHosts, staffHost, uiHost } from './kit/hosts.ts'
import { startRouterTo } from './kit/own-router.ts'
import { jsonOf, Visitor } from './kit/visitor.ts'

const { coreUrl, dataDirectory, files, routerPort } = inject('deployment')
const hosts = [staffHost, clientHost, apiHost, uiHost]
const passcode = 'a passcode of this test'

const ends: (() => unknown)[] = []
let router: WebServer
let browser: Browser
const originOf = (host: string) => `https://${host}:${router.tlsPort}`

/** A router with TLS in front of a bff whose pages name hosts of their own for the API and shared-ui. */
beforeAll(async () => {
  const directory = mkdtempSync(join(tmpdir(), 'own-hosts-'))
  ends.push(() => rmSync(directory, { recursive: true }))
  const bffPort = await freePort()
  const addressOf = (part: keyof typeof files) => `127.0.0.1:${files[part].port}`
  const { certificate, key } = makeCertificate(join(directory, 'tls'), hosts)
  router = await startRouterTo(`127.0.0.1:${bffPort}`, {
    ...otherHosts,
    ADMIN_APP_ADDRESSES: addressOf('admin-app'),
    PORTAL_APP_ADDRESSES: addressOf('portal-app'),
    SHARED_UI_ADDRESSES: addressOf('shared-ui'),
    TLS_CERTIFICATE: certificate,
    TLS_CERTIFICATE_KEY: key,
  })
  ends.push(() => router.stop())
  const bff = await startService(
    'bff',
    { dataDirectory },
    {
      ...secretFiles(dataDirectory),
      PORT: String(bffPort),
      CORE_URL: coreUrl,
      CLIENT_HOSTS: clientHost,
      TRUSTED_PROXIES: '127.0.0.1',
      DRAIN_SECONDS: '0',
      LOG_LEVEL: 'warn',
      PUBLIC_URL: originOf(clientHost),
      STAFF_ORIGINS: originOf(staffHost),
      API_ORIGIN: originOf(apiHost),
      UI_ORIGIN: originOf(uiHost),
      ADMIN_APP_URL: `http://${addressOf('admin-app')}`,
      PORTAL_APP_URL: `http://${addressOf('portal-app')}`,
    },
  )
  ends.push(() => stopService(bff))
  const executablePath = findChromium()
  const mapped = hosts.map((host) => `MAP ${host} 127.0.0.1`).join()
  browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', `--host-resolver-rules=${mapped}`],
  })
  ends.push(() => browser.close())
}, 60_000)
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

/** A page that keeps what it was refused, and which hosts it asked for what. */
async function openPage(): Promise<{ page: Page; problems: string[]; asked: Set<string> }> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  const page = await context.newPage()
  const problems: string[] = []
  const asked = new Set<string>()
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', ({ message }) => problems.push(message))
  page.on('request', (request) => {
    const { hostname, pathname } = new URL(request.url())
    asked.add(`${hostname} ${pathname.startsWith('/assets/') ? '/assets/' : pathname.split('/').slice(0, 3).join('/')}`)
  })
  return { page, problems, asked }
}

async function startSession(): Promise<string> {
  const staff = new Visitor(routerPort, staffHost, '/admin/_api')
  const login = Value.Parse(LoginAnswer, jsonOf(await staff.call('POST', '/admin/login', { username, password })))
  staff.token = login.token ?? ''
  const names = { client_first_name: 'Inês', client_last_name: 'Gonçalves' }
  const client = Value.Parse(ClientRecord, jsonOf(await staff.call('POST', '/clients', names)))
  const start = { client_id: client.id, session_type: 'onboarding', passcode }
  return Value.Parse(Session, jsonOf(await staff.call('POST', '/session', start))).session_code
}

test('[FE-01] [FE-04] given hosts of their own for the API and shared-ui, when staff log in, then both are used, and the page is refused nothing @full', async () => {
  const { page, problems, asked } = await openPage()
  await page.goto(`${originOf(staffHost)}/admin/login`)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  // The first login asks its owner to set the account up.
  await page.getByRole('dialog').getByRole('button', { name: 'Later' }).click()
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await page.getByRole('button', { name: '+ client' }).click()
  await page.getByRole('dialog').waitFor()
  expect(problems).toEqual([])
  expect([...asked]).toEqual(
    expect.arrayContaining([`${apiHost} /admin/_api`, `${uiHost} /remoteEntry.js`, `${uiHost} /assets/`]),
  )
  expect([...asked].filter((one) => one.startsWith(`${staffHost} /admin/_`))).toEqual([])
})

test('[FE-05] given the same, when a client opens a session, then the cookie is the API host’s alone, and the page is refused nothing @full', async () => {
  const code = await startSession()
  const { page, problems, asked } = await openPage()
  await page.goto(`${originOf(clientHost)}/session/${code}`)
  await page.getByRole('textbox', { name: 'Passcode' }).fill(passcode)
  await page.getByRole('button', { name: 'Access My Session' }).click()
  await page.getByText('Inês Gonçalves').first().waitFor()
  expect(problems).toEqual([])
  expect([...asked].filter((one) => one.startsWith(`${clientHost} /session/_`))).toEqual([])
  const own = { domain: apiHost, httpOnly: true, secure: true, sameSite: 'Strict' }
  expect(await page.context().cookies()).toMatchObject([
    { ...own, name: '__Host-session' },
    { ...own, name: '__Host-device' },
  ])
})
