import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'

/** Whether a staff member gets the summary; undefined if there is no such person. */
export async function findDigest(db: Database, adminId: string): Promise<boolean | undefined> {
  const row = await db.selectFrom('admins').select('digest').where('id', '=', adminId).executeTakeFirst()
  return row?.digest
}

export async function updateDigest(db: Database, adminId: string, digest: boolean): Promise<void> {
  await db.updateTable('admins').set({ digest }).where('id', '=', adminId).execute()
}

export const listDigestReaders = (db: Database) =>
  db
    .selectFrom('admins')
    .select(['id', 'email', 'first_name', 'role'])
    .where('digest', '=', true)
    .where('email', '<>', '')
    .where(({ not, exists, selectFrom }) =>
      // Each gets one a day; the key of the message decides if two processes send at once.
      not(
        exists(
          selectFrom('outbox_messages')
            .select('outbox_messages.id')
            .whereRef('outbox_messages.admin_id', '=', 'admins.id')
            .where('kind', '=', 'digest')
            .where('created_at', '>', sql<string>`now() - interval '12 hours'`)
            .where('key', 'like', 'digest:%'),
        ),
      ),
    )
    .limit(1_000)
    .execute()
