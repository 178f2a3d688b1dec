import { createHash } from 'node:crypto'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { EsignFailed } from '../../platform/errors.ts'
import type { FileService } from '../../platform/file-store/file-service.ts'
import { requireLockedSessionForm } from '../session-forms/session-form-service.ts'
import { completeEnvelope } from './complete-envelope.ts'
import { findEnvelope, lockEnvelope } from './envelope-repository.ts'
import type { EsignProviders } from './esign-providers.ts'
import { signerOf } from './seal-record.ts'

interface FetchingContext {
  db: Database
  files: FileService
  cipher: FieldCipher
  providers: EsignProviders
}

const pdfStart = Buffer.from('%PDF-')

/** Fetches what was signed elsewhere, with its certificate, and stores it sealed: once, whoever asks again. */
export async function fetchSigned(context: FetchingContext, envelopeId: string): Promise<void> {
  const { db, providers } = context
  const envelope = await findEnvelope(db, envelopeId)
  if (envelope.status !== 'signed') return
  const remote = providers.remoteOf(envelope)
  if (!remote || envelope.provider_id === null)
    throw new Error('An envelope that is signed here has no document elsewhere')
  const pdf = await remote.fetchCompleted(envelope.provider_id)
  if (!Buffer.from(pdf).subarray(0, pdfStart.length).equals(pdfStart)) {
    throw new EsignFailed('What the provider gave as the signed document is no PDF. It is asked again by itself.')
  }
  await storeFetched(context, envelope.session_form_id, envelopeId, pdf)
}

function storeFetched({ db, files, cipher }: FetchingContext, formId: string, envelopeId: string, pdf: Uint8Array) {
  return db.transaction().execute(async (trx) => {
    const form = await requireLockedSessionForm(trx, formId)
    const envelope = await lockEnvelope(trx, envelopeId)
    if (envelope.status !== 'signed' || envelope.signed_at === null) return
    const sealed_file_id = await files.save(trx, pdf, { mimeType: 'application/pdf' })
    const sha256 = createHash('sha256').update(pdf).digest()
    const { signed_at } = envelope
    const signer = signerOf(cipher, envelopeId, envelope.encrypted_signing)
    const facts = { envelope_id: envelopeId, sha256, signer, signed_at, pages: null }
    await completeEnvelope(trx, form, { ...facts, sealed_file_id })
  })
}
