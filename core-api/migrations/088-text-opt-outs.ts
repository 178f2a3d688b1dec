import { type Kysely, sql } from 'kysely'

const statements = [
  // By number and not by client: the word of whoever has the phone counts for all records with it, those of tomorrow too.
  `CREATE TABLE text_opt_outs (
    number text PRIMARY KEY,
    source text NOT NULL CHECK (source IN ('client', 'staff', 'gateway')),
    admin_id uuid,
    opted_out_at timestamptz NOT NULL DEFAULT now()
  )`,
  // Until when the client can read the signed documents of the session, also after it expired.
  'ALTER TABLE sessions ADD COLUMN copy_ends_at timestamptz',
]

/** Numbers that get no text messages, and the link to the client's copy. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
