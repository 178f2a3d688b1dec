import { recordSystemEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { queueJob } from '../../platform/jobs/job-repository.ts'
import type { SessionFormRow } from '../../sessions/session-forms/session-form-repository.ts'
import {
  auditIdsOf,
  requireLockedSessionForm,
  updateSessionForm,
} from '../../sessions/session-forms/session-form-service.ts'
import { recordDeclineAtProvider } from '../envelopes/decline-service.ts'
import { findByProviderId, lockEnvelope, updateEnvelope } from '../envelopes/envelope-repository.ts'
import type { Envelope, EnvelopeState } from '../providers/esign-provider.ts'

export const fetchJob = 'fetch-signed'

/** The outcome of a reported state. `passed`: the envelope is already in that state or a later one. */
export type Outcome = 'applied' | 'passed' | 'unknown'

const ranks: Record<Envelope['status'], number> = {
  creating: 0,
  sent: 1,
  viewed: 2,
  signed: 3,
  completed: 4,
  // An end at the provider and a voiding by staff are final.
  declined: 5,
  voided: 5,
}

/** Forward only: repeated, late and reordered reports change nothing. `signed` until the document is fetched. */
export function applyProviderState(
  db: Database,
  provider: Envelope['provider'],
  state: EnvelopeState,
): Promise<Outcome> {
  return db.transaction().execute(async (trx) => {
    const found = await findByProviderId(trx, provider, state.providerId)
    if (!found) return 'unknown'
    // Lock order everywhere: the document, then its envelope.
    const form = await requireLockedSessionForm(trx, found.session_form_id)
    const envelope = await lockEnvelope(trx, found.id)
    if (ranks[envelope.status] >= ranks.completed) return 'passed'
    if (state.status === 'completed') await queueJob(trx, fetchJob, envelope.id)
    // The signed PDF has not been fetched yet.
    const status = state.status === 'completed' ? 'signed' : state.status
    if (ranks[status] <= ranks[envelope.status]) return 'passed'
    await moveTo(trx, { form, envelope, status, at: state.at })
    return 'applied'
  })
}

interface Move {
  form: SessionFormRow
  envelope: Envelope
  status: Exclude<Envelope['status'], 'creating' | 'completed'>
  at: string
}

async function moveTo(trx: Transaction, { form, envelope, status, at }: Move): Promise<void> {
  const times = { sent: {}, viewed: { viewed_at: at }, signed: { signed_at: at }, declined: {}, voided: {} }[status]
  await updateEnvelope(trx, envelope.id, { status, ...times })
  // A read date is kept, also one that staff set by hand.
  const read = status === 'viewed' && form.read_at === null ? { read_at: at } : {}
  const signed = status === 'signed' ? { signed_at: at } : {}
  await updateSessionForm(trx, form, { status, ...read, ...signed })
  const detail = `envelope ${envelope.id}`
  if (status !== 'declined') return recordSystemEvent(trx, { action: status, ...auditIdsOf(form), detail })
  await recordDeclineAtProvider(trx, { about: auditIdsOf(form), envelopeId: envelope.id }, { at, detail })
}
