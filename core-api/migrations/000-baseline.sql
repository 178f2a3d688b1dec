-- The schema of the first release. Later changes are migrations of their own; this file is never edited after the release.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE FUNCTION phone_digits(phone text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $_$
    SELECT regexp_replace(regexp_replace(phone, '[^0-9]', '', 'g'), '^1(?=[0-9]{10}$)', '') $_$;

CREATE FUNCTION short_terms(searched text, status text) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT array_agg(DISTINCT term) || ('=' || status) FROM (
      SELECT substr(searched, n, size) AS term FROM generate_series(1, length(searched)) AS n, (VALUES (1), (2)) AS sizes (size)
    ) AS terms WHERE strpos(term, ' ') = 0 $$;

CREATE TABLE admin_invitations (
  id uuid NOT NULL,
  email text NOT NULL,
  username text NOT NULL,
  role text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  token_hash bytea NOT NULL,
  invited_by uuid,
  expires_at timestamptz NOT NULL,
  sent_at timestamptz DEFAULT now() NOT NULL,
  ended_at timestamptz,
  CONSTRAINT admin_invitations_pkey PRIMARY KEY (id)
);

CREATE INDEX admin_invitations_inviter ON admin_invitations (invited_by);
CREATE UNIQUE INDEX admin_invitations_email ON admin_invitations (lower(email));
CREATE UNIQUE INDEX admin_invitations_token ON admin_invitations (token_hash);
CREATE UNIQUE INDEX admin_invitations_username ON admin_invitations (lower(username));

CREATE TABLE admins (
  id uuid NOT NULL,
  username text NOT NULL,
  email text NOT NULL,
  role text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  password_hash text,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  field_versions jsonb DEFAULT '{}' NOT NULL,
  setup_required boolean DEFAULT false NOT NULL,
  digest boolean DEFAULT false NOT NULL,
  second_factor_postponed_at timestamptz,
  CONSTRAINT admins_role_check CHECK (role IN ('power', 'standard', 'assistant', 'auditor')),
  CONSTRAINT admins_pkey PRIMARY KEY (id)
);

CREATE INDEX admins_email ON admins (lower(email));
CREATE UNIQUE INDEX admins_username ON admins (lower(username));

CREATE TABLE admin_authenticators (
  id uuid NOT NULL,
  admin_id uuid NOT NULL,
  encrypted_secret bytea NOT NULL,
  confirmed_at timestamptz,
  last_step bigint DEFAULT 0 NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT admin_authenticators_pkey PRIMARY KEY (id),
  CONSTRAINT admin_authenticators_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX admin_authenticators_one ON admin_authenticators (admin_id, ((confirmed_at IS NULL)));

CREATE TABLE admin_devices (
  device uuid NOT NULL,
  admin_id uuid NOT NULL,
  last_login_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT admin_devices_pkey PRIMARY KEY (admin_id, device),
  CONSTRAINT admin_devices_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id) ON DELETE CASCADE
);

CREATE INDEX admin_devices_age ON admin_devices (last_login_at);

CREATE TABLE admin_identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  admin_id uuid NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  last_login_at timestamptz DEFAULT now() NOT NULL,
  refused_at timestamptz,
  CONSTRAINT admin_identities_pkey PRIMARY KEY (issuer, subject),
  CONSTRAINT admin_identities_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX admin_identities_admin ON admin_identities (admin_id, issuer);

CREATE TABLE admin_passkeys (
  id uuid NOT NULL,
  admin_id uuid NOT NULL,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  last_used_at timestamptz,
  CONSTRAINT admin_passkeys_credential_id_key UNIQUE (credential_id),
  CONSTRAINT admin_passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT admin_passkeys_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id) ON DELETE CASCADE
);

CREATE INDEX admin_passkeys_admin ON admin_passkeys (admin_id);

CREATE TABLE admin_recovery_codes (
  id uuid NOT NULL,
  admin_id uuid NOT NULL,
  salt bytea NOT NULL,
  hash bytea NOT NULL,
  used_at timestamptz,
  CONSTRAINT admin_recovery_codes_pkey PRIMARY KEY (id),
  CONSTRAINT admin_recovery_codes_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id) ON DELETE CASCADE
);

CREATE INDEX admin_recovery_codes_admin ON admin_recovery_codes (admin_id);

CREATE TABLE admin_sessions (
  id uuid NOT NULL,
  admin_id uuid NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  idle_ends_at timestamptz DEFAULT (now() + '00:30:00'::interval) NOT NULL,
  device_name text,
  address text,
  at_provider boolean DEFAULT false NOT NULL,
  last_seen_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT admin_sessions_pkey PRIMARY KEY (id),
  CONSTRAINT admin_sessions_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id) ON DELETE CASCADE
);

CREATE INDEX admin_sessions_admin ON admin_sessions (admin_id);

CREATE TABLE admin_challenges (
  id uuid NOT NULL,
  purpose text NOT NULL,
  admin_id uuid,
  admin_session_id uuid,
  device uuid,
  challenge text,
  tries integer DEFAULT 0 NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT admin_challenges_pkey PRIMARY KEY (id),
  CONSTRAINT admin_challenges_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id) ON DELETE CASCADE,
  CONSTRAINT admin_challenges_admin_session_id_fkey FOREIGN KEY (admin_session_id) REFERENCES admin_sessions(id) ON DELETE CASCADE
);

CREATE INDEX admin_challenges_admin ON admin_challenges (admin_id);
CREATE INDEX admin_challenges_age ON admin_challenges (expires_at);
CREATE INDEX admin_challenges_session ON admin_challenges (admin_session_id);

CREATE TABLE audit_anchored_chains (
  chain text NOT NULL,
  "position" bigint NOT NULL,
  anchor integer NOT NULL,
  CONSTRAINT audit_anchored_chains_pkey PRIMARY KEY (chain)
);

CREATE INDEX audit_anchored_chains_anchor ON audit_anchored_chains (anchor);

CREATE TABLE audit_anchors (
  number integer NOT NULL,
  at timestamptz NOT NULL,
  digest bytea NOT NULL,
  CONSTRAINT audit_anchors_pkey PRIMARY KEY (number)
);

