import type { Insertable } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'

export async function insertFile(db: Database, row: Insertable<Schema['files']>): Promise<void> {
  await db.insertInto('files').values(row).execute()
}

export async function deleteFile(db: Database, id: string): Promise<void> {
  await db.deleteFrom('files').where('id', '=', id).execute()
}

/** Those of the ids that a row names. */
export async function findKnownIds(db: Database, ids: string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('files').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

export function findFile(db: Database, id: string) {
  return db
    .selectFrom('files')
    .select(['sha256', 'size', 'mime_type', 'pages'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
