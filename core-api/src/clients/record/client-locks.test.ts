import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { startCoreForTest } from '../../../test/core.ts'
import { recordSystemEvent } from '../../platform/audit-trail/audit-service.ts'
import { queueMessage } from '../../platform/outbox/outbox-service.ts'

it('given a job that has recorded an event of a client, when the record is edited before the job adds a row of the client, then both succeed @full', async () => {
  const core = await startCoreForTest()
  const { db, cipher } = core.app
  const admin = await core.admin()
  const { id } = (
    await core.ask(admin, { method: 'POST', url: '/clients', payload: { client_last_name: 'Prado' } })
  ).json()
  const waiting = async () => {
    const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db)
    return rows[0]?.n
  }

  const edit = await db.transaction().execute(async (trx) => {
    await recordSystemEvent(trx, { action: 'client.cvc-wiped', clientId: id, subjectId: id })
    const edited = core.ask(admin, { method: 'PUT', url: `/clients/${id}`, payload: { client_last_name: 'Prata' } })
    await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 20_000 })
    const values = { client: 'Ida P.', session: 'review' }
    const message = { kind: 'completed', channel: 'email', to: 'ana@example.com', language: 'en', values } as const
    await queueMessage({ db: trx, cipher }, { ...message, clientId: id })
    // The edit goes on once this transaction ends, so it is not awaited here.
    return { edited }
  })
  expect((await edit.edited).statusCode).toBe(200)
})
