import { type Kysely, sql } from 'kysely'

const statements = [
  'CREATE EXTENSION IF NOT EXISTS pg_trgm',

  `CREATE TABLE admins (
    id uuid PRIMARY KEY,
    username text NOT NULL,
    email text NOT NULL,
    role text NOT NULL CHECK (role IN ('standard', 'power')),
    first_name text NOT NULL,
    last_name text NOT NULL,
    password_hash text NOT NULL,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE UNIQUE INDEX admins_username ON admins (lower(username))',

  `CREATE TABLE admin_sessions (
    id uuid PRIMARY KEY,
    admin_id uuid NOT NULL REFERENCES admins ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    revoked_at timestamptz
  )`,
  'CREATE INDEX admin_sessions_admin ON admin_sessions (admin_id)',

  `CREATE TABLE clients (
    id uuid PRIMARY KEY,
    client_first_name text,
    client_last_name text,
    dob date,
    next_f_u_date date,
    current_health_plan_name text,
    status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'inactive', 'unpaid', 'cancelled')),
    primary_email text,
    primary_phone text,
    profile jsonb NOT NULL DEFAULT '{}',
    sealed_identity bytea,
    sealed_payment bytea,
    sealed_logins bytea,
    sealed_family bytea,
    cvc_stored_at timestamptz,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    search_text text GENERATED ALWAYS AS (
      lower(coalesce(client_first_name, '') || ' ' || coalesce(client_last_name, '') || ' ' ||
        coalesce(current_health_plan_name, ''))
    ) STORED
  )`,
  'CREATE INDEX clients_search ON clients USING gin (search_text gin_trgm_ops) WITH (fastupdate = off)',
  'CREATE INDEX clients_status ON clients (status)',
  'CREATE INDEX clients_cvc ON clients (cvc_stored_at) WHERE cvc_stored_at IS NOT NULL',
  ...['client_first_name', 'client_last_name', 'current_health_plan_name'].flatMap((column) => [
    `CREATE INDEX clients_${column}_asc ON clients (${column} COLLATE "und-x-icu" ASC NULLS LAST, id)`,
    `CREATE INDEX clients_${column}_desc ON clients (${column} COLLATE "und-x-icu" DESC NULLS LAST, id)`,
  ]),
  ...['dob', 'next_f_u_date'].flatMap((column) => [
    `CREATE INDEX clients_${column}_asc ON clients (${column} ASC NULLS LAST, id)`,
    `CREATE INDEX clients_${column}_desc ON clients (${column} DESC NULLS LAST, id)`,
  ]),

  // What each field was before a change, as a keyed digest: enough to tell which fields an older copy changed.
  `CREATE TABLE client_changes (
    client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    version integer NOT NULL,
    field text NOT NULL,
    previous_digest bytea NOT NULL,
    PRIMARY KEY (client_id, version, field)
  )`,

  `CREATE TABLE files (
    id uuid PRIMARY KEY,
    sha256 bytea NOT NULL,
    size bigint NOT NULL,
    mime_type text NOT NULL,
    pages integer,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,

  `CREATE TABLE global_forms (
    id uuid PRIMARY KEY,
    title text,
    type text NOT NULL CHECK (type IN ('DocuSign', 'PDF', 'Link')),
    source text,
    notes text,
    folder text,
    requires_signature boolean NOT NULL DEFAULT true,
    docusign_template_id text,
    file_id uuid REFERENCES files,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,

  `CREATE TABLE sessions (
    id uuid PRIMARY KEY,
    client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    session_type text NOT NULL CHECK (session_type IN ('onboarding', 'review', 'renewal', 'custom')),
    session_code text NOT NULL UNIQUE,
    sealed_passcode bytea,
    status text NOT NULL DEFAULT 'not_started'
      CHECK (status IN ('not_started', 'in_progress', 'completed', 'declined', 'expired', 'cancelled')),
    submitted_at timestamptz,
    expires_at timestamptz NOT NULL,
    consented_at timestamptz,
    consent_version text,
    consent_language text,
    consent_sha256 text,
    created_by uuid REFERENCES admins ON DELETE SET NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE INDEX sessions_client ON sessions (client_id, created_at DESC)',

  `CREATE TABLE portal_sessions (
    id uuid PRIMARY KEY,
    session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    last_seen_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    revoked_at timestamptz
  )`,
  'CREATE INDEX portal_sessions_session ON portal_sessions (session_id)',

  `CREATE TABLE attempts (
    bucket bytea PRIMARY KEY,
    count integer NOT NULL,
    window_ends_at timestamptz NOT NULL,
    blocked_until timestamptz
  )`,

  `CREATE TABLE session_forms (
    id uuid PRIMARY KEY,
    session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
    form_id uuid REFERENCES global_forms ON DELETE SET NULL,
    title text,
    type text NOT NULL CHECK (type IN ('DocuSign', 'PDF', 'Link')),
    folder text,
    notes text,
    source text,
    source_template_id text,
    status text NOT NULL DEFAULT 'pending'
      CHECK (status IN ('pending', 'sent', 'viewed', 'signed', 'completed', 'declined', 'voided', 'expired')),
    order_index integer NOT NULL DEFAULT 0,
    requires_signature boolean NOT NULL DEFAULT true,
    file_id uuid REFERENCES files,
    created_at timestamptz NOT NULL DEFAULT now(),
    sent_at timestamptz,
    read_at timestamptz,
    signed_at timestamptz,
    completed_at timestamptz,
    version integer NOT NULL DEFAULT 1
  )`,
  'CREATE INDEX session_forms_session ON session_forms (session_id, order_index, id)',
  'CREATE INDEX session_forms_form ON session_forms (form_id)',

  `CREATE TABLE envelopes (
    id uuid PRIMARY KEY,
    session_form_id uuid NOT NULL REFERENCES session_forms ON DELETE RESTRICT,
    provider text NOT NULL CHECK (provider IN ('built-in', 'docusign')),
    status text NOT NULL CHECK (status IN ('sent', 'viewed', 'signed', 'completed', 'declined', 'voided')),
    sealed_signing bytea,
    sealed_file_id uuid UNIQUE REFERENCES files,
    error text,
    sent_at timestamptz NOT NULL,
    viewed_at timestamptz,
    signed_at timestamptz,
    completed_at timestamptz,
    ended_reason text
  )`,
  `CREATE UNIQUE INDEX envelopes_active ON envelopes (session_form_id) WHERE status NOT IN ('declined', 'voided')`,

  `CREATE TABLE jobs (
    id uuid PRIMARY KEY,
    kind text NOT NULL,
    subject_id uuid NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    run_at timestamptz NOT NULL DEFAULT now(),
    done_at timestamptz,
    last_error text,
    UNIQUE (kind, subject_id)
  )`,
  'CREATE INDEX jobs_due ON jobs (run_at) WHERE done_at IS NULL',

  // A chain a client, and one for the agency: appends to different clients never wait for one another.
  `CREATE TABLE audit_chains (
    chain text PRIMARY KEY,
    position bigint NOT NULL,
    head bytea NOT NULL
  )`,
  `CREATE TABLE audit_events (
    id uuid PRIMARY KEY,
    chain text NOT NULL,
    position bigint NOT NULL,
    at timestamptz NOT NULL,
    actor_kind text NOT NULL,
    actor_id uuid,
    action text NOT NULL,
    client_id uuid,
    session_id uuid,
    subject_id uuid,
    fields text[] NOT NULL DEFAULT '{}',
    address text,
    detail text,
    hash bytea NOT NULL,
    UNIQUE (chain, position)
  )`,
  'CREATE INDEX audit_events_subject ON audit_events (subject_id, at)',
  `CREATE FUNCTION audit_events_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'audit_events is append-only'; END $$`,
  `CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE ON audit_events
    FOR EACH ROW EXECUTE FUNCTION audit_events_are_append_only()`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
