import type { PrincipalStatement } from '@agency/contract/principal'
import fc from 'fast-check'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, startCore } from '../core.ts'
import { consent, openAsClient, seedForm, seedSession, uploadFile } from '../session-fixtures.ts'
import { CallableDocument, callersOf, type Operation, operationsOf } from './operations.ts'
import { requestsOf } from './request-arbitrary.ts'

/** Requests of each operation; the nightly tests make many more. */
const runs = Number(process.env.FUZZ_RUNS ?? 3)
/** The same requests in each run, so that a failure comes from the change under test. The nightly tests try others. */
const seed = Number(process.env.FUZZ_SEED ?? 1)
/** What ends the login that asks, or takes as long as its password hash: asked less often. */
const few = new Set(['logIn', 'openSession', 'createAdmin', 'setAdminPassword', 'updateAdmin'])
/** What takes away the client or the session that others are about: asked last. */
const ending = new Set(['archiveSession', 'archiveClient', 'deleteSession', 'deleteClient'])
const isEnding = ({ operationId }: Operation) => Number(ending.has(operationId))
const stranger: PrincipalStatement = { kind: 'nobody', address: '192.0.2.99' }

let core: Core
let ids: string[]
let session: Awaited<ReturnType<typeof seedSession>>['session']
beforeAll(async () => {
  core = await startCore()
  const journey = await seedSession(core)
  session = journey.session
  const document = await uploadFile(core, journey.clientId)
  const form = await seedForm(core, journey)
  const client = await openAsClient(core, session)
  await consent(core, client, session)
  const other = { email: 'o@example.com', username: 'other', role: 'standard', first_name: 'O', last_name: 'Ther' }
  const payload = { ...other, password: 'a long enough password for all' }
  const admin = await core.ask(journey.admin, { method: 'POST', url: '/admin/create', payload })
  // A made-up password can be good enough: then the first admin could not log in any more.
  await core.app.db.updateTable('admins').set({ setup_required: false }).execute()
  ids = [journey.clientId, session.id, session.session_code, document.id, form.id, form.form_id ?? '', admin.json().id]
})
afterAll(() => core.close())

/** Whoever the operation is for; a login that an earlier request has ended is made anew. */
async function callerOf(operation: Operation): Promise<PrincipalStatement> {
  const [caller] = callersOf(operation)
  if (caller === 'admin') return core.logIn()
  return caller === 'session' ? openAsClient(core, session) : stranger
}

const described = () => {
  const document = Value.Parse(CallableDocument, core.app.swagger())
  return { document, operations: operationsOf(document).toSorted((a, b) => isEnding(a) - isEnding(b)) }
}

describe('[trust-16] requests made from the description of the API', () => {
  it('given valid and hostile values for everything, when asked, then no 5xx, and each answer is as described', async () => {
    const { document, operations } = described()
    const failed: string[] = []
    for (const operation of operations) {
      const numRuns = few.has(operation.operationId) ? Math.ceil(runs / 4) : runs
      const check = await fc.check(
        fc.asyncProperty(requestsOf(document, operation, ids), async (request) => {
          const answer = await core.ask(await callerOf(operation), request)
          if (answer.statusCode >= 500) throw new Error(`${answer.statusCode} ${answer.body}`)
        }),
        { numRuns, seed, interruptAfterTimeLimit: 600_000 },
      )
      if (check.failed)
        failed.push(
          `${operation.operationId}: ${check.errorInstance} ${fc.defaultReportMessage(check)}`.slice(0, 1_500),
        )
    }
    expect(failed.join('\n\n')).toBe('')
  }, 3_600_000)
})
