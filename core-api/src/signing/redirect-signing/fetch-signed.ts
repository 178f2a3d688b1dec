import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { EsignFailed } from '../../platform/errors.ts'
import type { FileService } from '../../platform/files/file-service.ts'
import { requireLockedSessionForm } from '../../sessions/session-forms/session-form-service.ts'
import { findEnvelope, lockEnvelope } from '../envelopes/envelope-repository.ts'
import type { EsignProviders } from '../providers/esign-providers.ts'
import { completeEnvelope } from '../sealing/complete-envelope.ts'
import { signerOf } from '../verification/seal-record.ts'

interface FetchingContext {
  db: Database
  files: FileService
  cipher: FieldCipher
  providers: EsignProviders
}

const pdfStart = Buffer.from('%PDF-')

/** Fetches a signed document with its certificate from the provider and stores it. Idempotent. */
export async function fetchSigned(context: FetchingContext, envelopeId: string): Promise<void> {
  const { db, providers } = context
  const envelope = await findEnvelope(db, envelopeId)
  if (envelope.status !== 'signed') return
  const redirect = providers.redirectOf(envelope)
  if (!redirect || envelope.provider_id === null)
    throw new Error('An envelope of the built-in provider has no document to fetch')
  const pdf = await redirect.fetchCompleted(envelope.provider_id)
  if (!Buffer.from(pdf).subarray(0, pdfStart.length).equals(pdfStart)) {
    throw new EsignFailed('The provider’s signed document is not a PDF. The request is retried automatically.')
  }
  await storeFetched(context, envelope.session_form_id, envelopeId, pdf)
}

async function storeFetched(
  { db, files, cipher }: FetchingContext,
  formId: string,
  envelopeId: string,
  pdf: Uint8Array,
) {
  // Stored before rows are locked. Without a row, the file is an orphan that the sweep removes.
  const file = await files.storeBytes(pdf, { mimeType: 'application/pdf' })
  await db.transaction().execute(async (trx) => {
    const form = await requireLockedSessionForm(trx, formId)
    const envelope = await lockEnvelope(trx, envelopeId)
    if (envelope.status !== 'signed' || envelope.signed_at === null) return
    await files.describe(trx, file)
    const { signed_at } = envelope
    const signer = signerOf(cipher, envelopeId, envelope.encrypted_signing)
    const facts = { envelope_id: envelopeId, sha256: file.sha256, signer, signed_at, pages: null }
    await completeEnvelope(trx, form, { ...facts, sealed_file_id: file.id })
  })
}