CREATE TABLE audit_chains (
  chain text NOT NULL,
  "position" bigint NOT NULL,
  head bytea NOT NULL,
  carried_position bigint,
  carried_mac bytea,
  CONSTRAINT audit_chains_pkey PRIMARY KEY (chain)
);

CREATE TABLE audit_events (
  id uuid NOT NULL,
  chain text NOT NULL,
  "position" bigint NOT NULL,
  at timestamptz NOT NULL,
  actor_kind text NOT NULL,
  actor_id uuid,
  action text NOT NULL,
  client_id uuid,
  session_id uuid,
  subject_id uuid,
  fields text[] DEFAULT '{}'::text[] NOT NULL,
  address text,
  detail text,
  hash bytea NOT NULL,
  mac bytea,
  CONSTRAINT audit_events_chain_position_key UNIQUE (chain, "position"),
  CONSTRAINT audit_events_pkey PRIMARY KEY (id)
);

CREATE INDEX audit_events_action ON audit_events (action, at, id);
CREATE INDEX audit_events_actor_id ON audit_events (actor_id, at, id) WHERE (actor_id IS NOT NULL);
CREATE INDEX audit_events_at ON audit_events (at, id);
CREATE INDEX audit_events_sealed ON audit_events (detail) WHERE (action = 'sealed');
CREATE INDEX audit_events_session_id ON audit_events (session_id, at, id) WHERE (session_id IS NOT NULL);
CREATE INDEX audit_events_subject_id ON audit_events (subject_id, at, id) WHERE (subject_id IS DISTINCT FROM client_id);
CREATE INDEX audit_events_unkeyed ON audit_events (chain, "position") WHERE (mac IS NULL);

CREATE TABLE audit_keys (
  id uuid NOT NULL,
  only_one boolean DEFAULT true NOT NULL,
  encrypted_key bytea NOT NULL,
  CONSTRAINT audit_keys_only_one_check CHECK (only_one),
  CONSTRAINT audit_keys_only_one_key UNIQUE (only_one),
  CONSTRAINT audit_keys_pkey PRIMARY KEY (id)
);

CREATE TABLE client_list_views (
  id uuid NOT NULL,
  admin_id uuid NOT NULL,
  name text NOT NULL,
  shared boolean NOT NULL,
  view jsonb NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT client_list_views_admin_id_name_key UNIQUE (admin_id, name),
  CONSTRAINT client_list_views_pkey PRIMARY KEY (id),
  CONSTRAINT client_list_views_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id) ON DELETE CASCADE
);

CREATE TABLE files (
  id uuid NOT NULL,
  sha256 bytea NOT NULL,
  size bigint NOT NULL,
  mime_type text NOT NULL,
  pages integer,
  created_at timestamptz DEFAULT now() NOT NULL,
  original_sha256 bytea,
  losses jsonb,
  CONSTRAINT files_original_sha256_check CHECK ((octet_length(original_sha256) = 32)),
  CONSTRAINT files_pkey PRIMARY KEY (id)
);

CREATE INDEX files_sha256 ON files (sha256);

CREATE TABLE file_findings (
  file_id uuid NOT NULL,
  state text NOT NULL,
  found_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT file_findings_state_check CHECK (state IN ('missing', 'damaged')),
  CONSTRAINT file_findings_pkey PRIMARY KEY (file_id),
  CONSTRAINT file_findings_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE CASCADE
);

CREATE TABLE form_presets (
  id uuid NOT NULL,
  name text NOT NULL,
  session_type text,
  created_at timestamptz DEFAULT now() NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  field_versions jsonb DEFAULT '{}' NOT NULL,
  CONSTRAINT form_presets_pkey PRIMARY KEY (id)
);

CREATE TABLE former_admins (
  id uuid NOT NULL,
  name text NOT NULL,
  deleted_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT former_admins_pkey PRIMARY KEY (id)
);

CREATE TABLE former_values (
  record_id uuid NOT NULL,
  field text NOT NULL,
  version integer NOT NULL,
  value jsonb,
  digest bytea,
  CONSTRAINT former_values_pkey PRIMARY KEY (record_id, field, version)
);

CREATE TABLE global_forms (
  id uuid NOT NULL,
  title text,
  type text NOT NULL,
  source text,
  notes text,
  folder text,
  requires_signature boolean DEFAULT true NOT NULL,
  docusign_template_id text,
  file_id uuid,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  field_versions jsonb DEFAULT '{}' NOT NULL,
  template_title text,
  retired_at timestamptz,
  fields jsonb DEFAULT '[]' NOT NULL,
  template_modified_at text,
  archived_at timestamptz,
  file_version integer DEFAULT 1 NOT NULL,
  field_notes jsonb DEFAULT '[]' NOT NULL,
  CONSTRAINT global_forms_type_check CHECK (type IN ('DocuSign', 'PDF', 'Link')),
  CONSTRAINT global_forms_pkey PRIMARY KEY (id),
  CONSTRAINT global_forms_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id)
);

CREATE UNIQUE INDEX global_forms_template ON global_forms (docusign_template_id) WHERE (docusign_template_id IS NOT NULL);

CREATE TABLE form_preset_forms (
  preset_id uuid NOT NULL,
  form_id uuid NOT NULL,
  place integer NOT NULL,
  CONSTRAINT form_preset_forms_pkey PRIMARY KEY (preset_id, form_id),
  CONSTRAINT form_preset_forms_form_id_fkey FOREIGN KEY (form_id) REFERENCES global_forms(id) ON DELETE CASCADE,
  CONSTRAINT form_preset_forms_preset_id_fkey FOREIGN KEY (preset_id) REFERENCES form_presets(id) ON DELETE CASCADE
);

CREATE INDEX form_preset_forms_form ON form_preset_forms (form_id);

CREATE TABLE idempotency_keys (
  caller_id uuid NOT NULL,
  key text NOT NULL,
  call_digest bytea NOT NULL,
  made_ids uuid[] NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (caller_id, key)
);

CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

CREATE TABLE installation (
  only_row boolean DEFAULT true NOT NULL,
  id uuid NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  stored_at timestamptz,
  CONSTRAINT installation_only_row_check CHECK (only_row),
  CONSTRAINT installation_pkey PRIMARY KEY (only_row)
);

