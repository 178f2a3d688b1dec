import type { AuditAction } from '@agency/contract/audit-actions'
import type { DeclineBody, SignBody } from '@agency/contract/esign'
import type { SessionForm } from '@agency/contract/session-forms'
import { isOpen } from '@agency/contract/session-state'
import { isNameOf } from '@agency/contract/signer-name'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { encryptText } from '../../platform/encryption/encrypted-text.ts'
import { InvalidInput, WrongState } from '../../platform/errors.ts'
import { queueJob } from '../../platform/jobs/job-repository.ts'
import { storeFields } from '../../sessions/session-forms/session-form-fields.ts'
import type { SessionFormRow } from '../../sessions/session-forms/session-form-repository.ts'
import {
  asSeenBy,
  auditIdsOf,
  getLockedSessionForm,
  getSessionForm,
  otherNameContext,
  updateSessionForm,
} from '../../sessions/session-forms/session-form-service.ts'
import { storeSignerIdentity } from '../../sessions/sessions/signer-identity.ts'
import { recordDecline } from '../envelopes/decline-service.ts'
import { lockEnvelope, updateEnvelope } from '../envelopes/envelope-repository.ts'
import { ensureEnvelope, isSignable, requireBuiltIn } from '../envelopes/envelope-service.ts'
import { proposePolicy } from '../proposals/policy-proposal-service.ts'
import { proposeChanges } from '../proposals/proposal-service.ts'
import { builtInProvider } from '../providers/built-in-provider.ts'
import { checkAdopted } from './adopted-signature.ts'
import { type PreparedSigning, prepareSigning, type SigningContext } from './prepare-signing.ts'
import { signReviewed } from './review-service.ts'
import { digestOfBody, envelopeContext, readSigning, type Signing } from './stored-signing.ts'

export const sealJob = 'seal'

type Step = (trx: Transaction, form: SessionFormRow) => Promise<void>

function withForm({ db, principal }: SigningContext, id: string, step: Step): Promise<SessionForm> {
  return db.transaction().execute(async (trx) => {
    const form = await getLockedSessionForm({ db: trx, principal }, id)
    await requireBuiltIn(trx, form)
    await step(trx, form)
    return asSeenBy(principal, await getSessionForm({ db: trx, principal }, id))
  })
}

function record(
  { principal }: SigningContext,
  trx: Transaction,
  form: SessionFormRow,
  action: AuditAction,
  detail?: string,
) {
  return recordEvent(trx, principal, { action, ...auditIdsOf(form), ...(detail === undefined ? {} : { detail }) })
}

/** The client opens a document. Its envelope is created at the first opening. Idempotent. */
export function openForm(context: SigningContext, id: string): Promise<SessionForm> {
  return withForm(context, id, async (trx, form) => {
    if (!isOpen(form)) return
    const now = new Date().toISOString()
    // The envelope has its own state: a status that staff set by hand on the document does not change it.
    const envelope = isSignable(form)
      ? await ensureEnvelope({ ...context, db: trx, provider: builtInProvider }, form)
      : undefined
    const first = envelope ? envelope.status === 'sent' : form.status !== 'viewed'
    if (envelope?.status === 'sent') await updateEnvelope(trx, envelope.id, { status: 'viewed', viewed_at: now })
    if (form.status !== 'viewed') {
      await updateSessionForm(trx, form, {
        status: 'viewed',
        sent_at: form.sent_at ?? now,
        read_at: form.read_at ?? now,
      })
    }
    if (first) await record(context, trx, form, 'viewed')
  })
}

