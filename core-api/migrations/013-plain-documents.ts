import { type Kysely, sql } from 'kysely'

const statements = [
  // Of a PDF that was made plain: SHA-256 of the file it was made from. Files of before have none, and are made plain
  // when they are opened for signing.
  'ALTER TABLE files ADD COLUMN original_sha256 bytea CHECK (octet_length(original_sha256) = 32)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
