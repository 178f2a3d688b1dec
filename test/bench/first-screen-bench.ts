import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyBuild } from '@agency/test-kit/nginx/build-copy'
import { makeCertificate } from '@agency/test-kit/nginx/certificate'
import { startFileServer, startWebServer } from '@agency/test-kit/nginx/web-server'
import type { Browser, Locator, Page } from 'playwright'
import { buildParts } from '../../scripts/build.ts'
import { frontEnds, type Part } from '../../scripts/parts.ts'
import { startProduct } from '../../scripts/product.ts'
import { launch } from './browser.ts'
import { Meter, type Traffic } from './meter.ts'
import { median, showTable } from './table.ts'

const hosts = { staff: 'staff.agency.example', clients: 'clients.agency.example' }
const rounds = 5

interface Screen {
  readonly name: string
  readonly host: string
  readonly path: string
  readonly heading: string
  /** What only the app shows. */
  readonly whole: (page: Page) => Locator
}

const screens: readonly Screen[] = [
  {
    name: 'portal: passcode',
    host: hosts.clients,
    path: '/session/ABCDEFGHJKMN',
    heading: 'Enter Your Passcode',
    whole: (page) => page.getByText('ABCD-EFGH-JKMN'),
  },
  {
    name: 'back office: login',
    host: hosts.staff,
    path: '/admin/login',
    heading: 'Staff login',
    whole: (page) => page.getByRole('button', { name: 'Login', exact: true }),
  },
]

/** How soon after the visit began, in milliseconds. */
interface Visit extends Traffic {
  shown: number
  /** The app has taken over. */
  whole: number
}

/** Opens a screen as somebody who has never been there. */
async function visit(browser: Browser, url: string, { heading, whole: wholeOf }: Screen): Promise<Visit> {
  const viewport = { width: 375, height: 740 }
  const context = await browser.newContext({ viewport, isMobile: true, hasTouch: true, ignoreHTTPSErrors: true })
  const page = await context.newPage()
  const meter = await Meter.watch(page)
  const started = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await page.getByRole('heading', { name: heading }).waitFor()
  const shown = performance.now() - started
  await wholeOf(page).waitFor()
  const whole = performance.now() - started
  await meter.untilQuiet()
  await context.close()
  return { ...meter.take(), shown, whole }
}

/** The product behind nginx with TLS: file servers, both services, the router. */
class HostedProduct {
  readonly #directory = mkdtempSync(join(tmpdir(), 'first-screen-'))
  readonly #stops: (() => Promise<void>)[] = []

  /** @returns the router's port */
  async start(): Promise<number> {
    const ports = new Map<Part, number>()
    for (const part of frontEnds) ports.set(part, await this.#startFiles(part))
    return this.#startRouter(ports)
  }

  async #startFiles(part: Part): Promise<number> {
    const directory = join(this.#directory, part)
    copyBuild(part, join(directory, 'build'))
    const server = await startFileServer(directory, join(directory, 'build'))
    this.#stops.push(() => server.stop())
    return server.port
  }

  async #startRouter(ports: Map<Part, number>): Promise<number> {
    const directory = join(this.#directory, 'router')
    const address = (part: Part) => `127.0.0.1:${ports.get(part)}`
    const product = await startProduct({
      dataDirectory: join(directory, 'data'),
      port: 0,
      publicUrl: `https://${hosts.clients}`,
      environment: {
        SERVE_APPS: 'false',
        ADMIN_APP_URL: `http://${address('admin-app')}`,
        PORTAL_APP_URL: `http://${address('portal-app')}`,
        CLIENT_HOSTS: hosts.clients,
        TRUSTED_PROXIES: '127.0.0.1',
        LOG_LEVEL: 'fatal',
      },
    })
    this.#stops.push(() => product.stop())
    const { certificate, key } = makeCertificate(join(directory, 'tls'), Object.values(hosts))
    const server = await startWebServer({
      directory,
      template: 'templates/router.conf.template',
      settings: {
        STAFF_HOSTS: hosts.staff,
        CLIENT_HOSTS: hosts.clients,
        AGENCY_WEBSITE: 'https://www.agency.example',
        BFF_ADDRESSES: new URL(product.bffUrl).host,
        ADMIN_APP_ADDRESSES: address('admin-app'),
        PORTAL_APP_ADDRESSES: address('portal-app'),
        SHARED_UI_ADDRESSES: address('shared-ui'),
        TLS_CERTIFICATE: certificate,
        TLS_CERTIFICATE_KEY: key,
      },
    })
    this.#stops.push(() => server.stop())
    return server.tlsPort
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops.toReversed()) await stop()
    rmSync(this.#directory, { recursive: true })
  }
}

/** The first screens through nginx with TLS and HTTP/2 on a slow phone. */
export async function benchFirstScreen(): Promise<void> {
  buildParts()
  const product = new HostedProduct()
  const browser = await launch(Object.values(hosts))
  try {
    const port = await product.start()
    const rows: (string | number)[][] = []
    for (const screen of screens) {
      const url = `https://${screen.host}:${port}${screen.path}`
      // Warms up.
      await visit(browser, url, screen)
      const visits: Visit[] = []
      while (visits.length < rounds) visits.push(await visit(browser, url, screen))
      rows.push([screen.name, ...figuresOf(visits)])
    }
    const columns = ['first screen', 'requests', 'script kB', 'all kB', 'trips', 'ms until it shows', 'ms until whole']
    showTable('Through nginx, TLS and HTTP/2, on a slow phone, empty cache', columns, rows)
  } finally {
    await browser.close()
    await product.stop()
  }
}

function figuresOf(visits: Visit[]): (string | number)[] {
  const middle = (of: (visit: Visit) => number) => median(visits.map(of))
  return [
    middle(({ requests }) => requests),
    (middle(({ scripts }) => scripts) / 1000).toFixed(1),
    (middle(({ all }) => all) / 1000).toFixed(1),
    middle(({ trips }) => trips),
    middle(({ shown }) => shown).toFixed(0),
    middle(({ whole }) => whole).toFixed(0),
  ]
}
