import { type Kysely, sql } from 'kysely'

const statements = [
  // What each keyed call has made: its ids alone, since answers hold personal data; of what was sent, a keyed digest.
  `CREATE TABLE idempotency_keys (
    caller_id uuid NOT NULL,
    key text NOT NULL,
    call_digest bytea NOT NULL,
    made_ids uuid[] NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (caller_id, key)
  )`,
  'CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at)',
]

/** Keys by which a repeated call is told from a new one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