CREATE TABLE jobs (
  id uuid NOT NULL,
  kind text NOT NULL,
  subject_id uuid NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  run_at timestamptz DEFAULT now() NOT NULL,
  done_at timestamptz,
  last_error text,
  CONSTRAINT jobs_kind_subject_id_key UNIQUE (kind, subject_id),
  CONSTRAINT jobs_pkey PRIMARY KEY (id)
);

CREATE INDEX jobs_due ON jobs (run_at) WHERE (done_at IS NULL);

CREATE TABLE message_templates (
  kind text NOT NULL,
  language text NOT NULL,
  version integer NOT NULL,
  subject text,
  body text,
  text text,
  created_at timestamptz DEFAULT now() NOT NULL,
  created_by uuid,
  CONSTRAINT message_templates_check CHECK ((((subject IS NULL) = (body IS NULL)) AND ((body IS NULL) = (text IS NULL)))),
  CONSTRAINT message_templates_pkey PRIMARY KEY (kind, language, version),
  CONSTRAINT message_templates_created_by_fkey FOREIGN KEY (created_by) REFERENCES admins(id) ON DELETE SET NULL
);

CREATE TABLE oidc_logins (
  state_hash bytea NOT NULL,
  provider text NOT NULL,
  device uuid NOT NULL,
  admin_id uuid,
  expires_at timestamptz NOT NULL,
  admin_session_id uuid,
  CONSTRAINT oidc_logins_pkey PRIMARY KEY (state_hash),
  CONSTRAINT oidc_logins_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id) ON DELETE CASCADE,
  CONSTRAINT oidc_logins_admin_session_id_fkey FOREIGN KEY (admin_session_id) REFERENCES admin_sessions(id) ON DELETE CASCADE
);

CREATE INDEX oidc_logins_age ON oidc_logins (expires_at);
CREATE INDEX oidc_logins_session ON oidc_logins (admin_session_id);

CREATE TABLE password_resets (
  token_hash bytea NOT NULL,
  admin_id uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT password_resets_pkey PRIMARY KEY (token_hash),
  CONSTRAINT password_resets_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id) ON DELETE CASCADE
);

CREATE INDEX password_resets_admin ON password_resets (admin_id);

CREATE TABLE provider_messages (
  id uuid NOT NULL,
  provider text NOT NULL,
  sha256 bytea NOT NULL,
  states jsonb NOT NULL,
  received_at timestamptz DEFAULT now() NOT NULL,
  outcome text,
  CONSTRAINT provider_messages_pkey PRIMARY KEY (id),
  CONSTRAINT provider_messages_sha256_key UNIQUE (sha256)
);

CREATE TABLE rate_limits (
  bucket bytea NOT NULL,
  count integer NOT NULL,
  window_ends_at timestamptz NOT NULL,
  blocked_until timestamptz,
  CONSTRAINT attempts_pkey PRIMARY KEY (bucket)
);

CREATE INDEX rate_limits_age ON rate_limits (window_ends_at);

CREATE TABLE record_read_alerts (
  admin_id uuid NOT NULL,
  kind text NOT NULL,
  alerted_at timestamptz NOT NULL,
  CONSTRAINT record_read_alerts_pkey PRIMARY KEY (admin_id, kind)
);

CREATE TABLE record_reads (
  admin_id uuid NOT NULL,
  client_id uuid NOT NULL,
  read_at timestamptz NOT NULL,
  listed boolean DEFAULT false NOT NULL,
  CONSTRAINT record_reads_pkey PRIMARY KEY (admin_id, client_id)
);

CREATE INDEX record_reads_age ON record_reads (read_at);

CREATE TABLE recurring_jobs (
  kind text NOT NULL,
  due_at timestamptz DEFAULT now() NOT NULL,
  lease_holder uuid,
  leased_until timestamptz,
  ended_at timestamptz,
  progress jsonb,
  result jsonb,
  last_error text,
  CONSTRAINT recurring_jobs_pkey PRIMARY KEY (kind)
);

CREATE TABLE reveal_alerts (
  id uuid NOT NULL,
  admin_id uuid NOT NULL,
  clients integer NOT NULL,
  usual_clients double precision,
  raised_at timestamptz NOT NULL,
  acknowledged_at timestamptz,
  acknowledged_by uuid,
  CONSTRAINT reveal_alerts_pkey PRIMARY KEY (id)
);

CREATE INDEX reveal_alerts_person ON reveal_alerts (admin_id, acknowledged_at);
CREATE INDEX reveal_alerts_raised ON reveal_alerts (raised_at);
CREATE UNIQUE INDEX reveal_alerts_open ON reveal_alerts (admin_id) WHERE (acknowledged_at IS NULL);

CREATE TABLE schema_readers (
  migration text NOT NULL,
  readable_from text NOT NULL,
  CONSTRAINT schema_readers_pkey PRIMARY KEY (migration)
);

CREATE TABLE session_counters (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  state text NOT NULL,
  sessions bigint NOT NULL,
  CONSTRAINT session_counters_pkey PRIMARY KEY (id)
) WITH (fillfactor='50');

