import { ContentInfo, SignedData } from 'pkijs'
import { isCertified } from './certify-seal.ts'
import { PDF } from './libpdf.ts'
import { PdfTaskFailed } from './pdf-task-failed.ts'
import { pkiEngine } from './pki-engine.ts'

const byteRangePattern = /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/
const openAngle = 0x3c
const closeAngle = 0x3e

/**
 * Checks the seal that was just added behind byte `unsealedLength`: it covers the whole file but itself, its
 * signature matches (ISO 32000-2, 12.8.1), and it certifies that no change is permitted (12.8.2.2). libpdf has no verification of its own.
 * @throws {PdfTaskFailed} `SEAL_NOT_VERIFIED`
 */
export async function assertSealVerifies(pdf: Uint8Array, unsealedLength: number): Promise<void> {
  try {
    if ((await sealVerifies(pdf, unsealedLength)) && isCertified(await PDF.load(pdf))) return
  } catch (cause) {
    throw new PdfTaskFailed('SEAL_NOT_VERIFIED', { cause })
  }
  throw new PdfTaskFailed('SEAL_NOT_VERIFIED')
}

async function sealVerifies(pdf: Uint8Array, unsealedLength: number): Promise<boolean> {
  const update = Buffer.from(pdf.subarray(unsealedLength)).toString('latin1')
  const [start = -1, gapStart = -1, gapEnd = -1, rest = -1] = byteRangePattern.exec(update)?.slice(1).map(Number) ?? []
  const coversFile = start === 0 && gapStart >= unsealedLength && gapEnd + rest === pdf.length
  const gapIsSignature = pdf[gapStart] === openAngle && pdf[gapEnd - 1] === closeAngle
  if (!coversFile || !gapIsSignature) return false
  const hex = Buffer.from(pdf.subarray(gapStart + 1, gapEnd - 1)).toString('latin1')
  const signed = new SignedData({ schema: ContentInfo.fromBER(derOf(Buffer.from(hex, 'hex'))).content })
  const data = Buffer.concat([pdf.subarray(0, gapStart), pdf.subarray(gapEnd)])
  return signed.verify({ signer: 0, data: new Uint8Array(data).buffer, checkChain: false }, pkiEngine)
}

/** The placeholder is longer than the signature: what follows the outer SEQUENCE is padding. */
export function derOf(padded: Buffer): Uint8Array {
  const lengthOctets = (padded[1] ?? 0) & 0x7f
  if (padded[0] !== 0x30 || ((padded[1] ?? 0) & 0x80) === 0) throw new Error('Not a CMS structure')
  return new Uint8Array(padded.subarray(0, 2 + lengthOctets + padded.readUIntBE(2, lengthOctets)))
}
