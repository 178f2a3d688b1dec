import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CoreLoginAnswer, LoginAnswer } from '@agency/contract/admins'
import {
  type PrincipalStatement,
  principalAudience,
  principalHeader,
  principalIssuer,
} from '@agency/contract/principal'
import { startWebServer } from '@agency/test-kit/nginx/web-server'
import { createSigner } from 'fast-jwt'
import type { Page } from 'playwright'
import { Value } from 'typebox/value'
import { buildParts } from '../../scripts/build.ts'
import { startService, stopService } from '../../scripts/product.ts'
import { type Dataset, masterKey } from './dataset.ts'

/** One of the processes that are measured. */
export interface Measured {
  url: string
  pid: number
}

const secrets = {
  PRINCIPAL_SECRET: 'a secret of the bench and of nothing else',
  JWT_SECRET: Buffer.alloc(32, 'jwt').toString('base64'),
  COOKIE_SECRET: Buffer.alloc(32, 'cookie').toString('base64'),
}
export const password = 'a password of the bench'
const sign = createSigner({
  key: secrets.PRINCIPAL_SECRET,
  algorithm: 'HS256',
  iss: principalIssuer,
  aud: principalAudience,
  expiresIn: 3_600_000,
})
/** The headers of a call of this principal, as the bff states it. */
export const stated = (as: PrincipalStatement) => ({ [principalHeader]: sign({ ...as }) })

/** Starts what a bench measures, and ends all of it. */
export class Services {
  readonly #directory = mkdtempSync(join(tmpdir(), 'bench-'))
  readonly #dataset: Dataset
  readonly #stops: (() => Promise<void>)[] = []

  constructor(dataset: Dataset) {
    this.#dataset = dataset
  }

  /** core-api as in production; it writes its log into a file. */
  async startCore(): Promise<Measured> {
    const { target } = this.#dataset
    return this.#start('core-api', {
      ...('url' in target ? { DATABASE_URL: target.url } : { DATA_DIR: join(target.directory, '..') }),
      MASTER_KEY: masterKey.toString('base64'),
      ADMIN_PASSWORD: password,
    })
  }

  /** @param settings such as `SERVE_APPS`, for the pages too */
  startBff(coreUrl: string, settings: Record<string, string> = {}): Promise<Measured> {
    buildParts({ parts: ['bff'] })
    const usual = { CORE_URL: coreUrl, COOKIE_SECURE: 'false', TRUSTED_PROXIES: '127.0.0.1' }
    return this.#start('bff', { ...usual, ...settings })
  }

  async #start(name: 'core-api' | 'bff', settings: Record<string, string>): Promise<Measured> {
    // All load comes from one member of staff, too.
    const unlimited = { RECORD_READS_ALERT: '0', RECORD_READS_LIMIT: '0' }
    const place = { DATA_DIR: this.#directory, HOST: '127.0.0.1', PORT: '0', DRAIN_SECONDS: '0' }
    const all = { ...place, ...unlimited, ...secrets, ...settings }
    const service = await startService(name, { dataDirectory: this.#directory }, all)
    this.#stops.push(() => stopService(service))
    return { url: service.address, pid: service.process.pid ?? 0 }
  }

  /** nginx with the product's own configuration; the apps are not there. */
  async startNginx(...bffUrls: string[]): Promise<Measured> {
    const nowhere = '127.0.0.1:1'
    const server = await startWebServer({
      directory: mkdtempSync(join(this.#directory, 'nginx-')),
      template: 'templates/router.conf.template',
      settings: {
        BFF_ADDRESSES: bffUrls.map((url) => new URL(url).host).join(),
        ADMIN_APP_ADDRESSES: nowhere,
        PORTAL_APP_ADDRESSES: nowhere,
        SHARED_UI_ADDRESSES: nowhere,
        CLIENT_HOSTS: 'clients.example',
        // All load comes from one address.
        REQUESTS_PER_SECOND: '1000000',
        REQUEST_BURST: '1000000',
        AGENCY_WEBSITE: 'https://www.example.com',
      },
    })
    this.#stops.push(() => server.stop())
    return { url: `http://127.0.0.1:${server.port}`, pid: server.pid }
  }

  async startFloor(): Promise<Measured> {
    const { target } = this.#dataset
    const environment = 'url' in target ? { FLOOR_URL: target.url } : { FLOOR_DIRECTORY: target.directory }
    return this.#fork('floor-server.ts', environment)
  }

  /** A proxy that does the least that the bff has to do. */
  startProxyFloor(coreUrl: string): Promise<Measured> {
    return this.#fork('proxy-floor.ts', { ...secrets, CORE_URL: coreUrl })
  }

  async #fork(name: string, environment: NodeJS.ProcessEnv): Promise<Measured> {
    const log = openSync(join(this.#directory, `${name}.log`), 'a')
    const options = {
      env: { ...process.env, ...environment },
      stdio: ['ignore', log, 'inherit', 'ipc'],
    } satisfies ForkOptions
    const child = fork(join(import.meta.dirname, name), options)
    this.#stops.push(() => endOf(child))
    const [{ address }] = await once(child, 'message')
    return { url: address, pid: child.pid ?? 0 }
  }

  /** Ends what was started last. */
  async stopLast(): Promise<void> {
    await this.#stops.pop()?.()
  }

  async stop(): Promise<void> {
    while (this.#stops.length > 0) await this.stopLast()
    rmSync(this.#directory, { recursive: true })
  }
}

async function endOf(child: ChildProcess) {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** Logs staff in at the core itself. @returns the headers of a call that it makes */
export async function logInAtCore(coreUrl: string): Promise<Record<string, string>> {
  const answer = await fetch(`${coreUrl}/admin/login`, {
    method: 'POST',
    headers: { ...stated({ kind: 'nobody', address: '127.0.0.1' }), 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  })
  const { admin_session } = Value.Parse(CoreLoginAnswer, await answer.json())
  if (!admin_session) throw new Error('The bench could not log in')
  return stated({ kind: 'admin', id: admin_session.id, address: '127.0.0.1' })
}

/** The same through the bff. */
export async function logInAtBff(bffUrl: string): Promise<Record<string, string>> {
  const answer = await fetch(`${bffUrl}/admin/_api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  })
  const { token } = Value.Parse(LoginAnswer, await answer.json())
  return { authorization: `Bearer ${token}` }
}

/** Logs staff in on a page, as a person does. */
export async function logInOnPage(page: Page, bffUrl: string): Promise<void> {
  await page.goto(`${bffUrl}/admin/login`)
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  const later = page.getByRole('button', { name: 'Later' })
  const dashboard = page.getByRole('heading', { name: 'Admin Dashboard' })
  await later.or(dashboard).first().waitFor()
  // Without demo data, the first login asks its owner to set the account up.
  if (await later.isVisible()) await later.click()
  await dashboard.waitFor()
}
