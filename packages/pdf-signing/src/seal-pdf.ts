import { createHash } from 'node:crypto'
import { appendCertificate } from './certificate-page.ts'
import { assertContentSurvived } from './content-guard.ts'
import { drawStamp } from './draw-stamp.ts'
import { FontSet } from './font-set.ts'
import { ops, type PDF, type PDFPage } from './libpdf.ts'
import { openForSealing } from './open-for-sealing.ts'
import { PageCanvas } from './page-canvas.ts'
import { type SeenPage, seenToUserSpace } from './page-geometry.ts'
import { pageMarks } from './page-marks.ts'
import { type PageSnapshot, snapshotPages } from './page-snapshot.ts'
import { PdfRefused } from './pdf-refused.ts'
import { openForReading } from './pdfjs.ts'
import { readOriginal } from './read-original.ts'
import { assertStampsOnPages, type Sealed, type SealInput } from './seal-input.ts'
import { signPdf } from './sign-pdf.ts'
import type { Stamp } from './stamp.ts'

const a4 = { width: 595.28, height: 841.89 }
const letter = { width: 612, height: 792 }

/**
 * Makes a PDF plain, stamps it, appends its certificate of completion and seals both with a PAdES signature.
 * @throws {PdfRefused} when the document would not survive
 * @throws {PdfTaskFailed} when a stamp, the certificate's data, the seal key or the time-stamp authority is the reason
 */
export async function sealPdf(input: SealInput): Promise<Sealed> {
  return sealRead(input, await readOriginal(input.original))
}

/** As `sealPdf`, for a document whose pages have been read already. */
export async function sealRead(input: SealInput, before: readonly PageSnapshot[]): Promise<Sealed> {
  const seen = before.map((page) => page.seen)
  const stamps = [...(input.mark === undefined ? [] : pageMarks(input.mark, seen)), ...input.stamps]
  assertStampsOnPages(stamps, seen)
  const { pdf, pages } = await openForSealing(input.original, seen.length)
  const fonts = new FontSet(pdf)
  drawStamps(pdf, pages, fonts, seen, stamps)
  const added = appendCertificate(pdf, fonts, input.certificate, paperLike(seen))
  // Signing embeds whole fonts, so the fonts are cut down by saving first.
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

/** Rendered for print, while `before` was for display: outside the stamps, what is printed is what was shown. */
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

/** The certificate is printed with the document, so it takes the paper of the last page. */
function paperLike(pages: readonly SeenPage[]): { width: number; height: number } {
  const last = pages.at(-1)
  if (!last) return letter
  const long = Math.max(last.width, last.height)
  const short = Math.min(last.width, last.height)
  return Math.abs(long - a4.height) < 15 && Math.abs(short - a4.width) < 15 ? a4 : letter
}
