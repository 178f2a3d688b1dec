import { type Insertable, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'

export async function insertContactChanges(
  db: Database,
  changes: Insertable<Schema['contact_changes']>[],
): Promise<void> {
  await db.insertInto('contact_changes').values(changes).execute()
}

/** The fields of a client's contact that were changed within so many minutes. */
export async function listChangedFields(db: Database, clientId: string, minutes: number): Promise<string[]> {
  const rows = await db
    .selectFrom('contact_changes')
    .select('field')
    .where('client_id', '=', clientId)
    .where('changed_at', '>', sql<string>`now() - make_interval(mins => ${minutes})`)
    .execute()
  return rows.map(({ field }) => field)
}

export async function hasChangedContact(
  db: Database,
  { clientId, adminId, days }: { clientId: string; adminId: string; days: number },
): Promise<boolean> {
  const own = db
    .selectFrom('contact_changes')
    .select('id')
    .where('client_id', '=', clientId)
    .where('changed_by', '=', adminId)
    .where('changed_at', '>', sql<string>`now() - make_interval(days => ${days})`)
  return (await own.limit(1).executeTakeFirst()) !== undefined
}

export async function isContactChangedSince(db: Database, clientId: string, since: string): Promise<boolean> {
  const any = db
    .selectFrom('contact_changes')
    .select('id')
    .where('client_id', '=', clientId)
    .where('changed_at', '>', since)
  return (await any.limit(1).executeTakeFirst()) !== undefined
}
