import { formatPhone } from '@agency/contract/phone'
import { documentStatuses } from '@agency/contract/session-state'
import type {
  CertificateData,
  CertificateEvent,
  CertificateEventName,
  CertificateSignature,
  UnsealedCertificate,
} from '@agency/pdf-signing/certificate-data'
import { readTrail } from '../../platform/audit-trail/audit-service.ts'
import type { Database } from '../../platform/database/database.ts'
import type { SessionFormRow } from '../../sessions/session-forms/session-form-repository.ts'
import type { SessionRow } from '../../sessions/sessions/session-repository.ts'
import { nameOfAdmin } from '../../staff/admins/admin-service.ts'
import type { Signing } from '../client-signing/stored-signing.ts'
import type { Envelope } from '../providers/esign-provider.ts'

const certified = [
  'attached',
  'sent',
  'authenticated',
  'viewed',
  'consented',
  'signing-code.confirmed',
  'signing-code.destination-changed',
  'signed',
  'declined',
  'voided',
  'asked-again',
  'staff_override',
] as const satisfies CertificateEventName[]

export interface CertificateSource {
  db: Database
  agencyName: string
  verifyUrl: string
  sealFingerprint: string
  envelope: Envelope
  form: SessionFormRow
  session: SessionRow
  signing: Signing
  /** SHA-256 of the document as it was presented, hex. */
  presentedSha256: string
}

export async function gatherCertificate(source: CertificateSource): Promise<UnsealedCertificate> {
  const { db, form, session, signing, presentedSha256 } = source
  const staffName = await nameOfStaff(source)
  const { events, head } = await readTrail(db, form.client_id, [form.id, session.id], certified)
  return {
    language: signing.language,
    envelopeId: source.envelope.id,
    sessionId: session.id,
    document: { title: form.title ?? 'Untitled', pages: required(form.pages) },
    ...readingOf(source),
    sender: { agency: source.agencyName, staffName },
    signer: signerOf(source),
    signature: signatureOf(source),
    ...codeOf(source),
    ...identityOf(source),
    consent: consentOf(source),
    ip: signing.address,
    userAgent: signing.user_agent,
    timeZone: signing.time_zone,
    // Dates of the envelope: staff can set those of the document by hand.
    times: { sent: source.envelope.sent_at, viewed: required(source.envelope.viewed_at), signed: signing.signed_at },
    // A file of an older release has no plain copy: it was presented as uploaded.
    originalSha256: form.original_sha256 ?? presentedSha256,
    presentedSha256,
    events: eventsOf(source, events, { staffName, named: await namesOfStaff(db, events) }),
    chainHead: head.toString('hex'),
    verifyUrl: source.verifyUrl,
    sealFingerprint: source.sealFingerprint,
  }
}

/** @throws when it is missing, so that nothing is sealed */
function required<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('A signed document lacks data of its certificate')
  return value
}

async function nameOfStaff({ db, session, agencyName }: CertificateSource): Promise<string> {
  const name = session.created_by ? await nameOfAdmin(db, session.created_by) : undefined
  return name || agencyName
}

/** The contacts are those of the moment of signing: staff may change the record while sealing waits. */
function signerOf({ signing, session }: CertificateSource): CertificateData['signer'] {
  const { email, phone } = signing.contact ?? { email: session.primary_email, phone: session.primary_phone }
  const { name, record_name: recordName } = signing
  return { name, recordName, ...(email ? { email } : {}), ...(phone ? { phone: formatPhone(phone) } : {}) }
}

function signatureOf({ signing: { signature }, envelope: { id } }: CertificateSource): CertificateSignature {
  if (signature.kind === 'typed') return { ...signature, id }
  return { kind: 'drawn', png: Uint8Array.from(Buffer.from(signature.png, 'base64')), id }
}

function readingOf({ form, signing }: CertificateSource): Pick<CertificateData, 'reading'> {
  const { pages_viewed: viewed } = signing
  return viewed === undefined ? {} : { reading: { rule: form.reading, viewed } }
}

function codeOf({ signing: { confirmed_code: code } }: CertificateSource): Pick<CertificateData, 'code'> {
  if (!code) return {}
  const { channel, to: destination, sent_at: sentAt, confirmed_at: confirmedAt, address: ip, device } = code
  const changedAt = code.destination_changed_at
  const confirmed = { channel, destination, sentAt, confirmedAt, ip, device }
  return { code: { ...confirmed, ...(changedAt === null ? {} : { destinationChangedAt: changedAt }) } }
}

function identityOf({ signing: { signer } }: CertificateSource) {
  if (!signer) return { identification: { level: 'chosen_or_seen', to: null } as const }
  const { level, to, contact_changes, opened_in_agency } = signer
  return { identification: { level, to }, contactChanges: contact_changes, openedInAgency: opened_in_agency }
}

function consentOf({ session }: CertificateSource): CertificateData['consent'] {
  const language = required(session.consent_language)
  return {
    version: required(session.consent_version),
    at: required(session.consented_at),
    textSha256: required(session.consent_sha256),
    language: language === 'es' || language === 'pt' ? language : 'en',
  }
}

type Trail = Awaited<ReturnType<typeof readTrail>>['events']

/** Events of one envelope: those before it was sent belong to an earlier envelope of the document. */
const ofEnvelope: readonly string[] = ['sent', 'viewed', 'signed'] satisfies CertificateEventName[]

/** Events that name the staff member who acted, not the one who started the session. */
const ofActor: readonly string[] = ['sent', 'voided', 'asked-again', 'staff_override'] satisfies CertificateEventName[]

/** The names of who acted in these events, by id; without those whose account was deleted. */
async function namesOfStaff(db: Database, events: Trail): Promise<Map<string, string>> {
  const acted = events.flatMap(({ action, actor_kind, actor_id }) =>
    actor_kind === 'admin' && actor_id !== null && ofActor.includes(action) ? [actor_id] : [],
  )
  const named = new Map<string, string>()
  for (const id of new Set(acted)) {
    const name = await nameOfAdmin(db, id)
    if (name) named.set(id, name)
  }
  return named
}

interface StaffNames {
  staffName: string
  named: Map<string, string>
}

function eventsOf(
  { signing, agencyName, envelope }: CertificateSource,
  events: Trail,
  { staffName, named }: StaffNames,
) {
  const actors = { admin: staffName, session: signing.name, system: agencyName, nobody: signing.name }
  return events.flatMap(({ at, action, actor_kind, actor_id, detail, hash }): CertificateEvent[] => {
    const event = certificateEvent(action)
    const status = action === 'staff_override' ? statusIn(detail) : undefined
    // Dates that staff set by hand are not those of the envelope.
    if (action === 'staff_override' && status === undefined) return []
    // The agency sent it, also when the client's opening created the envelope.
    const sender = action === 'sent' && actor_kind === 'session' ? staffName : actors[actor_kind]
    const byStaff = actor_kind === 'admin' && ofActor.includes(action)
    const actor = byStaff ? (named.get(actor_id ?? '') ?? agencyName) : sender
    if (ofEnvelope.includes(action) && at < envelope.sent_at) return []
    if (!event) return []
    return [{ at, event, actor, hash: hash.toString('hex'), ...(status === undefined ? {} : { status }) }]
  })
}

const statusIn = (detail: string | null) => documentStatuses.find((status) => detail === `status ${status}`)

function certificateEvent(action: string): CertificateEventName | undefined {
  return certified.find((name) => name === action)
}
