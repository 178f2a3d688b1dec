import type { PDF } from '../libpdf.ts'
import { certifySeal } from './certify-seal.ts'
import type { SealKey } from './seal-key.ts'
import { openSealSigner } from './seal-signer.ts'
import { timeStampAuthority } from './time-stamp.ts'

/**
 * Signs a PDF and appends all changes to its bytes as one update: PAdES B-B, or B-T with a time-stamp authority (ETSI
 * EN 319 142-1), as a certification signature that permits no changes. Subset its fonts before.
 * @throws {PdfTaskFailed} `SEAL_KEY_INVALID` or `TSA_FAILED`
 */
export async function signPdf(
  pdf: PDF,
  { sealKey, tsaUrl }: { sealKey: SealKey; tsaUrl?: string },
): Promise<Uint8Array> {
  const signer = await openSealSigner(sealKey.secret)
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
  return bytes
}
