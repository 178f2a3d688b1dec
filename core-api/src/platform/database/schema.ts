import type { AdminRole } from '@agency/contract/admins'
import type { ClientStatus } from '@agency/contract/client-fields'
import type { ListedFieldName } from '@agency/contract/client-list-columns'
import type { ClientListView } from '@agency/contract/client-list-views'
import type { ClientFieldValues } from '@agency/contract/clients'
import type { Language } from '@agency/contract/esign'
import type { FormField } from '@agency/contract/form-fields'
import type { FormType } from '@agency/contract/global-forms'
import type { MessageChannel, MessageError, MessageKind, MessageState } from '@agency/contract/messages'
import type { ManualDate, SessionFormStatus } from '@agency/contract/session-forms'
import type { SessionStatus, SessionType } from '@agency/contract/sessions'
import type { CodeChannel, SigningCodeMode } from '@agency/contract/signing-codes'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'

/**
 * The rows of all tables that `migrations/` create. Times are RFC 3339 strings, dates `YYYY-MM-DD`. The file is long, but
 * it is read as a reference: a column of any table is found here, as in one listing of the database.
 */
export interface Schema {
  admins: AdminsTable
  admin_sessions: AdminSessionsTable
  admin_authenticators: AdminAuthenticatorsTable
  admin_passkeys: AdminPasskeysTable
  admin_recovery_codes: { id: string; admin_id: string; salt: Buffer; hash: Buffer; used_at: string | null }
  admin_challenges: AdminChallengesTable
  admin_invitations: AdminInvitationsTable
  password_resets: { token_hash: Buffer; admin_id: string; expires_at: string }
  admin_identities: AdminIdentitiesTable
  oidc_logins: {
    state_hash: Buffer
    provider: string
    device: string
    admin_id: string | null
    admin_session_id: string | null
    expires_at: string
  }
  admin_devices: { device: string; admin_id: string; last_login_at: Made }
  clients: ClientsTable
  client_searches: ClientSearchesTable
  client_list_views: ClientListViewsTable
  client_changes: { client_id: string; version: number; field: string; previous_digest: Buffer }
  files: FilesTable
  file_findings: FileFindingsTable
  global_forms: GlobalFormsTable
  teams: TeamsTable
  team_members: { team_id: string; admin_id: string }
  form_presets: FormPresetsTable
  form_preset_forms: { preset_id: string; form_id: string; place: number }
  sessions: SessionsTable
  portal_sessions: PortalSessionsTable
  session_devices: { device: string; session_id: string; last_login_at: Made }
  rate_limits: { bucket: Buffer; count: number; window_ends_at: string; blocked_until: string | null }
  signing_codes: SigningCodesTable
  session_forms: SessionFormsTable
  envelopes: EnvelopesTable
  review_copies: ReviewCopiesTable
  declines: DeclinesTable
  proposals: ProposalsTable
  provider_messages: ProviderMessagesTable
  documents: DocumentsTable
  jobs: JobsTable
  outbox_messages: OutboxMessagesTable
  message_templates: MessageTemplatesTable
  session_reminders: SessionRemindersTable
  recurring_jobs: RecurringJobsTable
  installation: InstallationTable
  idempotency_keys: IdempotencyKeysTable
  audit_chains: AuditChainsTable
  reveal_alerts: RevealAlertsTable
  reveal_reasons: { id: string; client_id: string; encrypted_details: Buffer }
  audit_keys: { id: string; only_one: Generated<boolean>; encrypted_key: Buffer }
  audit_anchors: { number: number; at: string; digest: Buffer }
  audit_anchored_chains: { chain: string; position: string; anchor: number }
  audit_events: AuditEventsTable
  record_reads: { admin_id: string; client_id: string; read_at: string }
  record_read_alerts: { admin_id: string; kind: string; alerted_at: string }
}

