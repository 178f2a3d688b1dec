import type { SessionForm } from '@agency/contract/session-forms'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database } from '../../platform/database/database.ts'
import { WrongState } from '../../platform/errors.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { requeueJob } from '../../platform/jobs/job-repository.ts'
import { auditIdsOf, getLockedSessionForm, getSessionForm } from '../../sessions/session-forms/session-form-service.ts'
import { sealJob } from '../client-signing/signing-service.ts'
import { lockEnvelope, updateEnvelope } from '../envelopes/envelope-repository.ts'
import { builtInProvider } from '../providers/built-in-provider.ts'
import { fetchJob } from '../redirect-signing/apply-provider-state.ts'

/** @throws NotFound; WrongState unless the document is signed and could not be sealed */
export function retrySealing(
  { db, principal }: { db: Database; principal: AdminPrincipal },
  id: string,
): Promise<SessionForm> {
  return db.transaction().execute(async (trx) => {
    const form = await getLockedSessionForm({ db: trx, principal }, id)
    const envelope = form.envelope_id ? await lockEnvelope(trx, form.envelope_id) : undefined
    if (envelope?.status !== 'signed' || envelope.sealing_failed_at === null) {
      throw new WrongState('Sealing has not failed for this document, so there is nothing to retry.')
    }
    await updateEnvelope(trx, envelope.id, { sealing_failed_at: null, error: null })
    await requeueJob(trx, envelope.provider === builtInProvider.name ? sealJob : fetchJob, envelope.id)
    await recordEvent(trx, principal, {
      action: 'sealing-retried',
      ...auditIdsOf(form),
      detail: `envelope ${envelope.id}`,
    })
    return getSessionForm({ db: trx, principal }, id)
  })
}
