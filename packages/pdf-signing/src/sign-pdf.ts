import { certifySeal } from './certify-seal.ts'
import { PDF } from './libpdf.ts'
import type { SealInput } from './seal-input.ts'
import { openSealSigner } from './seal-signer.ts'
import { timeStampAuthority } from './time-stamp.ts'
import { assertSealVerifies } from './verify-seal.ts'

/**
 * Seals a saved PDF: PAdES B-B, or B-T when a time-stamp authority is named (ETSI EN 319 142-1), as a certification
 * signature that permits no changes.
 */
export async function signPdf(unsealed: Uint8Array, { sealKey, tsaUrl }: SealInput): Promise<Uint8Array> {
  const signer = await openSealSigner(sealKey.secret)
  const pdf = await PDF.load(unsealed)
  // libpdf makes approval signatures alone: between making the signature dictionary and hashing, it saves.
  const save = pdf.save.bind(pdf)
  pdf.save = (options) => {
    certifySeal(pdf)
    return save(options)
  }
  const { bytes } = await pdf.sign({
    signer,
    reason: 'Sealed after signing',
    fieldName: 'DocumentSeal',
    ...(tsaUrl ? { level: 'B-T', timestampAuthority: timeStampAuthority(tsaUrl) } : { level: 'B-B' }),
  })
  await assertSealVerifies(bytes, unsealed.length)
  return bytes
}
