import { type Kysely, sql } from 'kysely'

const statements = [
  // Filter, sort and columns of the client list under a name; never a search, which may name a client.
  `CREATE TABLE client_list_views (
    id uuid PRIMARY KEY,
    admin_id uuid NOT NULL REFERENCES admins ON DELETE CASCADE,
    name text NOT NULL,
    shared boolean NOT NULL,
    view jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (admin_id, name)
  )`,
]

/** Saved views of the client list. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
