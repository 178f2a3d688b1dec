import { PdfRefused, PdfTaskFailed } from '@agency/pdf-signing/pdf-errors'
import { isDiskFull } from '@agency/service-kit/disk-full'
import { recordSystemEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database } from '../../platform/database/database.ts'
import { EsignFailed, FileDamaged, FileMissing, StoreUnavailable } from '../../platform/errors.ts'
import type { Job } from '../../platform/jobs/job-repository.ts'
import { auditIdsOf, requireLockedSessionForm } from '../../sessions/session-forms/session-form-service.ts'
import { findEnvelope, lockEnvelope, updateEnvelope } from '../envelopes/envelope-repository.ts'
import { SealKeyOutOfDate } from './seal-key-dates.ts'

/** A temporary failure is flagged for staff after so many ms and so many attempts. */
const retryLimit = { time: 86_400_000, attempts: 5 }

const permanentCodes: readonly string[] = ['SEAL_INPUT_INVALID', 'SEAL_TEXT_UNPRINTABLE', 'SEAL_PAGES_DIFFER']

/** Whether a retry with the same input would fail in the same way. */
export function isPermanent(error: unknown): boolean {
  if (error instanceof PdfTaskFailed) return permanentCodes.includes(error.code)
  return error instanceof PdfRefused || error instanceof FileDamaged
}

/** The cause in a sentence for staff, without personal data. */
function reasonOf(error: unknown): string {
  if (error instanceof FileMissing) return 'Its stored file is missing. Restore the file from a backup.'
  if (error instanceof FileDamaged) return 'Its stored file was altered or damaged. Restore the file from a backup.'
  if (isDiskFull(error)) return 'The disk is full.'
  if (error instanceof StoreUnavailable) return 'The file store is not available.'
  if (error instanceof SealKeyOutOfDate) return error.message
  if (error instanceof PdfRefused || error instanceof PdfTaskFailed || error instanceof EsignFailed) {
    return error.message
  }
  return 'An unexpected error occurred. See the log of the service.'
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Error'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** Flagged and audited once if permanent or a day old. One that was voided or sealed meanwhile is not changed. */
export function recordSealingFailure(
  db: Database,
  { subject_id: envelopeId, attempts }: Job,
  error: unknown,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { session_form_id } = await findEnvelope(trx, envelopeId)
    // Lock order everywhere: the document, then its envelope.
    const form = await requireLockedSessionForm(trx, session_form_id)
    const envelope = await lockEnvelope(trx, envelopeId)
    if (envelope.status !== 'signed') return
    const waited = envelope.signed_at === null ? 0 : Date.now() - Date.parse(envelope.signed_at)
    const isOverdue = waited > retryLimit.time && attempts >= retryLimit.attempts
    // Only another certificate helps, so staff have nothing to do with the document.
    const waitsForKey = error instanceof SealKeyOutOfDate
    const isFlagged = isPermanent(error) || (isOverdue && !waitsForKey)
    const again = isPermanent(error) || waitsForKey ? '' : ' It is retried automatically.'
    const sealing_failed_at = envelope.sealing_failed_at ?? (isFlagged ? new Date().toISOString() : null)
    await updateEnvelope(trx, envelopeId, { error: `${reasonOf(error)}${again}`, sealing_failed_at })
    if (sealing_failed_at !== null && envelope.sealing_failed_at === null) {
      await recordSystemEvent(trx, {
        action: 'sealing-failed',
        ...auditIdsOf(form),
        detail: `envelope ${envelopeId}, ${codeOf(error)}`,
      })
    }
  })
}
