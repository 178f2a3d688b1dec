import { type Kysely, sql } from 'kysely'

/** An older core-api does not know duplicates. A client that was merged away is archived for it. */
export const readableFrom = '1.0.0'

const statements = [
  // Where a record leads that was merged into another.
  'ALTER TABLE clients ADD COLUMN merged_into uuid REFERENCES clients (id) ON DELETE CASCADE',
  'CREATE INDEX clients_merged ON clients (merged_into) WHERE merged_into IS NOT NULL',
  // By what two records of one person agree: HMACs, each after the number of its kind.
  `ALTER TABLE clients ADD COLUMN match_keys bytea[] DEFAULT '{}' NOT NULL`,
  // Without archived clients, so that the queue is read from its index alone.
  `CREATE TABLE client_match_keys (
    key bytea NOT NULL,
    client_id uuid NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
    PRIMARY KEY (key, client_id)
  )`,
  'CREATE INDEX client_match_keys_client ON client_match_keys (client_id)',
  `CREATE FUNCTION keep_match_keys() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM client_match_keys WHERE client_id = NEW.id;
      INSERT INTO client_match_keys (key, client_id)
        SELECT DISTINCT key, NEW.id FROM unnest(NEW.match_keys) AS key WHERE NEW.archived_at IS NULL;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER clients_match_keys_made AFTER INSERT ON clients FOR EACH ROW
    WHEN (NEW.match_keys <> '{}') EXECUTE FUNCTION keep_match_keys()`,
  `CREATE TRIGGER clients_match_keys_changed AFTER UPDATE OF match_keys, archived_at ON clients FOR EACH ROW
    WHEN (OLD.match_keys <> NEW.match_keys OR (OLD.archived_at IS NULL) <> (NEW.archived_at IS NULL))
    EXECUTE FUNCTION keep_match_keys()`,
  // The keys of the records that are there are made in the background.
  'UPDATE clients SET search_keys_version = NULL',
  // Pairs that somebody has said are two persons; the lower id first.
  `CREATE TABLE distinct_clients (
    lower_id uuid NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
    higher_id uuid NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
    decided_by uuid NOT NULL,
    decided_at timestamptz DEFAULT now() NOT NULL,
    PRIMARY KEY (lower_id, higher_id)
  )`,
  'CREATE INDEX distinct_clients_higher ON distinct_clients (higher_id)',
  `CREATE TABLE client_merges (
    id uuid PRIMARY KEY,
    kept_id uuid NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
    merged_id uuid NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
    kept_version integer NOT NULL,
    encrypted_former bytea NOT NULL,
    moved jsonb NOT NULL,
    merged_by uuid NOT NULL,
    merged_at timestamptz DEFAULT now() NOT NULL,
    undone_at timestamptz
  )`,
  'CREATE INDEX client_merges_kept ON client_merges (kept_id)',
  'CREATE INDEX client_merges_merged ON client_merges (merged_id)',
  // What signing or a job adds to a client that was merged away meanwhile belongs to the kept one.
  `CREATE FUNCTION follow_merge() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.client_id := coalesce((SELECT merged_into FROM clients WHERE id = NEW.client_id), NEW.client_id);
      RETURN NEW;
    END $$`,
  ...['documents', 'outbox_messages', 'proposals'].map(
    (table) => `CREATE TRIGGER ${table}_follow_merge BEFORE INSERT ON ${table} FOR EACH ROW
      WHEN (NEW.client_id IS NOT NULL) EXECUTE FUNCTION follow_merge()`,
  ),
]

/** Duplicates of clients, by indexed keys, and merges of them with what is needed to take them apart. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
