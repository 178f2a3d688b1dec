import { type Kysely, sql } from 'kysely'

/** An older core-api does not know policies. A client or document that it deletes takes its rows along. */
export const readableFrom = '1.0.0'

const lines = `'health', 'medicare_advantage', 'medicare_supplement', 'part_d', 'dental', 'vision', 'life', 'other'`
const statuses = `'quoted', 'submitted', 'pending', 'active', 'terminated', 'declined', 'lapsed'`

const tables = [
  `CREATE TABLE carriers (
    id uuid PRIMARY KEY,
    name text NOT NULL,
    lines text[] DEFAULT '{}' NOT NULL CHECK (lines <@ ARRAY[${lines}]),
    phone text,
    portal text,
    code text,
    archived boolean DEFAULT false NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    field_versions jsonb DEFAULT '{}' NOT NULL
  )`,
  `CREATE UNIQUE INDEX carriers_name ON carriers (normal_form(name))`,
  `CREATE TABLE policies (
    id uuid PRIMARY KEY,
    client_id uuid NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
    carrier_id uuid NOT NULL REFERENCES carriers (id),
    line text NOT NULL CHECK (line IN (${lines})),
    product text,
    encrypted_number bytea,
    encrypted_member_id bytea,
    encrypted_application_id bytea,
    status text NOT NULL CHECK (status IN (${statuses})),
    status_date date NOT NULL,
    submitted_date date,
    effective_date date,
    term_date date,
    renewal_date date,
    premium numeric(11, 2),
    subsidy numeric(11, 2),
    net_premium numeric(11, 2),
    mode text CHECK (mode IN ('monthly', 'quarterly', 'semiannual', 'annual', 'single')),
    binder_paid_date date,
    encrypted_covered bytea,
    writing_agent text,
    agent_of_record text,
    encrypted_notes bytea,
    search_keys bytea[] DEFAULT '{}' NOT NULL,
    search_key_id bytea,
    search_text text GENERATED ALWAYS AS (normal_form(coalesce(product, ''))) STORED,
    created_at timestamptz DEFAULT now() NOT NULL,
    updated_at timestamptz DEFAULT now() NOT NULL,
    deleted_at timestamptz,
    version integer DEFAULT 1 NOT NULL,
    field_versions jsonb DEFAULT '{}' NOT NULL
  )`,
  'CREATE INDEX policies_client ON policies (client_id)',
  'CREATE INDEX policies_carrier ON policies (carrier_id, effective_date)',
  // Twice for each order of the list: without a date or premium, a policy is last in both directions.
  ...['effective_date', 'renewal_date', 'premium'].flatMap((column) => [
    `CREATE INDEX policies_${column} ON policies (${column}, id) WHERE deleted_at IS NULL`,
    `CREATE INDEX policies_${column}_down ON policies (${column} DESC NULLS LAST, id) WHERE deleted_at IS NULL`,
  ]),
  'CREATE INDEX policies_status ON policies (status, status_date) WHERE deleted_at IS NULL',
  `CREATE INDEX policies_binder ON policies (effective_date)
    WHERE deleted_at IS NULL AND binder_paid_date IS NULL AND status IN ('submitted', 'pending', 'active')`,
  'CREATE INDEX policies_term ON policies (term_date) WHERE deleted_at IS NULL AND term_date IS NOT NULL',
  'CREATE INDEX policies_search ON policies USING gin (search_text gin_trgm_ops)',
  'CREATE INDEX policies_short_terms ON policies USING gin (short_terms(search_text, line))',
  'CREATE INDEX policies_search_keys ON policies USING gin (search_keys)',
  `CREATE TABLE policy_statuses (
    id uuid PRIMARY KEY,
    policy_id uuid NOT NULL REFERENCES policies (id) ON DELETE CASCADE,
    status text NOT NULL CHECK (status IN (${statuses})),
    date date NOT NULL,
    encrypted_reason bytea,
    recorded_at timestamptz DEFAULT now() NOT NULL,
    recorded_by uuid
  )`,
  'CREATE INDEX policy_statuses_policy ON policy_statuses (policy_id)',
  `CREATE TABLE policy_documents (
    policy_id uuid NOT NULL REFERENCES policies (id) ON DELETE CASCADE,
    document_id uuid NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    PRIMARY KEY (policy_id, document_id)
  )`,
  'CREATE INDEX policy_documents_document ON policy_documents (document_id)',
]

/** Policies of clients with their carriers and dated statuses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of tables) await sql.raw(statement).execute(db)
}