/** For each changed field, the version of the row that last changed it. */
type FieldVersions = Record<string, number>
/** A new row has none. */
type Changed = ColumnType<FieldVersions, never, FieldVersions>
/** Written as JSON; empty by default. */
type Fields = ColumnType<FormField[], string | undefined, string>
/** The default is set by the database. */
type Made = ColumnType<string, string | undefined, string>

interface AdminsTable {
  id: string
  username: string
  email: string
  role: AdminRole
  first_name: string
  last_name: string
  /** Null for an admin whom an OpenID provider logs in. */
  password_hash: string | null
  setup_required: Generated<boolean>
  /** When its owner chose to do without a second factor for now. */
  second_factor_postponed_at: Generated<string | null>
  /** Whether they get a summary each morning. */
  digest: Generated<boolean>
  version: Generated<number>
  field_versions: Changed
  created_at: Made
}

interface AdminInvitationsTable {
  id: string
  email: string
  username: string
  role: AdminRole
  first_name: string
  last_name: string
  token_hash: Buffer
  invited_by: string | null
  expires_at: string
  sent_at: Made
}

interface AdminIdentitiesTable {
  issuer: string
  subject: string
  admin_id: string
  created_at: Made
  last_login_at: Made
}

interface AdminSessionsTable {
  id: string
  admin_id: string
  created_at: Made
  idle_ends_at: Made
  expires_at: string
  revoked_at: string | null
  device_name: string | null
  address: string | null
  /** Whether an OpenID provider has logged the person in. */
  at_provider: Generated<boolean>
  last_seen_at: Made
}

interface AdminAuthenticatorsTable {
  id: string
  admin_id: string
  encrypted_secret: Buffer
  /** Null while it is being enrolled. */
  confirmed_at: Generated<string | null>
  /** The time step of the last accepted code. A bigint, which is read as text. */
  last_step: ColumnType<string, number | undefined, number>
  created_at: Made
}

interface AdminPasskeysTable {
  id: string
  admin_id: string
  credential_id: string
  public_key: Buffer
  counter: ColumnType<string, number, number>
  transports: string[]
  name: string
  created_at: Made
  last_used_at: Generated<string | null>
}

interface AdminChallengesTable {
  id: string
  purpose: 'login' | 'passkey-login' | 'passkey-registration' | 'passkey-confirmation' | 'confirmation'
  admin_id: string | null
  admin_session_id: string | null
  device: string | null
  challenge: string | null
  tries: Generated<number>
  expires_at: string
}

/** Fields of the client record with a column of their own; a migration makes it. */
type ClientColumns = { [Name in Exclude<ListedFieldName, 'status'>]: ClientFieldValues[Name] }

export interface ClientsTable extends ClientColumns {
  id: string
  status: Generated<ClientStatus>
  /** Only in rows of an earlier release; null once it is encrypted as `encrypted_profile`. */
  profile: JSONColumnType<Record<string, string | number> | null, string | undefined, string>
  encrypted_identity: Buffer | null
  encrypted_payment: Buffer | null
  encrypted_logins: Buffer | null
  encrypted_family: Buffer | null
  encrypted_profile: Buffer | null
  cvc_stored_at: string | null
  owner_id: ColumnType<string | null, string | null | undefined, string | null>
  team_id: ColumnType<string | null, string | null | undefined, string | null>
  /** A copy of the owner's name, which triggers keep. */
  owner_name: GeneratedAlways<string | null>
  /** Since when it is in no list, search or count. */
  archived_at: Generated<string | null>
  version: Generated<number>
  created_at: Made
  updated_at: Made
  search_text: GeneratedAlways<string>
  contact_text: GeneratedAlways<string>
  first_name_start: GeneratedAlways<string | null>
  last_name_start: GeneratedAlways<string | null>
  /** HMACs of some encrypted values, by which the client is found. */
  search_keys: Generated<Buffer[]>
  /** The id of the master key of `search_keys`. */
  search_key_id: Buffer | null
  /** The version of the row that `search_keys` are made of; another one in rows that an earlier release wrote. */
  search_keys_version: number | null
}

