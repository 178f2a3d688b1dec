import { isDeepStrictEqual } from 'node:util'
import type { Database } from '../database/database.ts'
import type { FieldCipher } from '../encryption/field-cipher.ts'

/** Whether a field had this value at the version that an edit is based on; false where that is not known. */
export type HadValue = (field: string, value: unknown) => boolean

interface Base {
  current: { id: string; version: number }
  baseVersion: number | undefined
}

/** Reads what a record held at the version that an edit is based on, for the fields that were changed since. */
export async function readFormerValues(
  { db, cipher }: { db: Database; cipher: FieldCipher },
  { current: { id, version }, baseVersion = version }: Base,
): Promise<HadValue> {
  if (baseVersion >= version) return () => false
  const rows = await db
    .selectFrom('former_values')
    .distinctOn('field')
    .select(['field', 'value', 'digest'])
    .where('record_id', '=', id)
    .where('version', '>', baseVersion)
    .orderBy('field')
    .orderBy('version')
    .execute()
  const former = new Map(rows.map((row) => [row.field, row]))
  return (field, value) => {
    const row = former.get(field)
    if (row === undefined) return false
    if (row.digest !== null) return cipher.isDigestOf(row.digest, digested(id, field, value))
    return isDeepStrictEqual(comparable(row.value), comparable(value))
  }
}

/** Keeps the digest of a text that its table has encrypted. The database keeps other former values by itself. */
export async function keepFormerText(
  { db, cipher }: { db: Database; cipher: FieldCipher },
  { id, version }: { id: string; version: number },
  field: string,
  former: string | null,
): Promise<void> {
  const digest = cipher.digest(digested(id, field, former))
  const row = { record_id: id, field, version: version + 1, value: null, digest }
  await db.insertInto('former_values').values(row).execute()
}

/** Equal values of other records or fields get different digests. */
const digested = (id: string, field: string, value: unknown): string => JSON.stringify([id, field, value])

const storedTime = /^\d{4}-\d{2}-\d{2}T[\d:.]+[+-]\d{2}:\d{2}$/

/** A time in JSON of PostgreSQL, as the API writes it. */
const comparable = (value: unknown): unknown =>
  typeof value === 'string' && storedTime.test(value) ? new Date(value).toISOString() : value
