import type { Admin } from '@agency/contract/admins'
import { clientFields } from '@agency/contract/client-fields'
import { type ClientCounts, type ClientListItem, type ClientRecord, clientApi } from '@agency/contract/clients'
import type { ClientDocument } from '@agency/contract/documents'
import type { FormPreset } from '@agency/contract/form-presets'
import type { GlobalForm } from '@agency/contract/global-forms'
import type { Policy } from '@agency/contract/policies'
import type { SessionForm } from '@agency/contract/session-forms'
import type { SessionState } from '@agency/contract/session-state'
import type { Session, SessionListItem, SessionStatus, SessionSummary } from '@agency/contract/sessions'
import type { Team } from '@agency/contract/teams'
import { parseAnswer } from '../shared/answer'

/** A fixed id for a number. */
/** A client's record of these values. @throws UnexpectedAnswerError when it is none */
export const parseClient = (values: unknown): ClientRecord => parseAnswer(clientApi.one.response, values)

export const id = (number: number): string => `01932b6e-1c00-7000-8000-${String(number).padStart(12, '0')}`

const moment = '2026-11-20T15:04:05.000Z'

export const counts: ClientCounts = { all: 312, active: 210, inactive: 60, unpaid: 30, cancelled: 12, archived: 0 }

export const listed = (changes: Partial<ClientListItem> = {}): ClientListItem => ({
  id: id(1),
  client_first_name: 'Maria',
  client_last_name: 'Alvarez',
  dob: '1961-04-12',
  next_f_u_date: '2026-12-04',
  current_health_plan_name: 'Ambetter',
  status: 'active',
  primary_email: 'maria@example.com',
  primary_phone: '13055550187',
  owner_name: 'Dana Reyes',
  sessions_waiting: 0,
  tags: [],
  updated_at: moment,
  version: 3,
  ...changes,
})

export function client(changes: Partial<ClientRecord> = {}): ClientRecord {
  const blank = Object.fromEntries(clientFields.map(({ name }) => [name, null]))
  const own = {
    id: id(1),
    owner_id: null,
    team_id: null,
    archived_at: null,
    version: 3,
    created_at: moment,
    updated_at: moment,
  }
  return parseClient({
    ...blank,
    ...own,
    status: 'active',
    client_first_name: 'Maria',
    client_last_name: 'Alvarez',
    ...changes,
  })
}

/** The state of a session that a test says only the status of: with the default documents of `sessionSummary`. */
function stateAt(status: SessionStatus): SessionState {
  if (status === 'not_started') return 'draft'
  return status === 'in_progress' ? 'partly_done' : status
}

export const sessionSummary = (changes: Partial<SessionSummary> = {}): SessionSummary => ({
  id: id(10),
  client_id: id(1),
  session_type: 'onboarding',
  session_code: 'ABCDEFGHJKMN',
  status: 'in_progress',
  session_state: stateAt(changes.status ?? 'in_progress'),
  sent_at: null,
  submitted_at: null,
  created_at: moment,
  marked_at: null,
  marked_by: null,
  declined_at: null,
  asked_again_at: null,
  asked_again_by: null,
  identification: 'chosen_or_seen',
  expires_at: '2099-12-20T15:04:05.000Z',
  documents_total: 4,
  documents_done: 2,
  documents_to_sign: 4,
  open_devices: 0,
  version: 1,
  ...changes,
})

export const session = (changes: Partial<Session> = {}): Session => ({
  ...sessionSummary(changes),
  passcode: 'alvarez0187',
  ...(changes.passcode === null ? { identification: null } : {}),
  identified_by: null,
  contact_changes: [],
  opened_in_agency_at: null,
  passcode_outdated: false,
  locked_out_at: null,
  client_first_name: 'Maria',
  client_last_name: 'Alvarez',
  client_phone: '3055550187',
  client_language: 'en',
  consented_at: null,
  signing_code: 'off',
  started_by: 'Dana Reyes',
  archived_at: null,
  client_archived_at: null,
  ...changes,
})

