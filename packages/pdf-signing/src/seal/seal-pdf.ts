import { createHash } from 'node:crypto'
import type { UnsealedCertificate } from '../certificate/certificate-data.ts'
import { appendCertificate } from '../certificate/certificate-page.ts'
import { FontSet } from '../fonts/font-files.ts'
import { subsetFonts } from '../fonts/subset-fonts.ts'
import { PDF } from '../libpdf.ts'
import { PdfTaskFailed } from '../pdf-errors.ts'
import { assertContentKept } from '../reading/content-guard.ts'
import type { SeenPage } from '../reading/page-geometry.ts'
import type { PageSnapshot } from '../reading/page-snapshot.ts'
import { readOriginal } from '../reading/read-original.ts'
import type { Stamp } from '../stamps/stamp.ts'
import { type StampInput, stampRead } from '../stamps/stamp-pdf.ts'
import type { SealKey } from './seal-key.ts'
import { signPdf } from './sign-pdf.ts'

const a4 = { width: 595.28, height: 841.89 }
const letter = { width: 612, height: 792 }

type Certification = {
  /** The hash of the sealed pages is added by `sealPdf`. */
  certificate: UnsealedCertificate
  sealKey: SealKey
  /** RFC 3161 time-stamp authority: raises the signature from PAdES B-B to B-T. */
  tsaUrl?: string
}

/** A document that is still to be stamped, or the stamped pages as `stampPdf` made them and the signer reviewed them. */
export type SealInput = (StampInput | { reviewed: Uint8Array }) & Certification

/** `pages` counts the certificate too; `replaced` lists characters without a glyph (`U+XXXX`), drawn as a mark. */
export type Sealed = { pdf: Uint8Array; sha256: string; pages: number; replaced: string[] }

/**
 * Appends the certificate of completion to stamped pages and seals both with a PAdES signature. The sealed file begins
 * with the bytes of the stamped pages; certificate and signature are incremental updates (ISO 32000-2, 7.5.6).
 * @throws {PdfRefused} when the document would lose content
 * @throws {PdfTaskFailed} when a stamp, the certificate's data, the seal key or the time-stamp authority is the cause
 */
export async function sealPdf(input: SealInput): Promise<Sealed> {
  if (!('reviewed' in input)) return sealRead(input, await readOriginal(input.original))
  const before = await readOriginal(input.reviewed)
  return sealStamped({ pdf: input.reviewed, stamps: [], replaced: [], isReviewed: true }, before, input)
}

/** Stamps and seals a document whose pages were read before. */
export async function sealRead(input: StampInput & Certification, before: readonly PageSnapshot[]): Promise<Sealed> {
  const stamped = await stampRead(input, before)
  return sealStamped({ ...stamped, isReviewed: false }, before, input)
}

/** Stamped pages that are to be sealed, and the areas in which they differ from the pages read before. */
type StampedPages = { pdf: Uint8Array; stamps: readonly Stamp[]; replaced: string[]; isReviewed: boolean }

async function sealStamped(
  { pdf: stamped, stamps, replaced, isReviewed }: StampedPages,
  before: readonly PageSnapshot[],
  input: Certification,
): Promise<Sealed> {
  const signedPages = { sha256: sha256Of(stamped), bytes: stamped.length, isReviewed }
  const pdf = await PDF.load(stamped)
  const fonts = new FontSet(pdf)
  const added = appendCertificate(pdf, fonts, { ...input.certificate, signedPages }, paperLike(before))
  // Signing would embed whole fonts.
  subsetFonts(pdf)
  const certified = await pdf.save({ incremental: true })
  const sealed = await signPdf(certified, input)
  if (!startsWith(sealed, stamped)) throw new PdfTaskFailed('SEAL_NOT_VERIFIED')
  const pages = before.length + added
  await assertContentKept(sealed, before, stamps, pages)
  const all = new Set([...replaced, ...fonts.replaced])
  return { pdf: sealed, sha256: sha256Of(sealed), pages, replaced: [...all].sort() }
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const startsWith = (bytes: Uint8Array, start: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(start.length, bytes.length)).equals(start)

/** The certificate is printed with the document, so it has the paper size of the last page. */
function paperLike(pages: readonly { seen: SeenPage }[]): { width: number; height: number } {
  const last = pages.at(-1)?.seen
  if (!last) return letter
  const long = Math.max(last.width, last.height)
  const short = Math.min(last.width, last.height)
  return Math.abs(long - a4.height) < 15 && Math.abs(short - a4.width) < 15 ? a4 : letter
}
