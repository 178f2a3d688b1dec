import { createHash } from 'node:crypto'
import type { CertificateData } from '../certificate/certificate-data.ts'
import { appendCertificate } from '../certificate/certificate-page.ts'
import { FontSet } from '../fonts/font-files.ts'
import { ops, type PDF, type PDFPage } from '../libpdf.ts'
import { PdfRefused } from '../pdf-errors.ts'
import { openPlain } from '../plain/make-plain.ts'
import { assertContentSurvived } from '../reading/content-guard.ts'
import { openForReading } from '../reading/open-pdf.ts'
import { type SeenPage, seenToUserSpace } from '../reading/page-geometry.ts'
import { type PageSnapshot, snapshotPages } from '../reading/page-snapshot.ts'
import { readOriginal } from '../reading/read-original.ts'
import { drawStamp } from '../stamps/draw-stamp.ts'
import { PageCanvas } from '../stamps/page-canvas.ts'
import { assertStampsOnPages, pageMarks, type Stamp } from '../stamps/stamp.ts'
import type { SealKey } from './seal-key.ts'
import { signPdf } from './sign-pdf.ts'

const a4 = { width: 595.28, height: 841.89 }
const letter = { width: 612, height: 792 }

export type SealInput = {
  original: Uint8Array
  stamps: Stamp[]
  /** One line at the top edge of each page that has room for it. */
  mark?: string
  certificate: CertificateData
  sealKey: SealKey
  /** RFC 3161 time-stamp authority: raises the signature from PAdES B-B to B-T. */
  tsaUrl?: string
}

/** `pages` counts the certificate too; `replaced` lists characters without a glyph (`U+XXXX`), drawn as a mark. */
export type Sealed = { pdf: Uint8Array; sha256: string; pages: number; replaced: string[] }

/**
 * Makes a PDF plain, stamps it, appends its certificate of completion and seals both with a PAdES signature.
 * @throws {PdfRefused} when the document would lose content
 * @throws {PdfTaskFailed} when a stamp, the certificate's data, the seal key or the time-stamp authority is the cause
 */
export async function sealPdf(input: SealInput): Promise<Sealed> {
  return sealRead(input, await readOriginal(input.original))
}

/** The same as `sealPdf`, for a document whose pages were read before. */
export async function sealRead(input: SealInput, before: readonly PageSnapshot[]): Promise<Sealed> {
  const seen = before.map((page) => page.seen)
  const stamps = [...(input.mark === undefined ? [] : pageMarks(input.mark, seen)), ...input.stamps]
  assertStampsOnPages(stamps, seen)
  const { pdf, pages } = await openPlain(input.original, seen.length)
  const fonts = new FontSet(pdf)
  drawStamps(pdf, pages, fonts, seen, stamps)
  const added = appendCertificate(pdf, fonts, input.certificate, paperLike(seen))
  // Signing embeds whole fonts, so save first to subset them.
  const unsealed = await pdf.save({ subsetFonts: true })
  const sealed = await signPdf(unsealed, input)
  await assertSurvived(sealed, before, stamps, before.length + added)
  const sha256 = createHash('sha256').update(sealed).digest('hex')
  return { pdf: sealed, sha256, pages: before.length + added, replaced: fonts.replaced }
}

function drawStamps(
  pdf: PDF,
  pages: readonly PDFPage[],
  fonts: FontSet,
  seenPages: readonly SeenPage[],
  stamps: readonly Stamp[],
): void {
  pages.forEach((page, index) => {
    const seen = seenPages[index]
    const own = stamps.filter((stamp) => stamp.page === index)
    if (!seen || own.length === 0) return
    page.drawOperators([ops.pushGraphicsState(), ops.concatMatrix(...seenToUserSpace(seen))])
    const canvas = new PageCanvas(page, seen.height, fonts)
    for (const stamp of own) drawStamp(pdf, canvas, stamp, stamp.content)
    page.drawOperators([ops.popGraphicsState()])
  })
}

/** `before` was rendered for display, the sealed file is rendered for print: outside the stamps they must be equal. */
async function assertSurvived(
  sealed: Uint8Array,
  before: readonly PageSnapshot[],
  stamps: readonly Stamp[],
  pages: number,
): Promise<void> {
  const document = await openForReading(sealed)
  try {
    if (document.numPages !== pages) throw new PdfRefused('PDF_CONTENT_LOST')
    const after = await snapshotPages(document, (_, index) => Boolean(before[index]?.raster), 'print')
    assertContentSurvived(before, after, stamps)
  } finally {
    await document.loadingTask.destroy()
  }
}

/** The certificate is printed with the document, so it has the paper size of the last page. */
function paperLike(pages: readonly SeenPage[]): { width: number; height: number } {
  const last = pages.at(-1)
  if (!last) return letter
  const long = Math.max(last.width, last.height)
  const short = Math.min(last.width, last.height)
  return Math.abs(long - a4.height) < 15 && Math.abs(short - a4.width) < 15 ? a4 : letter
}
