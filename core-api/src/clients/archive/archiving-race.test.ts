import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { type SeededSession, seedForm, seedSession, uploadFile } from '../../../test/session-fixtures.ts'
import { recordSystemEvent } from '../../platform/audit-trail/audit-service.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

type Call = { method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'; url: string; payload?: object }
const ask = async (call: Call) => core.ask(await core.admin(), call)

/** A call that changes a record, and what is read before and after it. */
interface Change {
  call: Call
  read: string
}
type Seed = (seeded: SeededSession) => Promise<Change>

const ofSession = ({ session }: SeededSession) => `/session/${session.session_code}/details`
const changes: Readonly<Record<string, Seed>> = {
  'the record': async ({ clientId }) => ({
    call: { method: 'PUT', url: `/clients/${clientId}`, payload: { occupation: 'Baker' } },
    read: `/clients/${clientId}`,
  }),
  'the owner': async ({ clientId }) => ({
    call: { method: 'PUT', url: `/clients/${clientId}/owner`, payload: { owner_id: null } },
    read: `/clients/${clientId}`,
  }),
  'the list of its sessions': async ({ clientId }) => ({
    call: { method: 'POST', url: '/session', payload: { client_id: clientId, session_type: 'review', passcode: null } },
    read: `/clients/${clientId}/sessions`,
  }),
  'a session': async (seeded) => ({
    call: { method: 'PUT', url: `/session/${seeded.session.session_code}`, payload: { session_type: 'review' } },
    read: ofSession(seeded),
  }),
  'the list of a session’s documents': async (seeded) => {
    const { form_id } = await seedForm(core, seeded)
    const { id } = seeded.session
    return {
      call: { method: 'POST', url: '/sessionforms', payload: { session_id: id, form_id } },
      read: `/sessionforms/session/${id}`,
    }
  },
  'a document of a session': async (seeded) => ({
    call: {
      method: 'PUT',
      url: `/sessionforms/${(await seedForm(core, seeded)).id}`,
      payload: { title: 'Other' },
    },
    read: `/sessionforms/session/${seeded.session.id}`,
  }),
  'an uploaded file': async ({ clientId }) => ({
    call: {
      method: 'PATCH',
      url: `/documents/${(await uploadFile(core, clientId)).id}`,
      payload: { folder: 'Other' },
    },
    read: `/clients/${clientId}/documents`,
  }),
  'the list of its files': async ({ clientId }) => ({
    call: { method: 'DELETE', url: `/documents/${(await uploadFile(core, clientId)).id}` },
    read: `/clients/${clientId}/documents`,
  }),
}

/** Waits until a transaction waits for the lock of another one. */
const untilOneWaits = () =>
  vi.waitFor(
    async () => {
      const { rows } = await sql`SELECT FROM pg_locks WHERE NOT granted
      AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`.execute(core.app.db)
      expect(rows).toHaveLength(1)
    },
    { timeout: 20_000 },
  )

/** Sends a change while a transaction that archives a record is open, and commits that one. @returns the answer */
async function changeDuringArchiving(table: 'clients' | 'sessions', { clientId, session }: SeededSession, call: Call) {
  const id = table === 'clients' ? clientId : session.id
  const archiving = await core.app.db.startTransaction().execute()
  await archiving.updateTable(table).set({ archived_at: sql`now()` }).where('id', '=', id).execute()
  await recordSystemEvent(archiving, { action: 'client.archived', clientId, subjectId: id })
  const answer = ask(call)
  await untilOneWaits()
  await archiving.commit().execute()
  const { statusCode } = await answer
  const { message } = (await answer).json()
  await core.app.db.updateTable(table).set({ archived_at: null }).where('id', '=', id).execute()
  return { statusCode, message }
}

// The embedded engine runs one transaction at a time.
describe.skipIf(!process.env.TEST_DATABASE_URL)('a change that races with archiving', () => {
  const stored = async (url: string) => JSON.stringify((await ask({ method: 'GET', url })).json(), withoutAddresses)

  it.each(Object.entries(changes))(
    '[OF-10] given a client that is being archived, when %s is changed before that is committed, then 409 and nothing changes',
    async (_name, seed) => {
      const seeded = await seedSession(core)
      const { call, read } = await seed(seeded)
      const before = await stored(read)
      const message = 'This client is archived. Restore the client first.'
      expect(await changeDuringArchiving('clients', seeded, call)).toEqual({ statusCode: 409, message })
      expect(await stored(read)).toBe(before)
    },
  )

  it('[OF-10] given a session that is being archived, when a document of it is changed before that is committed, then 409', async () => {
    const seeded = await seedSession(core)
    const { id } = await seedForm(core, seeded)
    const call = { method: 'PUT', url: `/sessionforms/${id}`, payload: { title: 'Other' } } as const
    const message = 'This session is archived. Restore the session first.'
    expect(await changeDuringArchiving('sessions', seeded, call)).toEqual({ statusCode: 409, message })
  })
})

/** Addresses of files are signed anew for each answer. */
const withoutAddresses = (key: string, value: unknown) => (key === 'file_url' ? undefined : value)
