import { type Insertable, sql } from 'kysely'
import type { Database, Transaction } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'

export async function insertFile(db: Database, row: Insertable<Schema['files']>): Promise<void> {
  await db.insertInto('files').values(row).execute()
}

export async function deleteFile(db: Database, id: string): Promise<void> {
  await db.deleteFrom('files').where('id', '=', id).execute()
}

/** Locked before its uses are counted: the last of several that give it up deletes it. @returns their ids */
export async function deleteUnusedFiles(db: Transaction, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  await db.selectFrom('files').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  const { rows } = await sql<{ id: string }>`DELETE FROM files WHERE id = ANY(${ids}::uuid[])
    AND NOT EXISTS (SELECT FROM session_forms WHERE file_id = files.id)
    AND NOT EXISTS (SELECT FROM global_forms WHERE file_id = files.id)
    AND NOT EXISTS (SELECT FROM pdf_checks WHERE file_id = files.id)
    AND NOT EXISTS (SELECT FROM documents WHERE file_id = files.id)
    AND NOT EXISTS (SELECT FROM envelopes WHERE sealed_file_id = files.id)
    AND NOT EXISTS (SELECT FROM review_copies WHERE file_id = files.id) RETURNING id`.execute(db)
  return rows.map(({ id }) => id)
}

export async function countFiles(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('files')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function findKnownIds(db: Database, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('files').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

export function findFile(db: Database, id: string) {
  return db
    .selectFrom('files')
    .select(['sha256', sql<number>`size::float8`.as('size')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

export function listFilesAfter(db: Database, id: string, limit: number) {
  return db
    .selectFrom('files')
    .select(['id', 'sha256', sql<number>`size::float8`.as('size')])
    .where('id', '>', id)
    .orderBy('id')
    .limit(limit)
    .execute()
}