/** A copy of what searches and orders read of a client, which triggers keep. */
type ClientSearchesTable = Pick<
  ClientsTable,
  | 'client_first_name'
  | 'client_last_name'
  | 'current_health_plan_name'
  | 'dob'
  | 'next_f_u_date'
  | 'status'
  | 'owner_name'
  | 'first_name_start'
  | 'last_name_start'
  | 'archived_at'
  | 'search_text'
  | 'contact_text'
  | 'primary_phone'
  | 'search_keys'
> & { id: string }

interface TeamsTable {
  id: string
  name: string
  created_at: Made
  version: Generated<number>
  field_versions: Changed
}

interface ClientListViewsTable {
  id: string
  admin_id: string
  name: string
  shared: boolean
  view: JSONColumnType<ClientListView, string, string>
  created_at: Made
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

/** Missing and damaged files. A row is deleted when a later check finds the file intact. */
interface FileFindingsTable {
  file_id: string
  state: 'missing' | 'damaged'
  found_at: Made
}

interface FormPresetsTable {
  id: string
  name: string
  session_type: SessionType | null
  created_at: Made
  version: Generated<number>
  field_versions: Changed
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
  archived_at: Generated<string | null>
  file_id: string | null
  file_version: Generated<number>
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
  encrypted_passcode: Buffer | null
  status: Generated<SessionStatus>
  submitted_at: string | null
  expires_at: string
  consented_at: string | null
  consent_version: string | null
  consent_language: string | null
  consent_sha256: string | null
  signing_code: Generated<SigningCodeMode>
  /** Where one-time codes go: what the record held when the session was sent, else started. */
  encrypted_code_destinations: Buffer | null
  /** When staff replaced them. */
  code_destinations_changed_at: string | null
  created_by: string | null
  /** When staff sent the link to the client, by message or by hand. */
  sent_at: string | null
  archived_at: Generated<string | null>
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
  /** The id of the browser's device cookie. */
  device: string | null
}

/** One-time codes that a client asked for in a sitting, an opened portal session. */
interface SigningCodesTable {
  id: string
  session_id: string
  portal_session_id: string
  channel: CodeChannel
  masked_destination: string
  /** HMAC of the code and the row's id. */
  code_digest: Buffer
  /** The message in the outbox. */
  message_id: string
  requested_at: Made
  expires_at: string
  tries: Generated<number>
  confirmed_at: string | null
  /** From where it was confirmed. */
  address: string | null
  /** Browser and system, such as `Safari on iPhone`; `Safari, iOS` in earlier rows. */
  device: string | null
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
  /** When staff set the present status by hand, and who; none where the client or the product did. */
  status_set_at: string | null
  status_set_by: string | null
  /** The dates that staff set by hand, and who set the last of them. */
  dates_set: Generated<ManualDate[]>
  dates_set_at: string | null
  dates_set_by: string | null
  fields: Fields
  encrypted_values: Buffer | null
  encrypted_notes: Buffer | null
  version: Generated<number>
  field_versions: Changed
}

interface EnvelopesTable {
  id: string
  session_form_id: string
  /** The name of a signing provider. */
  provider: string
  status: 'creating' | 'sent' | 'viewed' | 'signed' | 'completed' | 'declined' | 'voided'
  /** The provider's own id of it; none for those that are signed here. */
  provider_id: string | null
  making_until: string | null
  encrypted_signing: Buffer | null
  sealed_file_id: string | null
  error: string | null
  /** Sealing has failed for good, or for longer than a day: staff may void the document or retry. */
  sealing_failed_at: string | null
  sent_at: string
  viewed_at: string | null
  signed_at: string | null
  completed_at: string | null
  /** Only of rows that an earlier release wrote, as the `notes` of documents are: now `encrypted_reason`. */
  ended_reason: string | null
  encrypted_reason: Buffer | null
  /** HMAC over what the verify page states of the sealed document. */
  seal_mac: Buffer | null
}

interface ReviewCopiesTable {
  file_id: string
  envelope_id: string
  /** HMAC of the document and of all that the client entered. */
  digest: Buffer
  /** Whether the client signed these pages. */
  is_signed: Generated<boolean>
  made_at: Made
}

/** Each time that a client declined a document. The id is that of the audit event. */
interface DeclinesTable {
  id: string
  session_form_id: string
  /** The envelope that it ended; none for a document that has none. */
  envelope_id: string | null
  declined_at: string
  /** None when it was declined at the provider. */
  address: string | null
  /** None when the provider gives none, and for rows of an earlier release: then it is with the envelope. */
  encrypted_reason: Buffer | null
}

interface ProposalsTable {
  id: string
  client_id: string
  session_form_id: string
  field: string
  encrypted_value: Buffer
  created_at: Made
  decision: 'accepted' | 'dismissed' | null
  decided_at: string | null
  decided_by: string | null
}

/** What a message of a signing provider says of one envelope. */
interface ProviderEnvelopeState {
  providerId: string
  status: 'sent' | 'viewed' | 'signed' | 'completed' | 'declined' | 'voided'
  /** RFC 3339. */
  at: string
}

interface ProviderMessagesTable {
  id: string
  provider: string
  sha256: Buffer
  states: JSONColumnType<ProviderEnvelopeState[]>
  received_at: Made
  /** How it was processed; null until it is. */
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
  scan: Generated<'clean' | 'not_scanned'>
  encrypted_notes: Buffer | null
  /** Of a sealed document that was filed: `file_id` is the envelope's sealed file. */
  envelope_id: string | null
  /** When staff deleted a filed document, and why. Other documents are removed. */
  deleted_at: string | null
  encrypted_reason: Buffer | null
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

interface SessionRemindersTable {
  session_id: string
  days: number[] | null
  repeat_days: number | null
  most: number | null
  paused_at: string | null
  /** When the job looks at the session again; null: it needs no more reminders. */
  next_at: string | null
  version: Generated<number>
  field_versions: Changed
}

/** A version of a template; without texts, it is a reset to the default ones. */
interface MessageTemplatesTable {
  kind: MessageKind
  language: Language
  version: number
  subject: string | null
  body: string | null
  text: string | null
  created_at: Made
  created_by: string | null
}

interface OutboxMessagesTable {
  id: string
  kind: MessageKind
  channel: MessageChannel
  language: Language
  destination: string
  encrypted_message: Buffer | null
  state: Generated<MessageState>
  attempts: Generated<number>
  /** Attempts of which it is unknown whether the server took the message. */
  unconfirmed: Generated<number>
  next_attempt_at: Made
  error: MessageError | null
  /** The gateway's own id of it. */
  provider_id: string | null
  session_id: string | null
  client_id: string | null
  admin_id: string | null
  key: string | null
  created_at: Made
  sent_at: string | null
}

interface RecurringJobsTable {
  kind: string
  due_at: Made
  lease_holder: string | null
  leased_until: string | null
  ended_at: string | null
  /** Where an interrupted run continues. */
  progress: ColumnType<unknown, string | null, string | null>
  /** The result of the last complete run. */
  result: ColumnType<unknown, string | null, string | null>
  last_error: string | null
}

/** One row at most. */
interface InstallationTable {
  id: string
  created_at: Made
  /** When the id was written to the file store; null until then. */
  stored_at: string | null
}

interface IdempotencyKeysTable {
  caller_id: string
  key: string
  call_digest: Buffer
  made_ids: string[]
  created_at: Made
}

interface AuditChainsTable {
  chain: string
  position: string
  head: Buffer
  carried_position: string | null
  carried_mac: Buffer | null
}

interface RevealAlertsTable {
  id: string
  admin_id: string
  clients: number
  usual_clients: number | null
  raised_at: string
  acknowledged_at: string | null
  acknowledged_by: string | null
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
  mac: Buffer | null
}
