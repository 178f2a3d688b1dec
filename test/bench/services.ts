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
import { createSigner } from 'fast-jwt'
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
      DATABASE_URL: target.url,
      MASTER_KEY: masterKey.toString('base64'),
      ADMIN_PASSWORD: password,
    })
  }

  startBff(coreUrl: string): Promise<Measured> {
    buildParts({ parts: ['bff'] })
    return this.#start('bff', { CORE_URL: coreUrl, COOKIE_SECURE: 'false', TRUSTED_PROXIES: '127.0.0.1' })
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

  async startFloor(): Promise<Measured> {
    return this.#fork('floor-server.ts', { FLOOR_URL: this.#dataset.target.url })
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

  async stop(): Promise<void> {
    for (const stop of this.#stops.toReversed()) await stop()
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
