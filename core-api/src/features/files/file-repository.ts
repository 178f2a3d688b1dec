import type { Insertable } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'

export async function insertFile(db: Database, row: Insertable<Schema['files']>): Promise<void> {
  await db.insertInto('files').values(row).execute()
}

export async function deleteFile(db: Database, id: string): Promise<void> {
  await db.deleteFrom('files').where('id', '=', id).execute()
}

export function findFile(db: Database, id: string) {
  return db
    .selectFrom('files')
    .select(['sha256', 'size', 'mime_type', 'pages'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
