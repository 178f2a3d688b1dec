import { fileSealedDocument } from '../../clients/documents/filed-documents.ts'
import { auditKeyOf } from '../../platform/audit-trail/audit-key.ts'
import { recordSystemEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { SessionFormRow } from '../../sessions/session-forms/session-form-repository.ts'
import { auditIdsOf, updateSessionForm } from '../../sessions/session-forms/session-form-service.ts'
import { updateEnvelope } from '../envelopes/envelope-repository.ts'
import { type SealFacts, sealedDetail, sealMac } from '../verification/seal-record.ts'

/** Call it in the transaction that describes the file, with document and envelope locked. */
export async function completeEnvelope(
  trx: Transaction,
  form: SessionFormRow,
  { sealed_file_id, ...signed }: Omit<SealFacts, 'completed_at'> & { sealed_file_id: string },
): Promise<void> {
  const completed_at = new Date().toISOString()
  await updateEnvelope(trx, signed.envelope_id, {
    status: 'completed',
    completed_at,
    sealed_file_id,
    seal_mac: sealMac(auditKeyOf(trx), { ...signed, completed_at }),
    error: null,
    sealing_failed_at: null,
  })
  await updateSessionForm(trx, form, { status: 'completed', completed_at })
  const detail = sealedDetail(signed.sha256.toString('hex'))
  await recordSystemEvent(trx, { action: 'sealed', ...auditIdsOf(form), detail })
  const { client_id, title, folder } = form
  const { envelope_id } = signed
  await fileSealedDocument(trx, { envelope_id, sealed_file_id, client_id, title, folder, completed_at })
}
