import type { Language } from '@agency/contract/esign'
import type { FormType, ReadingRule } from '@agency/contract/global-forms'
import type { SendSession } from '@agency/contract/messages'
import type { ManualDate, SessionFormStatus } from '@agency/contract/session-forms'
import type { IdentificationLevel, SessionStatus, SessionType } from '@agency/contract/sessions'
import type { SigningCodeMode } from '@agency/contract/signing-codes'
import type { Generated, JSONColumnType } from 'kysely'
import type { Changed, FieldNotes, Fields, Made } from './column-types.ts'

export interface SessionTables {
  sessions: SessionsTable
  portal_sessions: PortalSessionsTable
  session_devices: { device: string; session_id: string; last_login_at: Made }
  session_forms: SessionFormsTable
  session_reminders: SessionRemindersTable
  disclosures: { sha256: string; version: string; language: Language; disclosed_text: string }
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
  code_destinations_changed_at: string | null
  created_by: string | null
  /** When staff sent the link to the client, by message or by hand. */
  sent_at: string | null
  /** Whether staff chose or saw the passcode; null without one. */
  passcode_level: Exclude<IdentificationLevel, 'one_time_code'> | null
  passcode_set_at: Made
  /** The lowest level of the signatures so far. */
  signed_level: IdentificationLevel | null
  /** Masked: where the passcode or the one-time code of that signature went. */
  signed_to: string | null
  /** A Send that waits for somebody who may release it. */
  held_send: JSONColumnType<HeldSend | null, string | null | undefined, string | null>
  /** From here on, changes of the client's contacts are stated. */
  contact_changes_since: Made
  archived_at: Generated<string | null>
  /** When staff last ended it, and who. Says nothing of one that was reopened. */
  ended_at: Generated<string | null>
  ended_by: Generated<string | null>
  /** Until when the client can read the signed documents, also after `expires_at`. */
  copy_ends_at: Generated<string | null>
  created_at: Made
  version: Generated<number>
  field_versions: Changed
}

export interface HeldSend extends Omit<SendSession, 'note'> {
  at: string
  by: string
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
  /** Whether it was opened in a browser or network in which staff were logged in. */
  in_agency: Generated<boolean>
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
  reading: Generated<ReadingRule>
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
  field_notes: FieldNotes
  encrypted_values: Buffer | null
  encrypted_notes: Buffer | null
  version: Generated<number>
  field_versions: Changed
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
