import { createHash } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import type { Sealer } from '../../sealing/sealer.ts'
import { auditKeyOf } from '../audit/audit-key.ts'
import { recordSystemEvent } from '../audit/audit-service.ts'
import type { FileService } from '../files/file-service.ts'
import { readFields } from '../session-forms/session-form-fields.ts'
import { about, moveForm, requireLockedSessionForm, requireSessionForm } from '../session-forms/session-form-service.ts'
import { requireSession } from '../sessions/session-service.ts'
import { gatherCertificate } from './certificate.ts'
import { findEnvelope, lockEnvelope, updateEnvelope } from './envelope-repository.ts'
import { fieldStamps } from './field-stamps.ts'
import type { PdfWorker } from './pdf/pdf-worker-pool.ts'
import type { Sealed } from './pdf/seal-input.ts'
import { sealFingerprint } from './pdf/seal-key.ts'
import { assertSealKeyInDate } from './seal-key-dates.ts'
import type { SealKeys } from './seal-key-file.ts'
import { sealedDetail, sealMac } from './seal-record.ts'
import { envelopeContext, type Signing } from './signing.ts'

export interface SealingContext {
  db: Database
  files: FileService
  sealer: Sealer
  pdfWorker: PdfWorker
  sealKeys: SealKeys
  agencyName: string
  verifyUrl: string
  tsaUrl: string | undefined
}

/**
 * Stamps, certifies and seals a signed document, once: what is sealed already stays as it is.
 * @throws SealKeyOutOfDate while the seal's certificate is outside its dates
 */
export async function sealEnvelope(context: SealingContext, envelopeId: string): Promise<void> {
  const { db } = context
  const envelope = await findEnvelope(db, envelopeId)
  if (envelope.status !== 'signed') return
  const sealKey = context.sealKeys.current
  assertSealKeyInDate(sealKey, new Date())
  const form = await requireSessionForm(db, envelope.session_form_id)
  if (!form.file_id || !envelope.sealed_signing) throw new Error('A signed envelope lacks its document or signature')
  const signing: Signing = JSON.parse(context.sealer.open(envelope.sealed_signing, envelopeContext(envelopeId)))
  const { fields } = await readFields(context, form.id)
  const original = await context.files.read(db, form.file_id)
  const certificate = await gatherCertificate({
    db,
    agencyName: context.agencyName,
    verifyUrl: context.verifyUrl,
    sealFingerprint: sealFingerprint(sealKey),
    envelope,
    form,
    session: await requireSession(db, form.session_id),
    signing,
    presentedSha256: createHash('sha256').update(original).digest('hex'),
  })
  const sealed = await context.pdfWorker.seal({
    original,
    stamps: fieldStamps(fields, signing),
    mark: `Envelope ${envelopeId}`,
    certificate,
    sealKey,
    ...(context.tsaUrl ? { tsaUrl: context.tsaUrl } : {}),
  })
  await storeSealed(context, { formId: form.id, envelopeId, signer: signing.name }, sealed)
}

interface Signed {
  formId: string
  envelopeId: string
  /** The name that the signer confirmed. */
  signer: string
}

function storeSealed({ db, files }: SealingContext, { formId, envelopeId, signer }: Signed, sealed: Sealed) {
  return db.transaction().execute(async (trx) => {
    // The document before its envelope, as every step locks them.
    const form = await requireLockedSessionForm(trx, formId)
    const envelope = await lockEnvelope(trx, envelopeId)
    if (envelope.status !== 'signed' || envelope.signed_at === null) return
    const completed_at = new Date().toISOString()
    const description = { mimeType: 'application/pdf', pages: sealed.pages }
    const sealed_file_id = await files.save(trx, sealed.pdf, description)
    const seal_mac = sealMac(auditKeyOf(trx), {
      envelope_id: envelopeId,
      sha256: Buffer.from(sealed.sha256, 'hex'),
      signer,
      signed_at: envelope.signed_at,
      completed_at,
      pages: sealed.pages,
    })
    await updateEnvelope(trx, envelopeId, {
      status: 'completed',
      completed_at,
      sealed_file_id,
      seal_mac,
      error: null,
      sealing_failed_at: null,
    })
    await moveForm(trx, form, { status: 'completed', completed_at })
    await recordSystemEvent(trx, {
      action: 'sealed',
      ...about(form),
      detail: sealedDetail(sealed.sha256),
    })
  })
}
