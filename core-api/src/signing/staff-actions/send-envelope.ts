import type { EnvelopeAnswer } from '@agency/contract/esign'
import {
  getLockedSessionForm,
  getSessionForm,
  updateSessionForm,
} from '../../sessions/session-forms/session-form-service.ts'
import { type EnvelopeContext, ensureEnvelope, requireSendable } from '../envelopes/envelope-service.ts'
import { builtInProvider } from '../providers/built-in-provider.ts'
import { sendToProvider } from '../redirect-signing/send-to-provider.ts'

/** Idempotent. @throws NotFound; WrongState; with redirect signing EmailMissing and EsignFailed */
export async function sendEnvelope(context: EnvelopeContext, id: string): Promise<EnvelopeAnswer> {
  const { source_template_id } = await getSessionForm(context, id)
  const { name, redirect } = context.providers.ofTemplate(source_template_id ?? '')
  return redirect ? sendToProvider({ ...context, name, redirect }, id) : sendBuiltIn(context, id)
}

function sendBuiltIn({ db, principal }: EnvelopeContext, id: string): Promise<EnvelopeAnswer> {
  return db.transaction().execute(async (trx) => {
    const form = await getLockedSessionForm({ db: trx, principal }, id)
    requireSendable(form)
    const envelope = await ensureEnvelope({ db: trx, principal, provider: builtInProvider }, form)
    if (form.status === 'pending') {
      await updateSessionForm(trx, form, { status: 'sent', sent_at: form.sent_at ?? envelope.sent_at })
    }
    return { success: true, envelopeId: envelope.id, signing: { kind: 'embedded' } }
  })
}
