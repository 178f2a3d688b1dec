import { createHash } from 'node:crypto'
import type { PdfWorker } from '@agency/pdf-signing/pdf-worker-pool'
import { sealFingerprint } from '@agency/pdf-signing/seal-key'
import type { Sealed } from '@agency/pdf-signing/seal-pdf'
import type { Database } from '../../../platform/database/database.ts'
import type { FieldCipher } from '../../../platform/encryption/field-cipher.ts'
import type { FileService } from '../../../platform/file-store/file-service.ts'
import { readFields } from '../../session-forms/session-form-fields.ts'
import { requireLockedSessionForm, requireSessionForm } from '../../session-forms/session-form-service.ts'
import { requireSession } from '../../sessions/session-service.ts'
import { findEnvelope, lockEnvelope } from '../envelopes/envelope-repository.ts'
import { envelopeContext, type Signing } from '../signing/stored-signing.ts'
import { completeEnvelope } from './complete-envelope.ts'
import { fieldStamps } from './field-stamps.ts'
import { gatherCertificate } from './gather-certificate.ts'
import { assertSealKeyInDate } from './seal-key-dates.ts'
import type { SealKeys } from './seal-keys.ts'

export interface SealingContext {
  db: Database
  files: FileService
  cipher: FieldCipher
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
  if (!form.file_id || !envelope.encrypted_signing) throw new Error('A signed envelope lacks its document or signature')
  const signing: Signing = JSON.parse(context.cipher.decrypt(envelope.encrypted_signing, envelopeContext(envelopeId)))
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
    const { pdf, pages } = sealed
    const sealed_file_id = await files.save(trx, pdf, { mimeType: 'application/pdf', pages })
    const sha256 = Buffer.from(sealed.sha256, 'hex')
    const { signed_at } = envelope
    await completeEnvelope(trx, form, { envelope_id: envelopeId, sha256, signer, signed_at, pages, sealed_file_id })
  })
}
