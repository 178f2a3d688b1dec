import type { SessionForm } from '@agency/contract/session-forms'
import { encryptText } from '../../platform/encryption/encrypted-text.ts'
import { WrongState } from '../../platform/errors.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { recordEvent } from '../audit/audit-service.ts'
import {
  about,
  getLockedSessionForm,
  getSessionForm,
  moveForm,
  openTexts,
  reasonContext,
} from '../session-forms/session-form-service.ts'
import { findActiveEnvelope, isBeingMade, lockEnvelope, updateEnvelope } from './envelope-repository.ts'
import type { EnvelopeContext } from './envelope-service.ts'
import type { Envelope } from './esign-provider.ts'

/**
 * Staff void a document that was sent for signing. What was sealed stays as it is, and is still given out; set back to
 * pending, the document can be sent anew. At a provider it is voided first: only what ended there ends here.
 * A signed document that could not be sealed can be voided: its signature stays stored with the envelope.
 * @throws WrongState while it is being sealed, and for a document that was not sent or has ended in another way;
 *   EsignFailed when the provider does not do it
 */
export async function voidForm(
  context: EnvelopeContext<AdminPrincipal>,
  id: string,
  reason: string,
): Promise<SessionForm> {
  const { db, cipher, principal } = context
  const seen = await getSessionForm({ db, principal }, id)
  if (seen.status === 'voided') return openTexts(cipher, seen)
  const envelope = await findActiveEnvelope(db, id)
  if (!envelope) throw new WrongState('This document was not sent for signing, or has ended already.')
  requireVoidable(envelope)
  await voidRemotely(context, envelope, reason)
  return db.transaction().execute(async (trx) => {
    const form = await getLockedSessionForm({ db: trx, principal }, id)
    const current = await lockEnvelope(trx, envelope.id)
    if (current.status === 'declined') throw new WrongState('This document has ended already.')
    requireVoidable(current)
    // The words of staff about a client are encrypted, as the client's own are.
    const encrypted_reason = encryptText(cipher, reasonContext(envelope.id), reason.trim())
    await updateEnvelope(trx, envelope.id, { status: 'voided', encrypted_reason })
    if (form.status !== 'voided') await moveForm(trx, form, { status: 'voided' })
    await recordEvent(trx, principal, { action: 'voided', ...about(form), detail: `envelope ${envelope.id}` })
    return openTexts(cipher, await getSessionForm({ db: trx, principal }, id))
  })
}

function requireVoidable({ status, sealing_failed_at }: Envelope): void {
  if (status === 'signed' && sealing_failed_at === null)
    throw new WrongState('This document is being sealed. It can be voided after that.')
}

/** What is completed at a provider stays so there: staff withdraw it here alone, as they do with what is sealed here. */
async function voidRemotely(context: EnvelopeContext, envelope: Envelope, reason: string): Promise<void> {
  const remote = context.providers.remoteOf(envelope)
  // One that was flagged is completed there, and its copy could not be fetched.
  if (!remote || envelope.status === 'completed' || envelope.sealing_failed_at !== null) return
  if (envelope.provider_id !== null) return remote.void(envelope.provider_id, reason)
  if (await isBeingMade(context.db, envelope.id)) {
    throw new WrongState('This document is just being sent. It can be voided in a minute.')
  }
  const made = (await remote.find([envelope.id])).get(envelope.id)
  if (made !== undefined) await remote.void(made, reason)
}