CREATE TABLE teams (
  id uuid NOT NULL,
  name text NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  field_versions jsonb DEFAULT '{}' NOT NULL,
  CONSTRAINT teams_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX teams_name ON teams (lower(name));

CREATE TABLE clients (
  id uuid NOT NULL,
  client_first_name text,
  client_last_name text,
  dob date,
  next_f_u_date date,
  current_health_plan_name text,
  status text DEFAULT 'active' NOT NULL,
  primary_email text,
  primary_phone text,
  profile jsonb DEFAULT 'null' NOT NULL,
  encrypted_identity bytea,
  encrypted_payment bytea,
  encrypted_logins bytea,
  encrypted_family bytea,
  cvc_stored_at timestamptz,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  search_text text GENERATED ALWAYS AS (lower((regexp_replace(NORMALIZE(((((COALESCE(client_first_name, '') || ' ') ||
    COALESCE(client_last_name, '')) || ' ') || COALESCE(current_health_plan_name, '')), NFD), '[\u0300-\u036f]', '',
    'g') COLLATE "und-x-icu"))) STORED,
  encrypted_profile bytea,
  owner_id uuid,
  contact_text text GENERATED ALWAYS AS (((lower((COALESCE(primary_email, '') COLLATE "und-x-icu")) || ' ') ||
    regexp_replace(COALESCE(primary_phone, ''), '[^0-9]', '', 'g'))) STORED,
  first_name_start text GENERATED ALWAYS AS ("left"(client_first_name, 60)) STORED,
  last_name_start text GENERATED ALWAYS AS ("left"(client_last_name, 60)) STORED,
  search_keys bytea[] DEFAULT '{}'::bytea[] NOT NULL,
  search_key_id bytea,
  search_keys_version integer,
  archived_at timestamptz,
  team_id uuid,
  CONSTRAINT clients_status_check CHECK (status IN ('active', 'inactive', 'unpaid', 'cancelled')),
  CONSTRAINT clients_pkey PRIMARY KEY (id),
  CONSTRAINT clients_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES admins(id) ON DELETE SET NULL,
  CONSTRAINT clients_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE SET NULL
);

CREATE INDEX clients_archived ON clients (id) WHERE (archived_at IS NOT NULL);
CREATE INDEX clients_client_first_name_asc ON clients (client_first_name COLLATE "und-x-icu", last_name_start COLLATE "und-x-icu", id) INCLUDE
  (status) WHERE (archived_at IS NULL);
CREATE INDEX clients_client_first_name_desc ON clients (client_first_name COLLATE "und-x-icu" DESC NULLS LAST, last_name_start COLLATE "und-x-icu",
  id) INCLUDE (status) WHERE (archived_at IS NULL);
CREATE INDEX clients_client_last_name_asc ON clients (client_last_name COLLATE "und-x-icu", first_name_start COLLATE "und-x-icu", id) INCLUDE
  (status) WHERE (archived_at IS NULL);
CREATE INDEX clients_client_last_name_desc ON clients (client_last_name COLLATE "und-x-icu" DESC NULLS LAST, first_name_start COLLATE "und-x-icu",
  id) INCLUDE (status) WHERE (archived_at IS NULL);
CREATE INDEX clients_contact ON clients USING gin (contact_text gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX clients_contact_start ON clients ("left"(contact_text, 60) text_pattern_ops);
CREATE INDEX clients_current_health_plan_name_asc ON clients (current_health_plan_name COLLATE "und-x-icu", first_name_start COLLATE "und-x-icu", id)
  INCLUDE (status) WHERE (archived_at IS NULL);
CREATE INDEX clients_current_health_plan_name_desc ON clients (current_health_plan_name COLLATE "und-x-icu" DESC NULLS LAST, first_name_start COLLATE
  "und-x-icu", id) INCLUDE (status) WHERE (archived_at IS NULL);
CREATE INDEX clients_cvc ON clients (cvc_stored_at) WHERE (cvc_stored_at IS NOT NULL);
CREATE INDEX clients_dob_asc ON clients (dob, first_name_start COLLATE "und-x-icu", id) INCLUDE (status) WHERE (archived_at IS NULL);
CREATE INDEX clients_dob_desc ON clients (dob DESC NULLS LAST, first_name_start COLLATE "und-x-icu", id) INCLUDE (status) WHERE (archived_at IS NULL);
CREATE INDEX clients_next_f_u_date_asc ON clients (next_f_u_date, first_name_start COLLATE "und-x-icu", id) INCLUDE (status) WHERE (archived_at IS
  NULL);
CREATE INDEX clients_next_f_u_date_desc ON clients (next_f_u_date DESC NULLS LAST, first_name_start COLLATE "und-x-icu", id) INCLUDE (status) WHERE
  (archived_at IS NULL);
CREATE INDEX clients_owner ON clients (owner_id) WHERE (owner_id IS NOT NULL);
CREATE INDEX clients_phone ON clients (phone_digits(primary_phone) text_pattern_ops);
CREATE INDEX clients_phone_end ON clients (reverse(phone_digits(primary_phone)) text_pattern_ops);
CREATE INDEX clients_plain_profile ON clients (id) WHERE ((encrypted_profile IS NULL) AND (profile <> 'null'));
CREATE INDEX clients_search ON clients USING gin (search_text gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX clients_search_keys ON clients USING gin (search_keys) WITH (fastupdate=off);
CREATE INDEX clients_short_terms ON clients USING gin (short_terms(search_text, status)) WITH (fastupdate=off);
CREATE INDEX clients_status ON clients (status) WHERE (archived_at IS NULL);
CREATE INDEX clients_status_asc ON clients (status, first_name_start COLLATE "und-x-icu", id) WHERE (archived_at IS NULL);
CREATE INDEX clients_status_desc ON clients (status DESC NULLS LAST, first_name_start COLLATE "und-x-icu", id) WHERE (archived_at IS NULL);
CREATE INDEX clients_team ON clients (team_id) WHERE (team_id IS NOT NULL);
CREATE INDEX clients_without_search_keys ON clients (id) WHERE (search_keys_version IS DISTINCT FROM version);

CREATE TABLE client_changes (
  client_id uuid NOT NULL,
  version integer NOT NULL,
  field text NOT NULL,
  previous_digest bytea NOT NULL,
  CONSTRAINT client_changes_pkey PRIMARY KEY (client_id, version, field),
  CONSTRAINT client_changes_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id) ON DELETE CASCADE
);

CREATE TABLE contact_changes (
  id uuid NOT NULL,
  client_id uuid NOT NULL,
  field text NOT NULL,
  changed_at timestamptz DEFAULT clock_timestamp() NOT NULL,
  changed_by uuid NOT NULL,
  changed_by_name text,
  may_see boolean NOT NULL,
  CONSTRAINT contact_changes_field_check CHECK (field IN ('email', 'phone')),
  CONSTRAINT contact_changes_pkey PRIMARY KEY (id),
  CONSTRAINT contact_changes_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id) ON DELETE CASCADE
);

CREATE INDEX contact_changes_client ON contact_changes (client_id, changed_at DESC);

CREATE TABLE reveal_reasons (
  id uuid NOT NULL,
  client_id uuid NOT NULL,
  encrypted_details bytea NOT NULL,
  CONSTRAINT reveal_reasons_pkey PRIMARY KEY (id),
  CONSTRAINT reveal_reasons_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id) ON DELETE CASCADE
);

CREATE INDEX reveal_reasons_client ON reveal_reasons (client_id);

