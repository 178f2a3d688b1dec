import type { DocumentStatus } from '@agency/contract/session-state'
import type { ScriptFont } from '../fonts/font-files.ts'

export type CertificateLanguage = 'en' | 'es' | 'pt'

export type CertificateEventName =
  | 'attached'
  | 'sent'
  | 'authenticated'
  | 'viewed'
  | 'consented'
  | 'signed'
  | 'declined'
  | 'sealed'
  | 'downloaded'
  | 'voided'
  | 'reminded'
  | 'staff_override'
  | 'asked-again'
  | 'signing-code.confirmed'
  | 'signing-code.destination-changed'

/** One entry of the audit trail: `at` in ISO 8601, `hash` in hex. */
export type CertificateEvent = {
  at: string
  event: CertificateEventName
  actor: string
  hash: string
  /** Which one staff set by hand. */
  status?: DocumentStatus
}

export type CertificateSignature =
  | { kind: 'typed'; text: string; font: ScriptFont; id: string }
  | { kind: 'drawn'; png: Uint8Array; id: string }

/** The one-time code that the signer confirmed before signing. The destination is masked. */
export type CertificateCode = {
  channel: 'email' | 'text'
  destination: string
  sentAt: string
  confirmedAt: string
  ip: string
  /** Browser and system; empty if unknown. */
  device: string
  /** When the agency replaced the destination after it had started the session. */
  destinationChangedAt?: string
}

/** What the certificate of completion states. Times are ISO 8601 and shown in UTC; hashes are hex. */
export type CertificateData = {
  language: CertificateLanguage
  envelopeId: string
  sessionId: string
  document: { title: string; pages: number }
  /** How many pages the signer looked at, and whether all were demanded; none for a signing that did not say. */
  reading?: { rule: 'jump' | 'every_page'; viewed: number }
  sender: { agency: string; staffName: string }
  /** `name` is what the signer typed, `recordName` the name of the client who was asked to sign. */
  signer: { name: string; recordName: string; email?: string; phone?: string }
  signature: CertificateSignature
  code?: CertificateCode
  /** How the signer was identified. `to` is masked: where the passcode or the one-time code went. */
  identification: { level: 'chosen_or_seen' | 'made_and_sent' | 'one_time_code'; to: string | null }
  /** Changes of the signer's contacts by the agency, shortly before the session or since. */
  contactChanges?: { field: 'email' | 'phone'; since: string; by: string | null }[]
  /** Whether the session was opened in a browser or network of the agency. */
  openedInAgency?: boolean
  consent: { version: string; at: string; textSha256: string; language: CertificateLanguage }
  ip: string
  userAgent: string
  timeZone: string
  times: { sent: string; viewed: string; signed: string }
  /** Hash of the file as it was uploaded. */
  originalSha256: string
  /** Hash of the file that was shown to the signer: the plain copy of the upload. */
  presentedSha256: string
  /** The filled-in pages that are sealed: the first `bytes` of the sealed file. */
  signedPages: { sha256: string; bytes: number; isReviewed: boolean }
  events: CertificateEvent[]
  chainHead: string
  verifyUrl: string
  sealFingerprint: string
}

/** What is known before the pages are stamped and hashed. */
export type UnsealedCertificate = Omit<CertificateData, 'signedPages'>
