import { createHash } from 'node:crypto'
import type { PdfWorker } from '@agency/pdf-signing/pdf-worker-pool'
import { sealFingerprint } from '@agency/pdf-signing/seal-key'
import type { Sealed } from '@agency/pdf-signing/seal-pdf'
import type { AgencySettingsSource } from '../../platform/agency/agency-settings.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import type { FileService } from '../../platform/files/file-service.ts'
import { readFields } from '../../sessions/session-forms/session-form-fields.ts'
import { requireLockedSessionForm, requireSessionForm } from '../../sessions/session-forms/session-form-service.ts'
import { requireSession } from '../../sessions/sessions/session-service.ts'
import { fieldStamps, pageMark } from '../client-signing/field-stamps.ts'
import { readSignedReview } from '../client-signing/review-service.ts'
import { readSigning, type Signing } from '../client-signing/stored-signing.ts'
import { findEnvelope, lockEnvelope } from '../envelopes/envelope-repository.ts'
import { completeEnvelope } from './complete-envelope.ts'
import { gatherCertificate } from './gather-certificate.ts'
import { assertSealKeyInDate } from './seal-key-dates.ts'
import type { SealKeys } from './seal-keys.ts'

export interface SealingContext {
  db: Database
  files: FileService
  cipher: FieldCipher
  pdfWorker: PdfWorker
  sealKeys: SealKeys
  agency: Pick<AgencySettingsSource, 'read'>
  verifyUrl: string
  tsaUrl: string | undefined
  /** PAdES B-LT: each seal holds what shows that its certificates were valid. */
  isLongTerm?: boolean
}

/** Idempotent. @throws SealKeyOutOfDate while the seal's certificate is expired or not valid yet */
export async function sealEnvelope(context: SealingContext, envelopeId: string): Promise<void> {
  const { db } = context
  const envelope = await findEnvelope(db, envelopeId)
  if (envelope.status !== 'signed') return
  const sealKey = context.sealKeys.current
  assertSealKeyInDate(sealKey, new Date())
  const form = await requireSessionForm(db, envelope.session_form_id)
  const signing = readSigning(context.cipher, envelope)
  if (!form.file_id || !signing) throw new Error('A signed envelope lacks its document or signature')
  const original = await context.files.read(db, form.file_id)
  const certificate = await gatherCertificate({
    db,
    agencyName: (await context.agency.read()).name,
    verifyUrl: context.verifyUrl,
    sealFingerprint: sealFingerprint(sealKey),
    envelope,
    form,
    session: await requireSession(db, form.session_id),
    signing,
    presentedSha256: createHash('sha256').update(original).digest('hex'),
  })
  const pages =
    signing.review_sha256 === undefined
      ? await pagesToStamp(context, form.id, { original, envelopeId, signing })
      : {
          reviewed: await readSignedReview(context, envelopeId, signing.review_sha256),
          sha256: signing.review_sha256,
        }
  const sealed = await context.pdfWorker.seal({
    ...pages,
    certificate,
    sealKey,
    ...(context.tsaUrl ? { tsaUrl: context.tsaUrl } : {}),
    ...(context.isLongTerm ? { isLongTerm: true } : {}),
  })
  await storeSealed(context, { formId: form.id, envelopeId, signer: signing.name }, sealed)
}

/** The input for pages that nobody reviewed: they are stamped by the same code when they are sealed. */
async function pagesToStamp(
  context: SealingContext,
  formId: string,
  { original, envelopeId, signing }: { original: Buffer; envelopeId: string; signing: Signing },
) {
  const { fields } = await readFields(context, formId)
  return { original, stamps: fieldStamps(fields, signing), mark: pageMark(envelopeId) }
}

interface Signed {
  formId: string
  envelopeId: string
  signer: string
}

async function storeSealed(
  { db, files }: SealingContext,
  { formId, envelopeId, signer }: Signed,
  { pdf, pages, sha256 }: Sealed,
): Promise<void> {
  // Stored before rows are locked. Without a row, the file is an orphan that the sweep removes.
  const file = await files.storeBytes(pdf, { mimeType: 'application/pdf', pages })
  await db.transaction().execute(async (trx) => {
    // Lock order everywhere: the document, then its envelope.
    const form = await requireLockedSessionForm(trx, formId)
    const envelope = await lockEnvelope(trx, envelopeId)
    if (envelope.status !== 'signed' || envelope.signed_at === null) return
    await files.describe(trx, file)
    const facts = { envelope_id: envelopeId, sha256: Buffer.from(sha256, 'hex'), signer, pages }
    await completeEnvelope(trx, form, { ...facts, signed_at: envelope.signed_at, sealed_file_id: file.id })
  })
}