CREATE TABLE sessions (
  id uuid NOT NULL,
  client_id uuid NOT NULL,
  session_type text NOT NULL,
  session_code text NOT NULL,
  encrypted_passcode bytea,
  status text DEFAULT 'not_started' NOT NULL,
  submitted_at timestamptz,
  expires_at timestamptz NOT NULL,
  consented_at timestamptz,
  consent_version text,
  consent_language text,
  consent_sha256 text,
  created_by uuid,
  created_at timestamptz DEFAULT now() NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  field_versions jsonb DEFAULT '{}' NOT NULL,
  archived_at timestamptz,
  sent_at timestamptz,
  signing_code text DEFAULT 'off' NOT NULL,
  encrypted_code_destinations bytea,
  code_destinations_changed_at timestamptz,
  passcode_level text,
  passcode_set_at timestamptz DEFAULT now() NOT NULL,
  signed_level text,
  signed_to text,
  held_send jsonb,
  contact_changes_since timestamptz DEFAULT (now() - '7 days'::interval) NOT NULL,
  copy_ends_at timestamptz,
  CONSTRAINT sessions_passcode_level_check CHECK (passcode_level IN ('chosen_or_seen', 'made_and_sent')),
  CONSTRAINT sessions_session_type_check CHECK (session_type IN ('onboarding', 'review', 'renewal', 'custom')),
  CONSTRAINT sessions_signed_level_check CHECK (signed_level IN ('chosen_or_seen', 'made_and_sent', 'one_time_code')),
  CONSTRAINT sessions_signing_code_check CHECK (signing_code IN ('off', 'client', 'email', 'text')),
  CONSTRAINT sessions_status_check CHECK (status IN ('not_started', 'in_progress', 'completed', 'declined',
    'expired', 'cancelled')),
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_session_code_key UNIQUE (session_code),
  CONSTRAINT sessions_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id) ON DELETE CASCADE,
  CONSTRAINT sessions_created_by_fkey FOREIGN KEY (created_by) REFERENCES admins(id) ON DELETE SET NULL
);

CREATE INDEX sessions_archived ON sessions (created_at DESC, id) WHERE (archived_at IS NOT NULL);
CREATE INDEX sessions_client ON sessions (client_id, created_at DESC);
CREATE INDEX sessions_counted ON sessions (status) WHERE (archived_at IS NULL);
CREATE INDEX sessions_declined ON sessions (id) INCLUDE (client_id) WHERE ((status = 'declined') AND (archived_at IS NULL));
CREATE INDEX sessions_newest ON sessions (created_at DESC, id);
CREATE INDEX sessions_status ON sessions (status, created_at DESC, id);
CREATE INDEX sessions_unfinished ON sessions (expires_at) INCLUDE (client_id, id, created_at) WHERE (status IN ('not_started',
  'in_progress') AND (archived_at IS NULL));
CREATE INDEX sessions_unfinished_of_client ON sessions (client_id, expires_at) INCLUDE (id) WHERE (status IN ('not_started',
  'in_progress') AND (archived_at IS NULL));
CREATE INDEX sessions_without_passcode ON sessions (expires_at) INCLUDE (id) WHERE (status IN ('not_started', 'in_progress')
  AND (archived_at IS NULL) AND (encrypted_passcode IS NULL));

CREATE TABLE outbox_messages (
  id uuid NOT NULL,
  kind text NOT NULL,
  channel text NOT NULL,
  language text NOT NULL,
  destination text NOT NULL,
  encrypted_message bytea,
  state text DEFAULT 'queued' NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  unconfirmed integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamptz DEFAULT now() NOT NULL,
  error text,
  provider_id text,
  session_id uuid,
  client_id uuid,
  admin_id uuid,
  key text,
  created_at timestamptz DEFAULT now() NOT NULL,
  sent_at timestamptz,
  CONSTRAINT outbox_messages_channel_check CHECK (channel IN ('email', 'text')),
  CONSTRAINT outbox_messages_check CHECK (((encrypted_message IS NULL) OR (state <> ALL (ARRAY['sent', 'dead'])))),
  CONSTRAINT outbox_messages_state_check CHECK (state IN ('queued', 'sending', 'sent', 'failed', 'dead')),
  CONSTRAINT outbox_messages_key_key UNIQUE (key),
  CONSTRAINT outbox_messages_pkey PRIMARY KEY (id),
  CONSTRAINT outbox_messages_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id) ON DELETE CASCADE,
  CONSTRAINT outbox_messages_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id) ON DELETE CASCADE,
  CONSTRAINT outbox_messages_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);

CREATE INDEX outbox_messages_admin ON outbox_messages (admin_id);
CREATE INDEX outbox_messages_client ON outbox_messages (client_id);
CREATE INDEX outbox_messages_due ON outbox_messages (next_attempt_at) WHERE state IN ('queued', 'sending', 'failed');
CREATE INDEX outbox_messages_provider ON outbox_messages (provider_id);
CREATE INDEX outbox_messages_session ON outbox_messages (session_id, id);

CREATE TABLE portal_sessions (
  id uuid NOT NULL,
  session_id uuid NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  last_seen_at timestamptz DEFAULT now() NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  device uuid,
  in_agency boolean DEFAULT false NOT NULL,
  CONSTRAINT portal_sessions_pkey PRIMARY KEY (id),
  CONSTRAINT portal_sessions_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);

CREATE INDEX portal_sessions_session ON portal_sessions (session_id);

CREATE TABLE session_devices (
  device uuid NOT NULL,
  session_id uuid NOT NULL,
  last_login_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT session_devices_pkey PRIMARY KEY (session_id, device),
  CONSTRAINT session_devices_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);

CREATE INDEX session_devices_age ON session_devices (last_login_at);

