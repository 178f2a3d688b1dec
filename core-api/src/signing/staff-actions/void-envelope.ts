import type { SessionForm } from '@agency/contract/session-forms'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { encryptText } from '../../platform/encryption/encrypted-text.ts'
import { WrongState } from '../../platform/errors.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import type { SessionFormRow } from '../../sessions/session-forms/session-form-repository.ts'
import {
  auditIdsOf,
  decryptTexts,
  getLockedSessionForm,
  getSessionForm,
  reasonContext,
  updateSessionForm,
} from '../../sessions/session-forms/session-form-service.ts'
import { findActiveEnvelope, isBeingCreated, lockEnvelope, updateEnvelope } from '../envelopes/envelope-repository.ts'
import type { EnvelopeContext } from '../envelopes/envelope-service.ts'
import type { Envelope } from '../providers/esign-provider.ts'

/** Voids it, with redirect signing at the provider first. @throws WrongState while it is being sealed; EsignFailed */
export async function voidForm(
  context: EnvelopeContext<AdminPrincipal>,
  id: string,
  reason: string,
): Promise<SessionForm> {
  const { db, cipher, principal } = context
  const seen = await getSessionForm({ db, principal }, id)
  const envelope = await findActiveEnvelope(db, id)
  // Staff may have set the status by hand, which ends no envelope.
  if (!envelope && seen.status === 'voided') return decryptTexts(cipher, seen)
  if (!envelope)
    throw new WrongState('This document cannot be voided: it was not sent for signing, or it was declined.')
  requireVoidable(envelope)
  await voidAtProvider(context, envelope, reason)
  return db.transaction().execute(async (trx) => {
    const form = await storeVoided({ ...context, db: trx }, envelope, reason)
    if (form.status !== 'voided') await updateSessionForm(trx, form, { status: 'voided' })
    return decryptTexts(cipher, await getSessionForm({ db: trx, principal }, id))
  })
}

const askedAgain = 'The document was asked for again.'

/**
 * Ends it at the provider first, else the client could sign it there. The document keeps its status.
 * @throws as `voidForm`
 */
export async function endReplacedEnvelope(context: EnvelopeContext<AdminPrincipal>, id: string): Promise<void> {
  const envelope = await findActiveEnvelope(context.db, id)
  if (!envelope) return
  requireVoidable(envelope)
  await voidAtProvider(context, envelope, askedAgain)
  await context.db.transaction().execute((trx) => storeVoided({ ...context, db: trx }, envelope, askedAgain))
}

async function storeVoided(
  { db, cipher, principal }: EnvelopeContext<AdminPrincipal> & { db: Transaction },
  { id, session_form_id }: Envelope,
  reason: string,
): Promise<SessionFormRow> {
  const form = await getLockedSessionForm({ db, principal }, session_form_id)
  const current = await lockEnvelope(db, id)
  if (current.status === 'declined') throw new WrongState('This document cannot be voided: the client has declined it.')
  requireVoidable(current)
  const encrypted_reason = encryptText(cipher, reasonContext(id), reason.trim())
  await updateEnvelope(db, id, { status: 'voided', encrypted_reason })
  await recordEvent(db, principal, { action: 'voided', ...auditIdsOf(form), detail: `envelope ${id}` })
  return form
}

function requireVoidable({ status, sealing_failed_at }: Envelope): void {
  if (status === 'signed' && sealing_failed_at === null)
    throw new WrongState('This document is being sealed. Void it when sealing has finished.')
}

/** A document that is completed at the provider is voided here only, like one that was sealed here. */
async function voidAtProvider(context: EnvelopeContext, envelope: Envelope, reason: string): Promise<void> {
  const redirect = context.providers.redirectOf(envelope)
  // An envelope with a failed fetch is completed at the provider.
  if (!redirect || envelope.status === 'completed' || envelope.sealing_failed_at !== null) return
  if (envelope.provider_id !== null) return redirect.void(envelope.provider_id, reason)
  if (await isBeingCreated(context.db, envelope.id)) {
    throw new WrongState('This document is being sent. It can be voided in a minute.')
  }
  const created = (await redirect.find([envelope.id])).get(envelope.id)
  if (created !== undefined) await redirect.void(created, reason)
}
