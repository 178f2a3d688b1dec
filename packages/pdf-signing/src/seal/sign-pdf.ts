import type { PDF, Signer } from '../libpdf.ts'
import { PdfTaskFailed } from '../pdf-errors.ts'
import { certifySeal } from './certify-seal.ts'
import type { SealKey } from './seal-key.ts'
import { openSealSigner } from './seal-signer.ts'
import { signCms } from './sign-cms.ts'
import { timeStampAuthority } from './time-stamp.ts'
import { findSeal } from './verify-seal.ts'

/** Room for a signature beside its certificates, and for a time stamp with those of its authority; in bytes. */
const room = { signature: 4_096, timeStamp: 16_384 }

/** PAdES B-B or B-T (ETSI EN 319 142-1), no changes permitted. Subset fonts first. @throws {PdfTaskFailed} */
export async function signPdf(
  pdf: PDF,
  { sealKey, tsaUrl }: { sealKey: SealKey; tsaUrl?: string },
): Promise<Uint8Array> {
  const signer = await openSealSigner(sealKey.secret)
  const authority = tsaUrl === undefined ? undefined : timeStampAuthority(tsaUrl)
  const certificates = [signer.certificate, ...(signer.certificateChain ?? [])]
  const size = certificates.reduce((sum, { length }) => sum + length, room.signature + (authority ? room.timeStamp : 0))
  // libpdf only makes approval signatures, and saves before hashing: there it becomes a certification signature.
  const save = pdf.save.bind(pdf)
  pdf.save = (options) => {
    certifySeal(pdf)
    return save(options)
  }
  const { bytes } = await pdf.sign({
    signer: withoutKey(signer),
    reason: 'Sealed after signing',
    fieldName: 'DocumentSeal',
    level: 'B-B',
    estimatedSize: size,
  })
  const sealed = Uint8Array.from(bytes)
  const { covered, gapStart, gapEnd } = findSeal(sealed)
  const cms = await signCms(covered, signer, { authority })
  const hex = cms.toString('hex')
  if (hex.length > gapEnd - gapStart - 2) throw new PdfTaskFailed('SEAL_NOT_VERIFIED')
  sealed.set(Buffer.from(`<${hex.padEnd(gapEnd - gapStart - 2, '0')}>`, 'latin1'), gapStart)
  return sealed
}

/** libpdf states the time of signing in the signature, which baseline B forbids, so it only makes the place for ours. */
const withoutKey = (signer: Signer): Signer => ({ ...signer, sign: async () => new Uint8Array(1) })