CREATE TABLE session_forms (
  id uuid NOT NULL,
  session_id uuid NOT NULL,
  form_id uuid,
  title text,
  type text NOT NULL,
  folder text,
  notes text,
  source text,
  source_template_id text,
  status text DEFAULT 'pending' NOT NULL,
  order_index integer DEFAULT 0 NOT NULL,
  requires_signature boolean DEFAULT true NOT NULL,
  file_id uuid,
  created_at timestamptz DEFAULT now() NOT NULL,
  sent_at timestamptz,
  read_at timestamptz,
  signed_at timestamptz,
  completed_at timestamptz,
  version integer DEFAULT 1 NOT NULL,
  field_versions jsonb DEFAULT '{}' NOT NULL,
  reminded_at timestamptz,
  reminder_id uuid,
  reminder_error text,
  fields jsonb DEFAULT '[]' NOT NULL,
  encrypted_values bytea,
  status_set_at timestamptz,
  status_set_by uuid,
  dates_set text[] DEFAULT '{}'::text[] NOT NULL,
  dates_set_at timestamptz,
  dates_set_by uuid,
  encrypted_notes bytea,
  field_notes jsonb DEFAULT '[]' NOT NULL,
  CONSTRAINT session_forms_status_check CHECK (status IN ('pending', 'sent', 'viewed', 'signed', 'completed',
    'declined', 'voided', 'expired')),
  CONSTRAINT session_forms_type_check CHECK (type IN ('DocuSign', 'PDF', 'Link')),
  CONSTRAINT session_forms_pkey PRIMARY KEY (id),
  CONSTRAINT session_forms_dates_set_by_fkey FOREIGN KEY (dates_set_by) REFERENCES admins(id) ON DELETE SET NULL,
  CONSTRAINT session_forms_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT session_forms_form_id_fkey FOREIGN KEY (form_id) REFERENCES global_forms(id) ON DELETE SET NULL,
  CONSTRAINT session_forms_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  CONSTRAINT session_forms_status_set_by_fkey FOREIGN KEY (status_set_by) REFERENCES admins(id) ON DELETE SET NULL
);

CREATE INDEX session_forms_declined ON session_forms (session_id) WHERE (status = 'declined');
CREATE INDEX session_forms_form ON session_forms (form_id);
CREATE INDEX session_forms_plain_notes ON session_forms (id) WHERE (notes IS NOT NULL);
CREATE INDEX session_forms_session ON session_forms (session_id, order_index, id);
CREATE UNIQUE INDEX session_forms_reminder ON session_forms (reminder_id) WHERE (reminder_id IS NOT NULL);

CREATE TABLE envelopes (
  id uuid NOT NULL,
  session_form_id uuid NOT NULL,
  provider text NOT NULL,
  status text NOT NULL,
  encrypted_signing bytea,
  sealed_file_id uuid,
  error text,
  sent_at timestamptz NOT NULL,
  viewed_at timestamptz,
  signed_at timestamptz,
  completed_at timestamptz,
  ended_reason text,
  provider_id text,
  making_until timestamptz,
  sealing_failed_at timestamptz,
  seal_mac bytea,
  encrypted_reason bytea,
  CONSTRAINT envelopes_status_check CHECK (status IN ('creating', 'sent', 'viewed', 'signed', 'completed',
    'declined', 'voided')),
  CONSTRAINT envelopes_pkey PRIMARY KEY (id),
  CONSTRAINT envelopes_sealed_file_id_key UNIQUE (sealed_file_id),
  CONSTRAINT envelopes_sealed_file_id_fkey FOREIGN KEY (sealed_file_id) REFERENCES files(id),
  CONSTRAINT envelopes_session_form_id_fkey FOREIGN KEY (session_form_id) REFERENCES session_forms(id) ON DELETE RESTRICT
);

CREATE INDEX envelopes_form ON envelopes (session_form_id, id);
CREATE INDEX envelopes_open ON envelopes (provider, id) WHERE status IN ('creating', 'sent', 'viewed', 'signed');
CREATE INDEX envelopes_plain_reason ON envelopes (id) WHERE (ended_reason IS NOT NULL);
CREATE INDEX envelopes_sealing_failed ON envelopes (session_form_id) WHERE (sealing_failed_at IS NOT NULL);
CREATE INDEX envelopes_signed ON envelopes (signed_at) WHERE (signed_at IS NOT NULL);
CREATE INDEX envelopes_unsealed ON envelopes (session_form_id) WHERE (status = 'signed');
CREATE UNIQUE INDEX envelopes_active ON envelopes (session_form_id) WHERE (status <> ALL (ARRAY['declined', 'voided']));
CREATE UNIQUE INDEX envelopes_provider_id ON envelopes (provider, provider_id) WHERE (provider_id IS NOT NULL);

CREATE TABLE declines (
  id uuid NOT NULL,
  session_form_id uuid NOT NULL,
  envelope_id uuid,
  declined_at timestamptz NOT NULL,
  address text,
  encrypted_reason bytea,
  asked_again_at timestamptz,
  asked_again_by uuid,
  CONSTRAINT declines_pkey PRIMARY KEY (id),
  CONSTRAINT declines_asked_again_by_fkey FOREIGN KEY (asked_again_by) REFERENCES admins(id) ON DELETE SET NULL,
  CONSTRAINT declines_envelope_id_fkey FOREIGN KEY (envelope_id) REFERENCES envelopes(id) ON DELETE CASCADE,
  CONSTRAINT declines_session_form_id_fkey FOREIGN KEY (session_form_id) REFERENCES session_forms(id) ON DELETE CASCADE
);

CREATE INDEX declines_asked_again_by ON declines (asked_again_by) WHERE (asked_again_by IS NOT NULL);
CREATE INDEX declines_form ON declines (session_form_id, declined_at DESC);

CREATE TABLE documents (
  id uuid NOT NULL,
  client_id uuid NOT NULL,
  file_id uuid,
  file_name text NOT NULL,
  status text,
  folder text,
  signed boolean DEFAULT false NOT NULL,
  notes text,
  uploaded_at timestamptz DEFAULT now() NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  field_versions jsonb DEFAULT '{}' NOT NULL,
  encrypted_notes bytea,
  scan text DEFAULT 'not_scanned' NOT NULL,
  envelope_id uuid,
  deleted_at timestamptz,
  encrypted_reason bytea,
  CONSTRAINT documents_scan_check CHECK (scan IN ('clean', 'not_scanned')),
  CONSTRAINT documents_envelope_id_key UNIQUE (envelope_id),
  CONSTRAINT documents_file_id_key UNIQUE (file_id),
  CONSTRAINT documents_pkey PRIMARY KEY (id),
  CONSTRAINT documents_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id) ON DELETE CASCADE,
  CONSTRAINT documents_envelope_id_fkey FOREIGN KEY (envelope_id) REFERENCES envelopes(id),
  CONSTRAINT documents_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id)
);

