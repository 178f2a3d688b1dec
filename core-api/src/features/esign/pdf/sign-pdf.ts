import { HttpTimestampAuthority, PDF, type TimestampAuthority } from './libpdf.ts'
import { PdfTaskFailed } from './pdf-task-failed.ts'
import type { SealInput } from './seal-input.ts'
import { openSealSigner } from './seal-signer.ts'
import { assertSealVerifies } from './verify-seal.ts'

const tsaTimeout = 15_000

/** Seals a saved PDF: PAdES B-B, or B-T when a time-stamp authority is named (ETSI EN 319 142-1). */
export async function signPdf(unsealed: Uint8Array, { sealKey, tsaUrl }: SealInput): Promise<Uint8Array> {
  const signer = await openSealSigner(sealKey.secret)
  const pdf = await PDF.load(unsealed)
  const { bytes } = await pdf.sign({
    signer,
    reason: 'Sealed after signing',
    fieldName: 'DocumentSeal',
    ...(tsaUrl ? { level: 'B-T', timestampAuthority: timestampAuthority(tsaUrl) } : { level: 'B-B' }),
  })
  await assertSealVerifies(bytes, unsealed.length)
  return bytes
}

/** Any failure of the authority, of the network too, becomes one error: the caller tries again later. */
function timestampAuthority(url: string): TimestampAuthority {
  const authority = new HttpTimestampAuthority(url, { timeout: tsaTimeout })
  return {
    timestamp: async (digest, algorithm) => {
      try {
        return await authority.timestamp(digest, algorithm)
      } catch (cause) {
        throw new PdfTaskFailed('TSA_FAILED', { cause })
      }
    },
  }
}
