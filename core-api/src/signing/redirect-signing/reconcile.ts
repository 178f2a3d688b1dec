import { recordSystemEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database } from '../../platform/database/database.ts'
import { auditIdsOf, requireSessionForm } from '../../sessions/session-forms/session-form-service.ts'
import { listOpenEnvelopes } from '../envelopes/envelope-repository.ts'
import type { Envelope, RedirectSigning } from '../providers/esign-provider.ts'
import { applyProviderState } from './apply-provider-state.ts'
import { storeSentEnvelope } from './send-to-provider.ts'

interface ReconcilingContext {
  db: Database
  name: Envelope['provider']
  redirect: RedirectSigning
}

/** Makes up for lost webhook messages and answers, some hundred in one call. @returns how many envelopes changed */
export async function reconcile({ db, name, redirect }: ReconcilingContext): Promise<number> {
  const waiting = await listOpenEnvelopes(db, name)
  const unanswered = waiting.filter(({ provider_id }) => provider_id === null)
  const found = unanswered.length > 0 ? await redirect.find(unanswered.map(({ id }) => id)) : new Map<string, string>()
  for (const { id, session_form_id: formId } of unanswered) {
    const providerId = found.get(id)
    if (providerId === undefined) continue
    const form = await requireSessionForm(db, formId)
    await storeSentEnvelope(db, { envelopeId: id, formId, providerId }, (trx) =>
      recordSystemEvent(trx, { action: 'sent', ...auditIdsOf(form), detail: `envelope ${id}` }),
    )
  }
  const ids = [...waiting.flatMap(({ provider_id }) => provider_id ?? []), ...found.values()]
  const states = ids.length > 0 ? await redirect.fetchStates(ids) : []
  let moved = found.size
  const known = new Map(waiting.map(({ provider_id, status }) => [provider_id, status]))
  const news = states.filter(({ providerId, status }) => known.get(providerId) !== status)
  for (const state of news) if ((await applyProviderState(db, name, state)) === 'applied') moved++
  return moved
}