CREATE INDEX documents_client ON documents (client_id, uploaded_at DESC);
CREATE INDEX documents_plain_notes ON documents (id) WHERE (notes IS NOT NULL);

CREATE TABLE pdf_checks (
  id uuid NOT NULL,
  global_form_id uuid,
  session_form_id uuid,
  replaces boolean DEFAULT false NOT NULL,
  file_id uuid,
  refusal text,
  requested_at timestamptz DEFAULT now() NOT NULL,
  failed_attempts smallint DEFAULT 0 NOT NULL,
  make_smaller boolean DEFAULT false NOT NULL,
  losses jsonb,
  accepted_losses jsonb DEFAULT '[]' NOT NULL,
  CONSTRAINT pdf_checks_check CHECK (((global_form_id IS NULL) <> (session_form_id IS NULL))),
  CONSTRAINT pdf_checks_check1 CHECK (((file_id IS NULL) = ((refusal IS NOT NULL) AND (losses IS NULL)))),
  CONSTRAINT pdf_checks_file_id_key UNIQUE (file_id),
  CONSTRAINT pdf_checks_global_form_id_key UNIQUE (global_form_id),
  CONSTRAINT pdf_checks_pkey PRIMARY KEY (id),
  CONSTRAINT pdf_checks_session_form_id_key UNIQUE (session_form_id),
  CONSTRAINT pdf_checks_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT pdf_checks_global_form_id_fkey FOREIGN KEY (global_form_id) REFERENCES global_forms(id) ON DELETE CASCADE,
  CONSTRAINT pdf_checks_session_form_id_fkey FOREIGN KEY (session_form_id) REFERENCES session_forms(id) ON DELETE CASCADE
);

CREATE TABLE proposals (
  id uuid NOT NULL,
  client_id uuid NOT NULL,
  session_form_id uuid NOT NULL,
  field text NOT NULL,
  encrypted_value bytea NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  decision text,
  decided_at timestamptz,
  decided_by uuid,
  CONSTRAINT proposals_check CHECK (((decision IS NULL) = (decided_at IS NULL))),
  CONSTRAINT proposals_decision_check CHECK (decision IN ('accepted', 'dismissed')),
  CONSTRAINT proposals_pkey PRIMARY KEY (id),
  CONSTRAINT proposals_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id) ON DELETE CASCADE,
  CONSTRAINT proposals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES admins(id) ON DELETE SET NULL,
  CONSTRAINT proposals_session_form_id_fkey FOREIGN KEY (session_form_id) REFERENCES session_forms(id) ON DELETE CASCADE
);

CREATE INDEX proposals_client ON proposals (client_id);
CREATE INDEX proposals_document ON proposals (session_form_id);
CREATE INDEX proposals_open ON proposals (client_id, id) WHERE (decision IS NULL);

CREATE TABLE review_copies (
  file_id uuid NOT NULL,
  envelope_id uuid NOT NULL,
  digest bytea NOT NULL,
  is_signed boolean DEFAULT false NOT NULL,
  made_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT review_copies_digest_check CHECK ((octet_length(digest) = 32)),
  CONSTRAINT review_copies_pkey PRIMARY KEY (file_id),
  CONSTRAINT review_copies_envelope_id_fkey FOREIGN KEY (envelope_id) REFERENCES envelopes(id),
  CONSTRAINT review_copies_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id)
);

CREATE INDEX review_copies_envelope ON review_copies (envelope_id);
CREATE INDEX review_copies_made ON review_copies (made_at);
CREATE UNIQUE INDEX review_copies_signed ON review_copies (envelope_id) WHERE is_signed;

CREATE TABLE session_reminders (
  session_id uuid NOT NULL,
  days integer[],
  repeat_days integer,
  most integer,
  paused_at timestamptz,
  next_at timestamptz,
  version integer DEFAULT 1 NOT NULL,
  field_versions jsonb DEFAULT '{}' NOT NULL,
  CONSTRAINT session_reminders_check CHECK ((((days IS NULL) = (repeat_days IS NULL)) AND ((days IS NULL) = (most IS NULL)))),
  CONSTRAINT session_reminders_pkey PRIMARY KEY (session_id),
  CONSTRAINT session_reminders_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);

CREATE INDEX session_reminders_due ON session_reminders (next_at) WHERE (next_at IS NOT NULL);

CREATE TABLE signing_codes (
  id uuid NOT NULL,
  session_id uuid NOT NULL,
  portal_session_id uuid NOT NULL,
  channel text NOT NULL,
  masked_destination text NOT NULL,
  code_digest bytea NOT NULL,
  message_id uuid NOT NULL,
  requested_at timestamptz DEFAULT now() NOT NULL,
  expires_at timestamptz NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  confirmed_at timestamptz,
  address text,
  device text,
  CONSTRAINT signing_codes_channel_check CHECK (channel IN ('email', 'text')),
  CONSTRAINT signing_codes_pkey PRIMARY KEY (id),
  CONSTRAINT signing_codes_portal_session_id_fkey FOREIGN KEY (portal_session_id) REFERENCES portal_sessions(id) ON DELETE CASCADE,
  CONSTRAINT signing_codes_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);

CREATE INDEX signing_codes_session ON signing_codes (session_id, requested_at DESC);
CREATE INDEX signing_codes_sitting ON signing_codes (portal_session_id, requested_at DESC);

CREATE TABLE team_members (
  team_id uuid NOT NULL,
  admin_id uuid NOT NULL,
  CONSTRAINT team_members_pkey PRIMARY KEY (admin_id, team_id),
  CONSTRAINT team_members_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id) ON DELETE CASCADE,
  CONSTRAINT team_members_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE
);

CREATE INDEX team_members_team ON team_members (team_id);

CREATE TABLE text_opt_outs (
  number text NOT NULL,
  source text NOT NULL,
  admin_id uuid,
  opted_out_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT text_opt_outs_source_check CHECK (source IN ('client', 'staff', 'gateway')),
  CONSTRAINT text_opt_outs_pkey PRIMARY KEY (number)
);

CREATE FUNCTION audit_events_are_append_only() RETURNS trigger
  LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'audit_events is append-only'; END $$;

CREATE FUNCTION audit_trail_keeps_rows() RETURNS trigger
  LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP; END $$;

