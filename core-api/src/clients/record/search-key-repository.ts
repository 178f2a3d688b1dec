import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { ClientsTable } from '../../platform/database/schema/client-tables.ts'

export type Outdated =
  /** The keys are of another version of the record, or there are none: an earlier release wrote the row. */
  | { readonly kind: 'earlier-release' }
  /** The keys were made with another master key. */
  | { readonly kind: 'other-key'; readonly newest: Buffer }

const condition = (outdated: Outdated): RawBuilder<boolean> =>
  outdated.kind === 'earlier-release'
    ? sql<boolean>`search_keys_version IS DISTINCT FROM version`
    : sql<boolean>`search_key_id <> ${outdated.newest}`

/** Locks the next rows after an id that need new search keys. Locked ones are left out. */
export function lockOutdated(
  db: Transaction,
  { outdated, after, limit }: { outdated: Outdated; after: string; limit: number },
): Promise<Selectable<ClientsTable>[]> {
  return db
    .selectFrom('clients')
    .selectAll()
    .where('id', '>', after)
    .where(condition(outdated))
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
}

/** Stores new search keys. Version and time of the record stay the same. */
export async function storeSearchKeys(
  db: Database,
  id: string,
  keys: Pick<ClientsTable, 'search_key_id' | 'search_keys_version'> &
    Record<'search_keys' | 'match_keys' | 'field_keys', Buffer[]>,
): Promise<void> {
  await db.updateTable('clients').set(keys).where('id', '=', id).execute()
}

export async function countOnOtherKeys(db: Database, newest: Buffer): Promise<number> {
  const { count } = await db
    .selectFrom('clients')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(condition({ kind: 'other-key', newest }))
    .executeTakeFirstOrThrow()
  return count
}
