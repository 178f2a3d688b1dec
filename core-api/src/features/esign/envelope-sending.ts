import type { EnvelopeAnswer } from '@agency/contract/esign'
import { getLockedSessionForm, getSessionForm, moveForm } from '../session-forms/session-form-service.ts'
import { builtInProvider } from './built-in-provider.ts'
import { type EnvelopeContext, ensureEnvelope, requireSendable } from './envelope-service.ts'
import { sendRemotely } from './remote-sending.ts'

/**
 * Sends a document for signing, once, however often it is asked for.
 * @throws NotFound; WrongState for a document that is not of the e-signature provider, or can't be signed any more;
 *   EmailMissing and EsignFailed where it is signed elsewhere
 */
export async function sendEnvelope(context: EnvelopeContext, id: string): Promise<EnvelopeAnswer> {
  const { source_template_id } = await getSessionForm(context, id)
  const { name, remote } = context.providers.ofTemplate(source_template_id ?? '')
  return remote ? sendRemotely({ ...context, name, remote }, id) : sendHere(context, id)
}

function sendHere({ db, principal }: EnvelopeContext, id: string): Promise<EnvelopeAnswer> {
  return db.transaction().execute(async (trx) => {
    const form = await getLockedSessionForm({ db: trx, principal }, id)
    requireSendable(form)
    const envelope = await ensureEnvelope({ db: trx, principal, provider: builtInProvider }, form)
    if (form.status === 'pending') {
      await moveForm(trx, form, { status: 'sent', sent_at: form.sent_at ?? envelope.sent_at })
    }
    return { success: true, envelopeId: envelope.id, signing: { kind: 'embedded' } }
  })
}
