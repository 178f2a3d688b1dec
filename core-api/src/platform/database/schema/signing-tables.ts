import type { EnvelopeStatus } from '@agency/contract/session-state'
import type { CodeChannel } from '@agency/contract/signing-codes'
import type { Generated, JSONColumnType } from 'kysely'
import type { Made } from './column-types.ts'

export interface SigningTables {
  signing_codes: SigningCodesTable
  envelopes: EnvelopesTable
  review_copies: ReviewCopiesTable
  declines: DeclinesTable
  provider_messages: ProviderMessagesTable
}

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

interface EnvelopesTable {
  id: string
  session_form_id: string
  provider: string
  status: EnvelopeStatus
  /** The provider's own id of it; none for those that are signed here. */
  provider_id: string | null
  making_until: string | null
  encrypted_signing: Buffer | null
  /** The name with which it was signed, if it is not that of the record. */
  encrypted_other_name: Buffer | null
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
  asked_again_at: Generated<string | null>
  asked_again_by: Generated<string | null>
}

interface ProviderEnvelopeState {
  providerId: string
  status: Exclude<EnvelopeStatus, 'creating'>
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
