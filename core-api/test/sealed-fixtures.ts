import { createHash } from 'node:crypto'
import type { SessionForm } from '@agency/contract/session-forms'
import { v7 as uuid } from 'uuid'
import {
  requireLockedSessionForm,
  requireSessionForm,
  updateSessionForm,
} from '../src/sessions/session-forms/session-form-service.ts'
import { envelopeContext } from '../src/signing/client-signing/stored-signing.ts'
import { insertEnvelope } from '../src/signing/envelopes/envelope-repository.ts'
import { completeEnvelope } from '../src/signing/sealing/complete-envelope.ts'
import { type Core, smallPdf } from './core.ts'
import { type SeededSession, seedForm, signature } from './session-fixtures.ts'
import { readForm } from './signing-steps.ts'

/**
 * A document that its client has signed, with a sealed file, as rows: for tests in which neither signing nor the seal is
 * the point. The file is a PDF without a seal.
 */
export async function seedSealedForm(core: Core, journey: SeededSession): Promise<SessionForm> {
  const { id } = await seedForm(core, journey)
  const { db, cipher, files } = core.app
  const [envelope_id, signed_at] = [uuid(), new Date().toISOString()]
  const pdf = Buffer.concat([smallPdf, Buffer.from(`% ${envelope_id}\n`)])
  const signing = { ...signature, address: '198.51.100.7', record_name: signature.name, signed_at }
  const sealed_file_id = await files.save(db, pdf, { mimeType: 'application/pdf', pages: 1 })
  const sha256 = createHash('sha256').update(pdf).digest()
  await db.transaction().execute(async (trx) => {
    const pending = await requireLockedSessionForm(trx, id)
    await insertEnvelope(trx, {
      id: envelope_id,
      session_form_id: id,
      provider: 'built-in',
      status: 'signed',
      sent_at: signed_at,
      viewed_at: signed_at,
      signed_at,
      encrypted_signing: cipher.encrypt(JSON.stringify(signing), envelopeContext(envelope_id)),
    })
    const dates = { sent_at: signed_at, read_at: signed_at, signed_at }
    await updateSessionForm(trx, pending, { status: 'signed', ...dates })
    const form = await requireSessionForm(trx, id)
    const facts = { envelope_id, sha256, signer: signature.name, pages: 1, signed_at, sealed_file_id }
    await completeEnvelope(trx, form, facts)
  })
  core.app.wakeJobs()
  return readForm(core, journey, id)
}