export const listedSession = (changes: Partial<SessionListItem> = {}): SessionListItem => ({
  ...sessionSummary(changes),
  client_first_name: 'Maria',
  client_last_name: 'Alvarez',
  client_phone: '3055550187',
  opened_at: null,
  reminded_at: null,
  undelivered: false,
  ...changes,
})

export const globalForm = (changes: Partial<GlobalForm> = {}): GlobalForm => ({
  id: id(20),
  title: 'Consent',
  type: 'PDF',
  source: null,
  notes: null,
  folder: null,
  requires_signature: true,
  reading: 'jump',
  docusign_template_id: null,
  has_file: true,
  pdf_check: null,
  pages: 2,
  file_version: 1,
  archived_at: null,
  created_at: moment,
  version: 1,
  ...changes,
})

export const formPreset = (changes: Partial<FormPreset> = {}): FormPreset => ({
  id: id(90),
  name: 'Onboarding packet',
  session_type: 'onboarding',
  form_ids: [id(20)],
  created_at: moment,
  version: 1,
  ...changes,
})

export const sessionForm = (changes: Partial<SessionForm> = {}): SessionForm => ({
  id: id(30),
  session_id: id(10),
  form_id: id(20),
  title: 'Consent',
  type: 'PDF',
  folder: null,
  notes: null,
  source: null,
  source_template_id: null,
  status: 'pending',
  order_index: 0,
  requires_signature: true,
  reading: 'jump',
  signing: 'portal',
  has_file: true,
  pdf_check: null,
  pages: 2,
  envelope_id: null,
  created_at: moment,
  sent_at: null,
  read_at: null,
  signed_at: null,
  completed_at: null,
  sealed_sha256: null,
  error: null,
  sealing_failed_at: null,
  status_set_at: null,
  status_set_by: null,
  dates_set: [],
  dates_set_at: null,
  dates_set_by: null,
  frozen_fields: [],
  void_reason: null,
  declined_at: null,
  declined_by: null,
  declined_from: null,
  signed_as: null,
  decline_reason: null,
  asked_again_at: null,
  asked_again_by: null,
  reminded_at: null,
  reminder_error: null,
  version: 1,
  ...changes,
})

export const clientDocument = (changes: Partial<ClientDocument> = {}): ClientDocument => ({
  id: id(50),
  file_name: 'Passport.png',
  file_url: `documents/${id(50)}/file?signature=first`,
  mime_type: 'image/png',
  file_size: 2_560,
  uploaded_at: moment,
  status: null,
  folder: null,
  signed: false,
  notes: null,
  scan: 'not_scanned',
  sealed: null,
  version: 1,
  ...changes,
})

export const admin = (changes: Partial<Admin> = {}): Admin => ({
  id: id(40),
  email: 'dana@example.com',
  username: 'dana',
  role: 'power',
  first_name: 'Dana',
  last_name: 'Reyes',
  client_count: 12,
  version: 1,
  ...changes,
})

export const team = (changes: Partial<Team> = {}): Team => ({
  id: id(70),
  name: 'Hialeah',
  members: [id(40)],
  created_at: moment,
  version: 1,
  ...changes,
})

export const policy = (changes: Partial<Policy> = {}): Policy => ({
  id: id(70),
  client_id: id(1),
  carrier_id: id(71),
  carrier_name: 'Ambetter',
  line: 'health',
  product: 'Balanced Care',
  number: '••••1207',
  member_id: null,
  application_id: null,
  status: 'active',
  status_date: '2026-01-01',
  status_reason: null,
  submitted_date: null,
  effective_date: '2026-01-01',
  term_date: null,
  renewal_date: '2027-01-01',
  premium: '412.50',
  subsidy: '100.00',
  net_premium: null,
  mode: 'monthly',
  binder_paid_date: null,
  covered: [],
  writing_agent: null,
  agent_of_record: null,
  document_ids: [],
  notes: null,
  history: [
    {
      id: id(72),
      status: 'active',
      date: '2026-01-01',
      reason: null,
      recorded_at: moment,
      recorded_by_name: 'Ana Lima',
    },
  ],
  created_at: moment,
  updated_at: moment,
  version: 1,
  ...changes,
})