CREATE FUNCTION change_session_counter(counted text, change bigint) RETURNS void
  LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE session_counters SET sessions = sessions + change WHERE id = (
        SELECT id FROM session_counters WHERE state = counted ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED);
      IF NOT FOUND THEN
        INSERT INTO session_counters (state, sessions) VALUES (counted, change);
      END IF;
    END $$;

CREATE FUNCTION count_added_sessions() RETURNS trigger
  LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM change_session_counter(state, sessions)
        FROM (SELECT CASE WHEN added.archived_at IS NULL THEN added.status ELSE 'archived' END AS state, count(*) AS sessions FROM added GROUP BY state) AS counted;
      RETURN NULL;
    END $$;

CREATE FUNCTION count_changed_session() RETURNS trigger
  LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM change_session_counter(CASE WHEN OLD.archived_at IS NULL THEN OLD.status ELSE 'archived' END, -1);
      PERFORM change_session_counter(CASE WHEN NEW.archived_at IS NULL THEN NEW.status ELSE 'archived' END, 1);
      RETURN NULL;
    END $$;

CREATE FUNCTION count_no_sessions() RETURNS trigger
  LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM session_counters;
      RETURN NULL;
    END $$;

CREATE FUNCTION count_removed_sessions() RETURNS trigger
  LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM change_session_counter(state, -sessions)
        FROM (SELECT CASE WHEN removed.archived_at IS NULL THEN removed.status ELSE 'archived' END AS state, count(*) AS sessions FROM removed GROUP BY state) AS counted;
      RETURN NULL;
    END $$;

CREATE FUNCTION forget_former_values() RETURNS trigger
  LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM former_values WHERE record_id IN (SELECT id FROM removed);
      RETURN NULL;
    END $$;

CREATE FUNCTION keep_former_values() RETURNS trigger
  LANGUAGE plpgsql AS $$
    DECLARE former jsonb := to_jsonb(OLD);
    BEGIN
      INSERT INTO former_values (record_id, field, version, value)
        SELECT OLD.id, changed.key, NEW.version, former -> changed.key
          FROM jsonb_each(NEW.field_versions) AS changed
          WHERE changed.value = to_jsonb(NEW.version)
            AND former ? changed.key AND left(changed.key, 10) <> 'encrypted_'
            AND NOT former ? ('encrypted_' || changed.key);
      RETURN NULL;
    END $$;

CREATE TRIGGER admins_forgotten AFTER DELETE ON admins REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION forget_former_values();
CREATE TRIGGER admins_former AFTER UPDATE OF version ON admins FOR EACH ROW WHEN ((old.version <> new.version)) EXECUTE FUNCTION keep_former_values();
CREATE TRIGGER audit_anchored_chains_no_truncate BEFORE TRUNCATE ON audit_anchored_chains FOR EACH STATEMENT EXECUTE FUNCTION
  audit_trail_keeps_rows();
CREATE TRIGGER audit_anchors_no_delete BEFORE DELETE ON audit_anchors FOR EACH ROW EXECUTE FUNCTION audit_trail_keeps_rows();
CREATE TRIGGER audit_anchors_no_truncate BEFORE TRUNCATE ON audit_anchors FOR EACH STATEMENT EXECUTE FUNCTION audit_trail_keeps_rows();
CREATE TRIGGER audit_chains_no_delete BEFORE DELETE ON audit_chains FOR EACH ROW EXECUTE FUNCTION audit_trail_keeps_rows();
CREATE TRIGGER audit_chains_no_truncate BEFORE TRUNCATE ON audit_chains FOR EACH STATEMENT EXECUTE FUNCTION audit_trail_keeps_rows();
CREATE TRIGGER audit_events_append_only BEFORE DELETE OR UPDATE ON audit_events FOR EACH ROW EXECUTE FUNCTION audit_events_are_append_only();
CREATE TRIGGER audit_events_no_truncate BEFORE TRUNCATE ON audit_events FOR EACH STATEMENT EXECUTE FUNCTION audit_trail_keeps_rows();
CREATE TRIGGER audit_keys_no_delete BEFORE DELETE ON audit_keys FOR EACH ROW EXECUTE FUNCTION audit_trail_keeps_rows();
CREATE TRIGGER audit_keys_no_truncate BEFORE TRUNCATE ON audit_keys FOR EACH STATEMENT EXECUTE FUNCTION audit_trail_keeps_rows();
CREATE TRIGGER global_forms_forgotten AFTER DELETE ON global_forms REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION
  forget_former_values();
CREATE TRIGGER global_forms_former AFTER UPDATE OF version ON global_forms FOR EACH ROW WHEN ((old.version <> new.version)) EXECUTE FUNCTION
  keep_former_values();
CREATE TRIGGER sessions_added AFTER INSERT ON sessions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added_sessions();
CREATE TRIGGER sessions_forgotten AFTER DELETE ON sessions REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION
  forget_former_values();
CREATE TRIGGER sessions_former AFTER UPDATE OF version ON sessions FOR EACH ROW WHEN ((old.version <> new.version)) EXECUTE FUNCTION
  keep_former_values();
CREATE TRIGGER sessions_moved AFTER UPDATE ON sessions FOR EACH ROW WHEN (( CASE WHEN (old.archived_at IS NULL) THEN old.status ELSE 'archived'
  END IS DISTINCT FROM CASE WHEN (new.archived_at IS NULL) THEN new.status ELSE 'archived' END)) EXECUTE FUNCTION count_changed_session();
CREATE TRIGGER sessions_removed AFTER DELETE ON sessions REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION
  count_removed_sessions();
CREATE TRIGGER sessions_truncated AFTER TRUNCATE ON sessions FOR EACH STATEMENT EXECUTE FUNCTION count_no_sessions();
CREATE TRIGGER session_forms_forgotten AFTER DELETE ON session_forms REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION
  forget_former_values();
CREATE TRIGGER session_forms_former AFTER UPDATE OF version ON session_forms FOR EACH ROW WHEN ((old.version <> new.version)) EXECUTE FUNCTION
  keep_former_values();
CREATE TRIGGER documents_forgotten AFTER DELETE ON documents REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION
  forget_former_values();
CREATE TRIGGER documents_former AFTER UPDATE OF version ON documents FOR EACH ROW WHEN ((old.version <> new.version)) EXECUTE FUNCTION
  keep_former_values();
