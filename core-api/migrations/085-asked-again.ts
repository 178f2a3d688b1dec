import { type Kysely, sql } from 'kysely'

const statements = [
  `ALTER TABLE declines ADD COLUMN asked_again_at timestamptz,
    ADD COLUMN asked_again_by uuid REFERENCES admins ON DELETE SET NULL`,
  // A signed file that was deleted: its row stays with the reason, its bytes are in the trash.
  'ALTER TABLE documents ALTER COLUMN file_id DROP NOT NULL',
  'CREATE INDEX declines_asked_again_by ON declines (asked_again_by) WHERE asked_again_by IS NOT NULL',
]

/** Keeps who asked the client again after a decline, and the reason for deleting a signed file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
