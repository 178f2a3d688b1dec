import { type Insertable, sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'

/** Waits for a transaction that has inserted the same key. @returns whether the key is new */
export async function insertKey(db: Database, row: Insertable<Schema['idempotency_keys']>): Promise<boolean> {
  const taken = await db
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((conflict) => conflict.columns(['caller_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  return taken !== undefined
}

export function findKey(db: Database, callerId: string, key: string) {
  return db
    .selectFrom('idempotency_keys')
    .select(['call_digest', 'made_ids'])
    .where('caller_id', '=', callerId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
}

/** @returns how many */
export async function deleteOldKeys(db: Database, hours: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', sql<string>`now() - make_interval(hours => ${hours})`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
