import type { AdminRole } from 'contract/admins'
import type { ClientStatus } from 'contract/client-fields'
import type { FormField } from 'contract/form-fields'
import type { FormType } from 'contract/global-forms'
import type { SessionFormStatus } from 'contract/session-forms'
import type { SessionStatus, SessionType } from 'contract/sessions'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { EnvelopeState } from '../features/esign/esign-provider.ts'
import type { FieldVersions } from './row-version.ts'

/** Rows as the tables in `migrations/` have them. Times are RFC 3339 strings, dates `YYYY-MM-DD`. */
export interface Schema {
  admins: AdminsTable
  admin_sessions: AdminSessionsTable
  clients: ClientsTable
  client_changes: { client_id: string; version: number; field: string; previous_digest: Buffer }
  files: FilesTable
  global_forms: GlobalFormsTable
  sessions: SessionsTable
  portal_sessions: PortalSessionsTable
  attempts: { bucket: Buffer; count: number; window_ends_at: string; blocked_until: string | null }
  session_forms: SessionFormsTable
  envelopes: EnvelopesTable
  proposals: ProposalsTable
  provider_messages: ProviderMessagesTable
  documents: DocumentsTable
  jobs: JobsTable
  idempotency_keys: IdempotencyKeysTable
  audit_chains: { chain: string; position: string; head: Buffer }
  audit_events: AuditEventsTable
}

/** Each field's last change; the database starts with none. */
type Changed = ColumnType<FieldVersions, never, FieldVersions>
/** Written as JSON; the database starts with none. */
type Fields = ColumnType<FormField[], string | undefined, string>
/** Set by the database when left out. */
type Made = ColumnType<string, string | undefined, string>

interface AdminsTable {
  id: string
  username: string
  email: string
  role: AdminRole
  first_name: string
  last_name: string
  password_hash: string
  version: Generated<number>
  field_versions: Changed
  created_at: Made
}

interface AdminSessionsTable {
  id: string
  admin_id: string
  created_at: Made
  expires_at: string
  revoked_at: string | null
}

export interface ClientsTable {
  id: string
  client_first_name: string | null
  client_last_name: string | null
  dob: string | null
  next_f_u_date: string | null
  current_health_plan_name: string | null
  status: Generated<ClientStatus>
  primary_email: string | null
  primary_phone: string | null
  profile: JSONColumnType<Record<string, string | number>>
  sealed_identity: Buffer | null
  sealed_payment: Buffer | null
  sealed_logins: Buffer | null
  sealed_family: Buffer | null
  cvc_stored_at: string | null
  version: Generated<number>
  created_at: Made
  updated_at: Made
  search_text: GeneratedAlways<string>
}

interface FilesTable {
  id: string
  sha256: Buffer
  size: number
  mime_type: string
  pages: number | null
  /** Of a PDF that was made plain: of the file it was made from. */
  original_sha256: ColumnType<Buffer | null, Buffer | null | undefined, never>
  created_at: Made
}

interface GlobalFormsTable {
  id: string
  title: string | null
  type: FormType
  source: string | null
  notes: string | null
  folder: string | null
  requires_signature: Generated<boolean>
  docusign_template_id: string | null
  template_title: string | null
  template_modified_at: string | null
  retired_at: string | null
  file_id: string | null
  fields: Fields
  version: Generated<number>
  field_versions: Changed
  created_at: Made
}

interface SessionsTable {
  id: string
  client_id: string
  session_type: SessionType
  session_code: string
  sealed_passcode: Buffer | null
  status: Generated<SessionStatus>
  submitted_at: string | null
  expires_at: string
  consented_at: string | null
  consent_version: string | null
  consent_language: string | null
  consent_sha256: string | null
  created_by: string | null
  created_at: Made
  version: Generated<number>
  field_versions: Changed
}

interface PortalSessionsTable {
  id: string
  session_id: string
  created_at: Made
  last_seen_at: Made
  expires_at: string
  revoked_at: string | null
}

interface SessionFormsTable {
  id: string
  session_id: string
  form_id: string | null
  title: string | null
  type: FormType
  folder: string | null
  notes: string | null
  source: string | null
  source_template_id: string | null
  status: Generated<SessionFormStatus>
  order_index: Generated<number>
  requires_signature: Generated<boolean>
  file_id: string | null
  created_at: Made
  sent_at: string | null
  read_at: string | null
  signed_at: string | null
  completed_at: string | null
  reminded_at: string | null
  reminder_id: string | null
  reminder_error: string | null
  fields: Fields
  sealed_values: Buffer | null
  version: Generated<number>
  field_versions: Changed
}

interface EnvelopesTable {
  id: string
  session_form_id: string
  provider: 'built-in' | 'docusign'
  status: 'creating' | 'sent' | 'viewed' | 'signed' | 'completed' | 'declined' | 'voided'
  /** The provider's own id of it; none for those that are signed here. */
  provider_id: string | null
  making_until: string | null
  sealed_signing: Buffer | null
  sealed_file_id: string | null
  error: string | null
  sent_at: string
  viewed_at: string | null
  signed_at: string | null
  completed_at: string | null
  ended_reason: string | null
}

interface ProposalsTable {
  id: string
  client_id: string
  session_form_id: string
  field: string
  sealed_value: Buffer
  created_at: Made
  decision: 'accepted' | 'dismissed' | null
  decided_at: string | null
  decided_by: string | null
}

interface ProviderMessagesTable {
  id: string
  provider: string
  sha256: Buffer
  states: JSONColumnType<EnvelopeState[]>
  received_at: Made
  /** What became of it; none as long as nothing did. */
  outcome: string | null
}

interface DocumentsTable {
  id: string
  client_id: string
  file_id: string
  file_name: string
  status: string | null
  folder: string | null
  signed: Generated<boolean>
  notes: string | null
  uploaded_at: Made
  version: Generated<number>
  field_versions: Changed
}

interface JobsTable {
  id: string
  kind: string
  subject_id: string
  attempts: Generated<number>
  run_at: Made
  done_at: string | null
  last_error: string | null
}

interface IdempotencyKeysTable {
  caller_id: string
  key: string
  call_digest: Buffer
  made_ids: string[]
  created_at: Made
}

interface AuditEventsTable {
  id: string
  chain: string
  position: string
  at: string
  actor_kind: 'nobody' | 'admin' | 'session' | 'system'
  actor_id: string | null
  action: string
  client_id: string | null
  session_id: string | null
  subject_id: string | null
  fields: string[]
  address: string | null
  detail: string | null
  hash: Buffer
}
