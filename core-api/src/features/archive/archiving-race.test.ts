import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { type SeededSession, seedForm, seedSession, uploadFile } from '../../../test/session-fixtures.ts'
import { recordSystemEvent } from '../audit/audit-service.ts'

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
  vi.waitFor(async () => {
    const { rows } = await sql`SELECT FROM pg_locks WHERE NOT granted
      AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`.execute(core.app.db)
    expect(rows).toHaveLength(1)
  }, 20_000)

// The embedded engine runs one transaction at a time.
it.skipIf(!process.env.TEST_DATABASE_URL).each(Object.entries(changes))(
  '[OF-10] given a client that is being archived, when %s is changed before that is committed, then 409 and nothing changes',
  async (_name, seed) => {
    const seeded = await seedSession(core)
    const { clientId } = seeded
    const { call, read } = await seed(seeded)
    const stored = async () => JSON.stringify((await ask({ method: 'GET', url: read })).json(), withoutAddresses)
    const before = await stored()
    const archiving = await core.app.db.startTransaction().execute()
    await archiving.updateTable('clients').set({ archived_at: sql`now()` }).where('id', '=', clientId).execute()
    await recordSystemEvent(archiving, { action: 'client.archived', clientId, subjectId: clientId })
    const answer = ask(call)
    await untilOneWaits()
    await archiving.commit().execute()
    expect([(await answer).statusCode, (await answer).json().message]).toEqual([
      409,
      'This client is archived. Restore the client first.',
    ])
    await core.app.db.updateTable('clients').set({ archived_at: null }).where('id', '=', clientId).execute()
    expect(await stored()).toBe(before)
  },
)

/** Addresses of files are signed anew for each answer. */
const withoutAddresses = (key: string, value: unknown) => (key === 'file_url' ? undefined : value)
