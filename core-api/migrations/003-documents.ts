import { type Kysely, sql } from 'kysely'

const statements = [
  `CREATE TABLE documents (
    id uuid PRIMARY KEY,
    client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    file_id uuid NOT NULL UNIQUE REFERENCES files,
    file_name text NOT NULL,
    status text,
    folder text,
    signed boolean NOT NULL DEFAULT false,
    notes text,
    uploaded_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE INDEX documents_client ON documents (client_id, uploaded_at DESC)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
