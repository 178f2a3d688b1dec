import { type Kysely, sql } from 'kysely'

/** The columns of encrypted values, as they were called before. "Sealed" is kept for signed PDFs. */
const columns = {
  clients: ['identity', 'payment', 'logins', 'family', 'profile'],
  sessions: ['passcode'],
  envelopes: ['signing', 'reason'],
  session_forms: ['values', 'notes'],
  documents: ['notes'],
  proposals: ['value'],
} as const

/** Renames `sealed_*` to `encrypted_*` where the column holds an encrypted value. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, names] of Object.entries(columns)) {
    for (const name of names) {
      await sql`ALTER TABLE ${sql.table(table)} RENAME COLUMN ${sql.ref(`sealed_${name}`)} TO ${sql.ref(`encrypted_${name}`)}`.execute(
        db,
      )
    }
  }
}
