import type { Database } from '../../platform/database/database.ts'
import { queueJob } from '../../platform/jobs/job-repository.ts'
import { recordSystemEvent } from '../audit/audit-service.ts'
import type { SessionFormRow } from '../session-forms/session-form-repository.ts'
import { about, moveForm, requireLockedSessionForm } from '../session-forms/session-form-service.ts'
import { findByProviderId, lockEnvelope, updateEnvelope } from './envelope-repository.ts'
import type { Envelope, EnvelopeState } from './esign-provider.ts'

/** Fetches the document that was signed elsewhere; its subject is the envelope. */
export const fetchJob = 'fetch-signed'

/** What became of something a provider told. `passed`: it is further already. */
export type Outcome = 'applied' | 'passed' | 'unknown'

const ranks: Record<Envelope['status'], number> = {
  creating: 0,
  sent: 1,
  viewed: 2,
  signed: 3,
  completed: 4,
  // The provider's end is final, and so is what staff have voided.
  declined: 5,
  voided: 5,
}

/**
 * Moves an envelope to what its provider tells of it, and its document with it: forward only, so that what comes twice,
 * late or out of order changes nothing. A completed one waits for its document.
 */
export function applyState(db: Database, provider: Envelope['provider'], state: EnvelopeState): Promise<Outcome> {
  return db.transaction().execute(async (trx) => {
    const found = await findByProviderId(trx, provider, state.providerId)
    if (!found) return 'unknown'
    // The document before its envelope, as every step locks them.
    const form = await requireLockedSessionForm(trx, found.session_form_id)
    const envelope = await lockEnvelope(trx, found.id)
    if (ranks[envelope.status] >= ranks.completed) return 'passed'
    if (state.status === 'completed') await queueJob(trx, fetchJob, envelope.id)
    // Its document is not here yet.
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

async function moveTo(trx: Database, { form, envelope, status, at }: Move): Promise<void> {
  const times = { sent: {}, viewed: { viewed_at: at }, signed: { signed_at: at }, declined: {}, voided: {} }[status]
  await updateEnvelope(trx, envelope.id, { status, ...times })
  // What staff have set by hand stays, as long as it is not behind.
  const read = status === 'viewed' && form.read_at === null ? { read_at: at } : {}
  const signed = status === 'signed' ? { signed_at: at } : {}
  await moveForm(trx, form, { status, ...read, ...signed })
  await recordSystemEvent(trx, { action: status, ...about(form), detail: `envelope ${envelope.id}` })
}
