import { type Kysely, sql } from 'kysely'

/** An older core-api does not know these tables. The keys of rows that it writes are made by the upkeep of search keys. */
export const readableFrom = '1.0.0'

/** Keys of encrypted values, and indexes, for conditions on fields; tags of clients; saved views of policies. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const ofPolicies = ['submitted_date', 'binder_paid_date', 'subsidy', 'net_premium']

const statements = [
  `ALTER TABLE clients ADD COLUMN field_keys bytea[] DEFAULT '{}' NOT NULL`,
  'CREATE INDEX clients_field_keys ON clients USING gin (field_keys) WITH (fastupdate=off)',
  'CREATE INDEX clients_created ON clients (created_at)',
  // The upkeep makes the keys of what is stored.
  'UPDATE clients SET search_keys_version = NULL',
  ...ofPolicies.map((column) => `CREATE INDEX policies_${column} ON policies (${column}) WHERE ${column} IS NOT NULL`),
  'CREATE INDEX policies_created ON policies (created_at)',
  ...['writing_agent', 'agent_of_record'].map(
    (column) => `CREATE INDEX policies_${column} ON policies USING gin (normal_form(${column}) gin_trgm_ops)`,
  ),
  'CREATE TABLE tags (id uuid PRIMARY KEY, name text NOT NULL)',
  'CREATE UNIQUE INDEX tags_name ON tags (normal_form(name))',
  `CREATE TABLE client_tags (
    client_id uuid NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
    tag_id uuid NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
    PRIMARY KEY (client_id, tag_id)
  )`,
  'CREATE INDEX client_tags_tag ON client_tags (tag_id, client_id)',
  `CREATE TABLE policy_list_views (
    id uuid PRIMARY KEY,
    admin_id uuid NOT NULL REFERENCES admins (id) ON DELETE CASCADE,
    name text NOT NULL,
    shared boolean NOT NULL,
    view jsonb NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL,
    UNIQUE (admin_id, name)
  )`,
]
