import { type Kysely, sql } from 'kysely'

const statements = [
  // Stored before a provider is asked to make it: its id is what makes a repeat harmless there.
  'ALTER TABLE envelopes DROP CONSTRAINT envelopes_status_check',
  `ALTER TABLE envelopes ADD CONSTRAINT envelopes_status_check
    CHECK (status IN ('creating', 'sent', 'viewed', 'signed', 'completed', 'declined', 'voided'))`,
  'ALTER TABLE envelopes ADD COLUMN provider_id text',
  // Until then somebody is making it; after that another may try.
  'ALTER TABLE envelopes ADD COLUMN making_until timestamptz',
  'CREATE UNIQUE INDEX envelopes_provider_id ON envelopes (provider, provider_id) WHERE provider_id IS NOT NULL',
  `CREATE INDEX envelopes_open ON envelopes (provider, id) WHERE status IN ('creating', 'sent', 'viewed', 'signed')`,

  // A template is fetched again only when its provider says that it has changed.
  'ALTER TABLE global_forms ADD COLUMN template_modified_at text',

  // What providers have told: the body itself names people, so its hash and its meaning are kept instead.
  `CREATE TABLE provider_messages (
    id uuid PRIMARY KEY,
    provider text NOT NULL,
    sha256 bytea NOT NULL UNIQUE,
    states jsonb NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    outcome text
  )`,
]

/** Envelopes, templates and messages of providers that keep documents themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
