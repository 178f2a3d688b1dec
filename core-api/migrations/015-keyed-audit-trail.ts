import { type Kysely, sql } from 'kysely'

const protectedTables = ['audit_events', 'audit_chains', 'audit_keys', 'audit_anchors', 'audit_anchored_chains']

const statements = [
  // HMAC of the link's hash. NULL for events that were written before there was a key.
  'ALTER TABLE audit_events ADD COLUMN mac bytea',
  'CREATE INDEX audit_events_unkeyed ON audit_events (chain, position) WHERE mac IS NULL',
  "CREATE INDEX audit_events_sealed ON audit_events (detail) WHERE action = 'sealed'",
  // Up to this position, events without an HMAC were verified at the upgrade; `carried_mac` is the keyed record of it.
  'ALTER TABLE audit_chains ADD COLUMN carried_position bigint, ADD COLUMN carried_mac bytea',

  // One row: the key of the trail, encrypted under the master key.
  `CREATE TABLE audit_keys (
    id uuid PRIMARY KEY,
    only_one boolean NOT NULL DEFAULT true UNIQUE CHECK (only_one),
    encrypted_key bytea NOT NULL
  )`,

  // Signed records of where the chains ended; each is in the file store too.
  `CREATE TABLE audit_anchors (
    number integer PRIMARY KEY,
    at timestamptz NOT NULL,
    digest bytea NOT NULL
  )`,
  `CREATE TABLE audit_anchored_chains (
    chain text PRIMARY KEY,
    position bigint NOT NULL,
    anchor integer NOT NULL
  )`,
  'CREATE INDEX audit_anchored_chains_anchor ON audit_anchored_chains (anchor)',

  // Repeated work that one process does at a time: its progress, and the result of its last run.
  `CREATE TABLE audit_runs (
    kind text PRIMARY KEY,
    lease_until timestamptz,
    finished_at timestamptz,
    progress text,
    progress_mac bytea,
    result text,
    result_mac bytea
  )`,

  // The keyed record of a sealed document.
  'ALTER TABLE envelopes ADD COLUMN seal_mac bytea',

  `CREATE FUNCTION audit_trail_keeps_rows() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP; END $$`,
  ...protectedTables.map(
    (table) => `CREATE TRIGGER ${table}_no_truncate BEFORE TRUNCATE ON ${table}
      FOR EACH STATEMENT EXECUTE FUNCTION audit_trail_keeps_rows()`,
  ),
  ...['audit_chains', 'audit_keys', 'audit_anchors'].map(
    (table) => `CREATE TRIGGER ${table}_no_delete BEFORE DELETE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION audit_trail_keeps_rows()`,
  ),
]

/** Keys the audit trail, records signed anchors of it, and refuses TRUNCATE. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
