import { openDatabase } from '../../core-api/src/platform/database/database.ts'
import type { Dataset } from './dataset.ts'

/** What staff may type, taken from what is stored. */
export interface Terms {
  ids: string[]
  /** Last names as they are searched: without case and accents. */
  lastNames: string[]
  firstNames: string[]
  /** As they are written in the record. */
  phones: string[]
  emails: string[]
  sessionCodes: string[]
}

/** @throws when the database has no clients */
export async function readTerms({ target }: Dataset): Promise<Terms> {
  const { pool, close } = await openDatabase(target)
  const { rows } = await pool.query(
    `SELECT id, split_part(search_text, ' ', 1) AS first, split_part(search_text, ' ', 2) AS last, primary_phone AS phone,
      primary_email AS email FROM clients ORDER BY md5(id::text) LIMIT 5000`,
  )
  const sessions = await pool.query('SELECT session_code FROM sessions ORDER BY md5(id::text) LIMIT 5000')
  await close()
  if (rows.length === 0) throw new Error('The bench has no clients to ask for')
  return {
    ids: rows.map(({ id }) => id),
    lastNames: rows.map(({ last }) => last),
    firstNames: rows.map(({ first }) => first),
    phones: rows.flatMap(({ phone }) => phone ?? []),
    emails: rows.flatMap(({ email }) => email ?? []),
    sessionCodes: sessions.rows.map(({ session_code }) => session_code),
  }
}

/** One of a list, by chance. */
export const anyOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T
