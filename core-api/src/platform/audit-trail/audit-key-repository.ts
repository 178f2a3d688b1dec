import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

export function findAuditKey(db: Database) {
  return db.selectFrom('audit_keys').select(['id', 'encrypted_key']).executeTakeFirst()
}

/** Stores a key, unless another process has stored one. */
export async function insertAuditKey(db: Database, row: { id: string; encrypted_key: Buffer }): Promise<void> {
  await db
    .insertInto('audit_keys')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Whether the trail has events, all without an HMAC. */
export async function hasOnlyUnkeyedEvents(db: Database): Promise<boolean> {
  const { rows } = await sql<{ answer: boolean }>`
    SELECT EXISTS (SELECT FROM audit_events WHERE mac IS NULL)
      AND NOT EXISTS (SELECT FROM audit_events WHERE mac IS NOT NULL) AS answer`.execute(db)
  return rows[0]?.answer ?? false
}