/** Repeatable. @throws InvalidInput; ConsentRequired; SigningCodeRequired; ReviewOutdated; WrongState */
export function signForm(context: SigningContext, id: string, body: SignBody, userAgent: string): Promise<SessionForm> {
  checkAdopted(body)
  return withForm(context, id, async (trx, form) => {
    const { envelope_id } = form
    const envelope = envelope_id ? await lockEnvelope(trx, envelope_id) : undefined
    // A repeat. The envelope decides: staff can mark a document as signed by hand.
    if (envelope?.status === 'signed' || envelope?.status === 'completed') {
      return requireSameSigning(readSigning(context.cipher, envelope), body)
    }
    const now = new Date()
    const own = { ...context, db: trx }
    const prepared = await prepareSigning(own, { form, envelope, body, now })
    requirePages(form, body)
    const { review_sha256 } = body
    const { confirmedCode, contact, recordName, signer } = prepared
    if (review_sha256 !== undefined) await signReviewed(own, prepared, review_sha256)
    await storeValues(own, form, prepared)
    const signed_at = now.toISOString()
    const signing: Signing = {
      ...prepared.entered,
      ...(review_sha256 === undefined ? {} : { review_sha256 }),
      address: context.principal.address,
      user_agent: userAgent,
      contact,
      record_name: recordName,
      ...(confirmedCode ? { confirmed_code: confirmedCode } : {}),
      signer,
      signed_at,
      sent_sha256: digestOfBody(body),
    }
    const { id: envelopeId } = prepared.envelope
    const otherName = isNameOf(body.name, recordName) ? null : body.name
    await updateEnvelope(trx, envelopeId, {
      status: 'signed',
      signed_at,
      encrypted_signing: context.cipher.encrypt(JSON.stringify(signing), envelopeContext(envelopeId)),
      encrypted_other_name: encryptText(context.cipher, otherNameContext(envelopeId), otherName),
    })
    await updateSessionForm(trx, form, { status: 'signed', signed_at })
    await storeSignerIdentity(trx, prepared.session, signer)
    await queueJob(trx, sealJob, envelopeId)
    const detail = review_sha256 === undefined ? undefined : `reviewed SHA-256 ${review_sha256}`
    await record(context, trx, form, 'signed', detail)
    if (otherName !== null) await record(context, trx, form, 'signed-by-other-name')
  })
}

/** @throws InvalidInput if the form demands that every page is looked at */
function requirePages({ reading, pages }: SessionFormRow, { pages_viewed = 0 }: SignBody): void {
  if (reading === 'every_page' && pages_viewed < (pages ?? 0))
    throw new InvalidInput([
      { field: 'pages_viewed', message: 'every page of this document has to be looked at first' },
    ])
}

/** Another tab may have signed other content: answering success would claim that this is signed. */
function requireSameSigning(signing: Signing | undefined, body: SignBody): void {
  if (signing?.review_sha256 !== body.review_sha256)
    throw new WrongState('This document is already signed, with other pages than the ones that were sent.')
  if (signing?.sent_sha256 !== digestOfBody(body))
    throw new WrongState('This document is already signed, with another signature or other values than the ones sent.')
}

/** Stores the field values, and proposes those that differ from the client's record, and the policy that they name. */
async function storeValues(context: SigningContext, form: SessionFormRow, { signed }: PreparedSigning): Promise<void> {
  if (!signed) return
  await storeFields(context, form.id, signed.state)
  await proposeChanges(context, form, signed.proposed, signed.fullName)
  await proposePolicy(context, form, signed.policy)
}

/** The client declines with a reason. A signed document cannot be declined. */
export function declineForm(context: SigningContext, id: string, { reason }: DeclineBody): Promise<SessionForm> {
  return withForm(context, id, async (trx, form) => {
    if (form.status === 'declined') return
    if (!isOpen(form)) {
      throw new WrongState('This document can no longer be declined.')
    }
    if (form.envelope_id) await updateEnvelope(trx, form.envelope_id, { status: 'declined' })
    await updateSessionForm(trx, form, { status: 'declined' })
    await recordDecline({ ...context, db: trx }, { about: auditIdsOf(form), envelopeId: form.envelope_id }, reason)
  })
}

/** The client has read a document that needs no signature. Idempotent. */
export function acknowledgeForm(context: SigningContext, id: string): Promise<SessionForm> {
  return withForm(context, id, async (trx, form) => {
    if (form.status === 'completed') return
    const readOnly = form.type === 'Link' || (form.type === 'PDF' && !form.requires_signature)
    if (!readOnly || form.status !== 'viewed')
      throw new WrongState('Only an opened document that needs no signature can be marked as read.')
    await updateSessionForm(trx, form, { status: 'completed', completed_at: new Date().toISOString() })
    await record(context, trx, form, 'acknowledged')
  })
}
