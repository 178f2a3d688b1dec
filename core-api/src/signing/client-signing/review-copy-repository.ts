import { type Insertable, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'

/** How many unsigned copies of an envelope are kept: a client who changes something and reviews again needs the last. */
const mostCopies = 10

export async function insertReviewCopy(db: Database, row: Insertable<Schema['review_copies']>): Promise<void> {
  await db.insertInto('review_copies').values(row).execute()
}

export type ReviewCopy = Awaited<ReturnType<typeof listReviewCopies>>[number]

/** The pages that were made for the signer of an envelope, newest first. `sha256` is hex. */
export function listReviewCopies(db: Database, envelopeId: string) {
  return db
    .selectFrom('review_copies')
    .innerJoin('files', 'files.id', 'review_copies.file_id')
    .select(['review_copies.file_id', 'review_copies.digest', 'review_copies.is_signed'])
    .select(sql<string>`encode(files.sha256, 'hex')`.as('sha256'))
    .where('review_copies.envelope_id', '=', envelopeId)
    .orderBy('review_copies.file_id', 'desc')
    .limit(mostCopies)
    .execute()
}

/** Deletes all copies but the newest while nobody has signed: each can be large. @returns the ids of their files */
export async function deleteSurplusCopies(db: Database, envelopeId: string): Promise<string[]> {
  const surplus = db
    .selectFrom('review_copies')
    .select('file_id')
    .where('envelope_id', '=', envelopeId)
    .where('is_signed', '=', false)
    .orderBy('file_id', 'desc')
    .offset(mostCopies)
  const deleted = await db.deleteFrom('review_copies').where('file_id', 'in', surplus).returning('file_id').execute()
  return deleted.map(({ file_id }) => file_id)
}

/** @returns false when it was deleted in the meantime */
export async function markSigned(db: Database, fileId: string): Promise<boolean> {
  const marked = await db
    .updateTable('review_copies')
    .set({ is_signed: true })
    .where('file_id', '=', fileId)
    .returning('file_id')
    .executeTakeFirst()
  return marked !== undefined
}

/** Deletes old copies, except of a document that is signed and not sealed yet. @returns the ids of their files */
export async function deleteOldCopies(db: Database, hours: number, limit: number): Promise<string[]> {
  // Locked first: the second statement then sees what the transactions of signers have committed.
  const old = await db
    .selectFrom('review_copies')
    .select('file_id')
    .where('made_at', '<', sql<string>`now() - make_interval(hours => ${hours})`)
    .where(({ not }) => not(waitsForSeal))
    .orderBy('made_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  if (old.length === 0) return []
  const ids = old.map(({ file_id }) => file_id)
  const deleted = await db
    .deleteFrom('review_copies')
    .where('file_id', 'in', ids)
    .where(({ not }) => not(waitsForSeal))
    .returning('file_id')
    .execute()
  return deleted.map(({ file_id }) => file_id)
}

const waitsForSeal = sql<boolean>`(review_copies.is_signed AND EXISTS (
  SELECT FROM envelopes WHERE envelopes.id = review_copies.envelope_id AND envelopes.status = 'signed'))`
