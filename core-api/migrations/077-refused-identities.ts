import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // When the agency's rules last refused the person of an identity; null after a login.
  await sql`ALTER TABLE admin_identities ADD COLUMN refused_at timestamptz`.execute(db)
}
