import type { PDF } from '../libpdf.ts'
import { PdfTaskFailed } from '../pdf-errors.ts'
import { isCertified } from './certify-seal.ts'
import { verifyDetachedData, withoutPadding } from './cms.ts'
import { type VerifiedSignature, verifyDetached } from './detached-signature.ts'
import { isValidationUpdate } from './validation-update.ts'

/** Which bytes of the file a signature covers (ISO 32000-2, 12.8.1): all but the gap that holds the signature. */
interface ByteRange {
  start: number
  gapStart: number
  gapEnd: number
  end: number
}

const pattern = /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g
const hexadecimalString = /^<([\da-f]+)>$/i

/**
 * Checks that it covers all but itself, is valid (ISO 32000-2, 12.8.1), and permits no changes (12.8.2.2).
 * @throws {PdfTaskFailed} `SEAL_NOT_VERIFIED`
 */
export async function assertSealVerifies(sealed: Uint8Array, pdf: PDF, unsealedLength: number): Promise<void> {
  try {
    if ((await sealVerifies(sealed, unsealedLength)) && isCertified(pdf)) return
  } catch (cause) {
    throw new PdfTaskFailed('SEAL_NOT_VERIFIED', { cause })
  }
  throw new PdfTaskFailed('SEAL_NOT_VERIFIED')
}

/** Finds the newest signature, which covers all else. @throws {PdfTaskFailed} `SEAL_NOT_VERIFIED` without one */
export function findSeal(pdf: Uint8Array): { covered: Uint8Array; gapStart: number; gapEnd: number } {
  const range = lastByteRange(pdf)
  if (!range || !coversFile(range, pdf)) throw new PdfTaskFailed('SEAL_NOT_VERIFIED')
  return { covered: coveredBytes(pdf, range), gapStart: range.gapStart, gapEnd: range.gapEnd }
}

async function sealVerifies(pdf: Uint8Array, unsealedLength: number): Promise<boolean> {
  const range = byteRanges(pdf.subarray(unsealedLength))[0]
  if (!range || !coversFile(range, pdf) || range.gapStart < unsealedLength) return false
  return (await verifyDetachedData(signatureIn(pdf, range), coveredBytes(pdf, range))) !== undefined
}

/**
 * Accepts one that covers all but itself (ISO 32000-2, 12.8.1) and validation data.
 * @returns undefined when none is valid
 */
export async function verifyPdfSeal(pdf: Uint8Array): Promise<VerifiedSignature | undefined> {
  const range = byteRanges(pdf).at(-1)
  if (!range) return undefined
  try {
    const signed = pdf.subarray(0, range.end)
    if (!coversFile(range, signed)) return undefined
    if (range.end < pdf.length && !(await isValidationUpdate(pdf, range.end))) return undefined
    return await verifyDetached(coveredBytes(signed, range), signatureIn(signed, range))
  } catch {
    return undefined
  }
}

/** Looks from the end, since a file may be large. */
const lastByteRange = (pdf: Uint8Array): ByteRange | undefined =>
  byteRanges(
    pdf.subarray(Math.max(0, Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).lastIndexOf('/ByteRange'))),
  )[0]

/** The CMS of the newest signature of a PDF, in DER. @throws when there is none */
export function cmsOf(pdf: Uint8Array): Uint8Array {
  const range = lastByteRange(pdf)
  if (!range) throw new Error('The file has no signature')
  return signatureIn(pdf, range)
}

function byteRanges(bytes: Uint8Array): ByteRange[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  return [...text.matchAll(pattern)].map((match) => {
    const [start = -1, gapStart = -1, gapEnd = -1, rest = -1] = match.slice(1).map(Number)
    return { start, gapStart, gapEnd, end: gapEnd + rest }
  })
}

const coversFile = ({ start, gapStart, gapEnd, end }: ByteRange, pdf: Uint8Array): boolean =>
  start === 0 && gapStart >= 0 && gapEnd > gapStart && end === pdf.length

const coveredBytes = (pdf: Uint8Array, { gapStart, gapEnd }: ByteRange): Uint8Array =>
  Buffer.concat([pdf.subarray(0, gapStart), pdf.subarray(gapEnd)])

/** No signature covers the gap, so that nothing else may be there. @throws when it is anything else */
function signatureIn(pdf: Uint8Array, { gapStart, gapEnd }: ByteRange): Uint8Array {
  const [, hex] = hexadecimalString.exec(Buffer.from(pdf.subarray(gapStart, gapEnd)).toString('latin1')) ?? []
  if (!hex) throw new Error('The gap is not one hexadecimal string')
  return withoutPadding(Buffer.from(hex, 'hex'))
}
