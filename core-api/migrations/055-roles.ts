import { type Kysely, sql } from 'kysely'

const statements = [
  'ALTER TABLE admins DROP CONSTRAINT admins_role_check',
  `ALTER TABLE admins ADD CONSTRAINT admins_role_check CHECK (role IN ('power', 'standard', 'assistant', 'auditor'))`,
]

/** Two more roles of staff: assistant and auditor. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
