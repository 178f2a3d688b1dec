import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describedAnswers } from '@agency/test-kit/api/described-answers'
import { onTestFinished } from 'vitest'
import { startProduct } from '../../scripts/product.ts'

export const password = `a password of ${randomBytes(6).toString('hex')}`

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is. */
  raw?: BodyInit
}

/** Both services, as a laptop runs them, with data of their own. */
export interface Services {
  bffUrl: string
  coreUrl: string
  dataDirectory: string
  /** Asks under the base path that the admin app uses. Here and below an answer that is not described is an error. */
  asStaff(path: string, call?: Call): Promise<Response>
  /** Asks under the base path that the portal uses, from a page of its own origin. */
  asClient(path: string, call?: Call): Promise<Response>
  /** Asks for what is not under a base path, such as `/healthz`. */
  ask(path: string, call?: Call): Promise<Response>
  /** Logs the first admin in. @returns the header that says so */
  logIn(): Promise<{ authorization: string }>
  stop(): Promise<void>
}

/** The description of the API as it is committed. */
export const description = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../packages/contract/openapi.json'), 'utf8'),
)
const checkAnswer = describedAnswers(description)
const basePath = /^\/(?:admin|session)\/_api(?=\/)/

/**
 * Starts the two services on free ports with a fresh data directory.
 * @param kept a data directory that stays when they stop
 */
export async function startServices(environment: Record<string, string> = {}, kept?: string): Promise<Services> {
  const dataDirectory = kept ?? mkdtempSync(join(tmpdir(), 'services-'))
  const product = await startProduct({
    dataDirectory,
    port: 0,
    environment: { ADMIN_PASSWORD: password, SERVE_APPS: 'false', API_DOCS: 'staff', ...environment },
  })
  const { bffUrl, coreUrl } = product
  const asStaff: Services['asStaff'] = (path, call = {}) => ask(`${bffUrl}/admin/_api${path}`, call)
  return {
    bffUrl,
    coreUrl,
    dataDirectory,
    asStaff,
    asClient: (path, { headers, ...call } = {}) =>
      ask(`${bffUrl}/session/_api${path}`, { ...call, headers: { origin: bffUrl, ...headers } }),
    ask: (path, call = {}) => ask(`${bffUrl}${path}`, call),
    async logIn() {
      const answer = await asStaff('/admin/login', { method: 'POST', body: { username: 'admin', password } })
      const { token } = await answer.json()
      return { authorization: `Bearer ${token}` }
    },
    async stop() {
      await product.stop()
      if (!kept) rmSync(dataDirectory, { recursive: true })
    },
  }
}

/** The same, stopped when the test that asks for them ends. */
export async function startServicesForTest(environment: Record<string, string> = {}): Promise<Services> {
  const services = await startServices(environment)
  onTestFinished(services.stop)
  return services
}

async function ask(url: string, { method = 'GET', headers, body, raw }: Call): Promise<Response> {
  const answer = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    body: raw ?? (body === undefined ? null : JSON.stringify(body)),
  })
  await checkAnswer({
    method,
    path: new URL(url).pathname.replace(basePath, ''),
    status: answer.status,
    contentType: answer.headers.get('content-type') ?? undefined,
    body: () => answer.clone().json(),
  })
  return answer
}
