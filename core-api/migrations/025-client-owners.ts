import { type Kysely, sql } from 'kysely'

const statements = [
  // The staff member who looks after the client. Clients of earlier releases have none.
  'ALTER TABLE clients ADD COLUMN owner_id uuid REFERENCES admins ON DELETE SET NULL',
  // Deleting an admin clears the column of their clients.
  'CREATE INDEX clients_owner ON clients (owner_id) WHERE owner_id IS NOT NULL',
]

/** Who looks after each client. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
