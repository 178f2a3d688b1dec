import { type Kysely, sql } from 'kysely'

const statements = [
  // Details of the reason of an event, which has the same id. Erased with the client: the trail keeps the code alone.
  `CREATE TABLE reveal_reasons (
    id uuid PRIMARY KEY,
    client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    encrypted_details bytea NOT NULL
  )`,
  'CREATE INDEX reveal_reasons_client ON reveal_reasons (client_id)',
]

/** Why staff looked at sensitive values. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
