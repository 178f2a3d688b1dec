import type { Database } from '../../platform/database/database.ts'
import { recordSystemEvent } from '../audit/audit-service.ts'
import { about, requireSessionForm } from '../session-forms/session-form-service.ts'
import { listOpenEnvelopes } from './envelope-repository.ts'
import type { Envelope, RemoteEnvelopes } from './esign-provider.ts'
import { adoptEnvelope } from './remote-sending.ts'
import { applyState } from './remote-states.ts'

interface ReconcilingContext {
  db: Database
  name: Envelope['provider']
  remote: RemoteEnvelopes
}

/**
 * Asks a provider about all envelopes that wait for something, a few hundred in one call: what its messages have not
 * told, and what was made although no answer came.
 * @returns how many of them moved
 */
export async function reconcile({ db, name, remote }: ReconcilingContext): Promise<number> {
  const waiting = await listOpenEnvelopes(db, name)
  const unanswered = waiting.filter(({ provider_id }) => provider_id === null)
  const found = unanswered.length > 0 ? await remote.find(unanswered.map(({ id }) => id)) : new Map<string, string>()
  for (const { id, session_form_id: formId } of unanswered) {
    const providerId = found.get(id)
    if (providerId === undefined) continue
    const form = await requireSessionForm(db, formId)
    await adoptEnvelope(db, { envelopeId: id, formId, providerId }, (trx) =>
      recordSystemEvent(trx, { action: 'sent', ...about(form), detail: `envelope ${id}` }),
    )
  }
  const ids = [...waiting.flatMap(({ provider_id }) => provider_id ?? []), ...found.values()]
  const states = ids.length > 0 ? await remote.fetchStates(ids) : []
  let moved = found.size
  const known = new Map(waiting.map(({ provider_id, status }) => [provider_id, status]))
  const news = states.filter(({ providerId, status }) => known.get(providerId) !== status)
  for (const state of news) if ((await applyState(db, name, state)) === 'applied') moved++
  return moved
}
