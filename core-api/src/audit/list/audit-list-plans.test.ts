import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMigratedDatabase } from '../../../test/migrated-database.ts'
import type { ClientScope } from '../../platform/database/client-scope.ts'
import type { OpenDatabase } from '../../platform/database/database.ts'
import { findAuditEvents } from './audit-list-repository.ts'

let opened: OpenDatabase
beforeAll(async () => {
  opened = await openMigratedDatabase()
})
afterAll(() => opened.close())

interface List {
  by: Parameters<typeof findAuditEvents>[1]
  limit?: number
  after?: { at: string; id: string }
  scope?: ClientScope
}

/** How many statements a connection keeps after these lists. */
const keptAfter = (lists: List[]) =>
  opened.db.connection().execute(async (db) => {
    await sql`DEALLOCATE ALL`.execute(db)
    for (const { by, limit = 51, after, scope = 'all' } of lists) await findAuditEvents(db, by, { limit, after }, scope)
    const { rows } = await sql`SELECT FROM pg_prepared_statements`.execute(db)
    return rows.length
  })

const id = randomUUID()

describe('planning a list of the trail', () => {
  it.each([
    ['a client', () => ({ by: { client_id: randomUUID() } })],
    ['a client, a later page', () => ({ by: { client_id: randomUUID() }, after: { at: '2026-01-01T00:00:00Z', id } })],
    ['a session', () => ({ by: { session_id: randomUUID() } })],
    ['a subject', () => ({ by: { subject_id: randomUUID() } })],
  ])(
    'given the usual list of %s, when that of another one is asked for, then it has the same plan',
    async (_of, list) => {
      expect(await keptAfter([list(), list()])).toBe(1)
    },
  )

  it.each<[string, List]>([
    ['narrowed by an action too', { by: { client_id: id, action: 'signed' } }],
    ['of an actor', { by: { actor_id: id } }],
    ['of everything', { by: {} }],
    ['of another length', { by: { client_id: id }, limit: 7 }],
    ['of some clients alone', { by: { client_id: id }, scope: { owner: id, teams: [] } }],
  ])('given a list %s, when asked for, then it is planned for its values', async (_what, list) => {
    expect(await keptAfter([list])).toBe(0)
  })
})
