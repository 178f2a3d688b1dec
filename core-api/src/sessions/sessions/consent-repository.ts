import type { Disclosure } from '@agency/contract/esign'
import { sql } from 'kysely'
import { nextVersion } from '../../platform/concurrency/row-version.ts'
import type { Database } from '../../platform/database/database.ts'

/** Stores the first consent, and the text that was shown for it; a repeated one changes nothing. */
export async function insertConsent(db: Database, sessionId: string, shown: Disclosure): Promise<boolean> {
  const { version, language, sha256, text } = shown
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({
      consented_at: sql`now()`,
      consent_version: version,
      consent_language: language,
      consent_sha256: sha256,
      ...nextVersion(['consented_at']),
    })
    .where('id', '=', sessionId)
    .where('consented_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  const row = { sha256, version, language, disclosed_text: text }
  await db
    .insertInto('disclosures')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return true
}

export const findConsent = (db: Database, sessionId: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('disclosures', 'disclosures.sha256', 'sessions.consent_sha256')
    .select(['disclosures.version', 'disclosures.language', 'disclosures.sha256', 'disclosures.disclosed_text as text'])
    .select((row) => row.ref('sessions.consented_at').$notNull().as('consented_at'))
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst()
