import { type Kysely, sql } from 'kysely'

const statements = [
  // The filled-in pages as a client reviewed them before signing. `digest` is an HMAC of what they were made from.
  `CREATE TABLE review_copies (
    file_id uuid PRIMARY KEY REFERENCES files,
    envelope_id uuid NOT NULL REFERENCES envelopes,
    digest bytea NOT NULL CHECK (octet_length(digest) = 32),
    is_signed boolean NOT NULL DEFAULT false,
    made_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE INDEX review_copies_envelope ON review_copies (envelope_id)',
  'CREATE UNIQUE INDEX review_copies_signed ON review_copies (envelope_id) WHERE is_signed',
  'CREATE INDEX review_copies_made ON review_copies (made_at)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
