import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type PrincipalStatement,
  principalAudience,
  principalHeader,
  principalIssuer,
} from '@agency/contract/principal'
import { createPdfWorker } from '@agency/pdf-signing/pdf-worker-pool'
import { onePagePdf } from '@agency/pdf-signing/test/build-pdf'
import { describedAnswers } from '@agency/test-kit/api/described-answers'
import { createSigner } from 'fast-jwt'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { onTestFinished } from 'vitest'
import { buildApp } from '../src/app.ts'
import { type Config, readConfig } from '../src/config.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

export const adminPassword = 'correct horse battery staple'
const secret = randomBytes(32).toString('base64')
/**
 * Shared by all files of a test worker, since a process takes seconds to start and to become fast. One check at a time,
 * so that there is one process, which keeps its place however busy the machine is.
 */
const sharedPdfWorker = createPdfWorker({ checks: 1, slowAfter: 60_000, idleTimeout: 600_000, mostTasks: 10_000 })

export interface Core {
  app: Awaited<ReturnType<typeof buildApp>>
  config: Config
  /** Asks as a principal, as the bff would. @throws when the answer is not what the service's description says */
  ask(as: PrincipalStatement, options: InjectOptions): Promise<LightMyRequestResponse>
  /** The headers of such a call, for requests over a connection. */
  headersOf(as: PrincipalStatement): Record<string, string>
  /** The first admin, logged in once. */
  admin(): Promise<PrincipalStatement>
  /** The first admin, logged in anew. */
  logIn(): Promise<PrincipalStatement>
  close(): Promise<void>
}

type CheckAnswer = ReturnType<typeof describedAnswers>
/** By who may read the description: no other setting changes it. */
const checksByReaders = new Map<Config['API_DOCS'], CheckAnswer>()

/** Checks answers against the service's description. Reading it takes as long as starting a core, so it is read once. */
function checkAnswersOf(app: Core['app'], { API_DOCS: readers }: Config): CheckAnswer {
  const known = checksByReaders.get(readers)
  if (known) return known
  const check = describedAnswers(app.swagger())
  checksByReaders.set(readers, check)
  return check
}

export const nobody: PrincipalStatement = { kind: 'nobody', address: '192.0.2.1' }

const sign = createSigner({
  key: secret,
  algorithm: 'HS256',
  iss: principalIssuer,
  aud: principalAudience,
  expiresIn: 30_000,
})
/** A statement as the bff signs it. */
const state = (as: PrincipalStatement): string => sign({ ...as })

function pathOf({ url, path = url }: InjectOptions): string {
  const address = typeof path === 'string' ? path : (path?.pathname ?? '/')
  return new URL(address, 'http://core.invalid').pathname
}

/**
 * Starts the service as production builds it, on a fresh database and a fresh data directory.
 * @param kept a database that was there before, and will be there after
 * @param pdfWorker processes of its own, for a test of their limits
 */
export async function startCore(
  environment: Record<string, string> = {},
  kept?: TestDatabase,
  pdfWorker = sharedPdfWorker,
): Promise<Core> {
  const directory = mkdtempSync(join(tmpdir(), 'core-'))
  const config = readConfig({
    DATA_DIR: directory,
    PRINCIPAL_SECRET: secret,
    ADMIN_PASSWORD: adminPassword,
    LOG_LEVEL: 'silent',
    STAFF_MFA: 'off',
    // Without them nothing is sent to clients.
    AGENCY_NAME: 'Bayside Insurance',
    AGENCY_PHONE: '(305) 555-0100',
    ...environment,
  })
  const database = kept ?? (await createTestDatabase())
  const app = await buildApp(config, { target: database.target, pdfWorker })
  await app.ready()
  const checkAnswer = checkAnswersOf(app, config)
  const headersOf: Core['headersOf'] = (as) => ({ [principalHeader]: state(as) })
  const ask: Core['ask'] = async (as, options) => {
    const answer = await app.inject({ ...options, headers: { ...options.headers, ...headersOf(as) } })
    await checkAnswer({
      method: options.method ?? 'GET',
      path: pathOf(options),
      status: answer.statusCode,
      contentType: answer.headers['content-type']?.toString(),
      body: () => answer.json(),
    })
    return answer
  }
  let login: Promise<PrincipalStatement> | undefined
  const logIn = async (): Promise<PrincipalStatement> => {
    const payload = { username: 'admin', password: adminPassword }
    const answer = await ask(nobody, { method: 'POST', url: '/admin/login', payload })
    return { kind: 'admin', id: answer.json().admin_session.id, address: '192.0.2.2' }
  }
  return {
    app,
    config,
    ask,
    headersOf,
    logIn,
    admin() {
      login ??= logIn()
      return login
    },
    async close() {
      await app.close()
      if (!kept) await database.drop()
      rmSync(directory, { recursive: true })
    },
  }
}

/** The same, closed when the test that asks for it ends. */
export async function startCoreForTest(environment: Record<string, string> = {}): Promise<Core> {
  const core = await startCore(environment)
  onTestFinished(core.close)
  return core
}

/** A page with a line of text: where the program that made a PDF does not matter, since it is checked in half the time. */
export const smallPdf = Buffer.from(onePagePdf({ content: 'BT /F1 12 Tf 72 720 Td (An agreement of one line) Tj ET' }))

/** A PDF of the collection in `packages/pdf-signing/test/pdfs`, made by another program. */
export const readPdf = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, '../../packages/pdf-signing/test/pdfs', name))
