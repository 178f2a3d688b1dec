import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database/database.ts'

/** Free texts that an earlier release stored in a column of their own, and where they are encrypted. */
export const textColumns = [
  { table: 'session_forms', plain: 'notes', encrypted: 'encrypted_notes', purpose: 'notes' },
  { table: 'documents', plain: 'notes', encrypted: 'encrypted_notes', purpose: 'notes' },
  { table: 'envelopes', plain: 'ended_reason', encrypted: 'encrypted_reason', purpose: 'reason' },
] as const

type TextColumn = (typeof textColumns)[number]

export async function lockPlainTexts(
  db: Transaction,
  { table, plain }: TextColumn,
  limit: number,
): Promise<{ id: string; plain: string }[]> {
  const { rows } = await sql<{ id: string; plain: string }>`
    SELECT id, ${sql.ref(plain)} AS plain FROM ${sql.table(table)}
    WHERE ${sql.ref(plain)} IS NOT NULL ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED`.execute(db)
  return rows
}

/** Replaces plain texts by encrypted ones. The version of the row does not change. */
export async function storeEncryptedTexts(
  db: Database,
  { table, plain, encrypted }: TextColumn,
  rows: { id: string; encrypted: Buffer | null }[],
): Promise<void> {
  await sql`UPDATE ${sql.table(table)} AS stored SET ${sql.ref(plain)} = NULL, ${sql.ref(encrypted)} = encrypted.text
    FROM unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map((row) => row.encrypted)}::bytea[]) AS encrypted (id, text)
    WHERE stored.id = encrypted.id`.execute(db)
}
