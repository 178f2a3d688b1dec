import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openMigratedDatabase } from '../../test/migrated-database.ts'
import type { Database, OpenDatabase } from '../platform/database/database.ts'
import { findFormOfReminder, findSessionForm, listSessionForms } from './session-forms/session-form-repository.ts'
import { findSession, findSessionByCode, listSessions } from './sessions/session-repository.ts'

let opened: OpenDatabase
beforeAll(async () => {
  opened = await openMigratedDatabase()
})
afterAll(() => opened.close())

const reads: [string, (db: Database) => Promise<unknown>][] = [
  ['a session by id', (db) => findSession(db, randomUUID())],
  ['a session by code', (db) => findSessionByCode(db, randomUUID().slice(0, 12))],
  ['the sessions of a client', (db) => listSessions(db, randomUUID())],
  ['the documents of a session', (db) => listSessionForms(db, randomUUID())],
  ['a document', (db) => findSessionForm(db, randomUUID())],
  ['a document of a session', (db) => findSessionForm(db, randomUUID(), randomUUID())],
  ['the document of a reminder', (db) => findFormOfReminder(db, randomUUID())],
]

it.each(reads)('given a read of %s, when another one is read, then it has the same plan', async (_of, read) => {
  const kept = await opened.db.connection().execute(async (db) => {
    await sql`DEALLOCATE ALL`.execute(db)
    await read(db)
    await read(db)
    return sql`SELECT FROM pg_prepared_statements`.execute(db)
  })
  expect(kept.rows).toHaveLength(1)
})
