import { PDF } from '../libpdf.ts'
import { certifySeal } from './certify-seal.ts'
import type { SealKey } from './seal-key.ts'
import { openSealSigner } from './seal-signer.ts'
import { timeStampAuthority } from './time-stamp.ts'
import { assertSealVerifies } from './verify-seal.ts'

/**
 * Signs a saved PDF: PAdES B-B, or B-T with a time-stamp authority (ETSI EN 319 142-1), as a certification signature
 * that permits no changes.
 * @throws {PdfTaskFailed} `SEAL_KEY_INVALID`, `TSA_FAILED` or `SEAL_NOT_VERIFIED`
 */
export async function signPdf(
  unsealed: Uint8Array,
  { sealKey, tsaUrl }: { sealKey: SealKey; tsaUrl?: string },
): Promise<Uint8Array> {
  const signer = await openSealSigner(sealKey.secret)
  const pdf = await PDF.load(unsealed)
  // libpdf only makes approval signatures. It saves between making the signature dictionary and hashing: the place to
  // turn it into a certification signature.
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
