import type { EnvelopeAnswer } from 'contract/esign'
import type { SessionForm, SessionFormStatus } from 'contract/session-forms'
import { v7 as uuid } from 'uuid'
import type { Database } from '../../database/database.ts'
import { WrongState } from '../../errors.ts'
import type { AdminPrincipal, Principal } from '../../plugins/principals.ts'
import { recordEvent } from '../audit/audit-service.ts'
import type { SessionFormRow } from '../session-forms/session-form-repository.ts'
import { about, getLockedSessionForm, getSessionForm, moveForm } from '../session-forms/session-form-service.ts'
import { insertEnvelope, lockEnvelope, updateEnvelope } from './envelope-repository.ts'
import type { Envelope, EsignProvider } from './esign-provider.ts'

interface EnvelopeContext<Who extends Principal = Principal> {
  db: Database
  principal: Who
  provider: EsignProvider
}

const open: ReadonlySet<SessionFormStatus> = new Set(['pending', 'sent', 'viewed'])

/** Whether the document is one that a client signs. */
export const isSignable = ({ type, requires_signature, has_file }: SessionForm): boolean =>
  type !== 'Link' && requires_signature && has_file

/**
 * The envelope in force of a document, made when there is none yet. Call it with the document locked.
 * @returns the envelope, locked
 */
export async function ensureEnvelope(context: EnvelopeContext, form: SessionFormRow): Promise<Envelope> {
  const { db, principal, provider } = context
  if (form.envelope_id) return lockEnvelope(db, form.envelope_id)
  const id = uuid()
  const sent_at = new Date().toISOString()
  await insertEnvelope(db, { id, session_form_id: form.id, provider: provider.name, status: 'sent', sent_at })
  await provider.createEnvelope(id, form.id)
  await recordEvent(db, principal, { action: 'sent', ...about(form), detail: `envelope ${id}` })
  return lockEnvelope(db, id)
}

/**
 * Sends a document for signing, once, however often it is asked for.
 * @throws NotFound; WrongState for a document that is not of the e-signature provider, or can't be signed any more
 */
export function sendEnvelope(context: EnvelopeContext, id: string): Promise<EnvelopeAnswer> {
  const { db, principal, provider } = context
  return db.transaction().execute(async (trx) => {
    const form = await getLockedSessionForm({ db: trx, principal }, id)
    if (form.type !== 'DocuSign') throw new WrongState('Only a document made from a template has an envelope.')
    if (!isSignable(form)) throw new WrongState('This document has no template. Sync the templates and attach it anew.')
    if (!open.has(form.status)) throw new WrongState('This document can no longer be signed.')
    const envelope = await ensureEnvelope({ ...context, db: trx }, form)
    if (form.status === 'pending') {
      await moveForm(trx, form, { status: 'sent', sent_at: form.sent_at ?? envelope.sent_at })
    }
    return { success: true, envelopeId: envelope.id, signing: await provider.signingView(envelope) }
  })
}

/**
 * Staff void a document that was sent for signing. What was sealed stays as it is, and is still given out; set back to
 * pending, the document can be sent anew.
 * @throws WrongState while it is being sealed, and for a document that was not sent or has ended in another way
 */
export function voidForm(
  { db, principal, provider }: EnvelopeContext<AdminPrincipal>,
  id: string,
  reason: string,
): Promise<SessionForm> {
  return db.transaction().execute(async (trx) => {
    const form = await getLockedSessionForm({ db: trx, principal }, id)
    if (form.status === 'voided') return form
    if (!form.envelope_id) throw new WrongState('This document was not sent for signing, or has ended already.')
    const envelope = await lockEnvelope(trx, form.envelope_id)
    if ((await provider.fetchState(envelope)) === 'signed') {
      throw new WrongState('This document is being sealed. It can be voided after that.')
    }
    await provider.voidEnvelope(envelope, reason)
    await updateEnvelope(trx, envelope.id, { status: 'voided', ended_reason: reason.trim() })
    await moveForm(trx, form, { status: 'voided' })
    await recordEvent(trx, principal, { action: 'voided', ...about(form), detail: `envelope ${envelope.id}` })
    return getSessionForm({ db: trx, principal }, id)
  })
}
