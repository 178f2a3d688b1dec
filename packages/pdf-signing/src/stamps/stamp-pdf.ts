import { createHash } from 'node:crypto'
import { FontSet } from '../fonts/font-files.ts'
import { ops, type PDF, type PDFPage, PdfArray, PdfName, PdfString } from '../libpdf.ts'
import { openPlain } from '../plain/make-plain.ts'
import { assertContentKept } from '../reading/content-guard.ts'
import { type SeenPage, seenToUserSpace } from '../reading/page-geometry.ts'
import type { PageSnapshot } from '../reading/page-snapshot.ts'
import { readOriginal } from '../reading/read-original.ts'
import { drawStamp } from './draw-stamp.ts'
import { PageCanvas } from './page-canvas.ts'
import { assertStampsOnPages, pageMarks, type Stamp } from './stamp.ts'

export type StampInput = {
  original: Uint8Array
  stamps: Stamp[]
  /** One line at the top edge of each page that has room for it. */
  mark?: string
}

export type Stamped = { pdf: Uint8Array; sha256: string; pages: number }

/** The same input makes the same bytes. @throws {PdfRefused} @throws {PdfTaskFailed} when a stamp is the cause */
export async function stampPdf(input: StampInput): Promise<Stamped> {
  const before = await readOriginal(input.original)
  const { pdf, stamps } = await stampRead(input, before)
  await assertContentKept(pdf, before, { stamps })
  const sha256 = createHash('sha256').update(pdf).digest('hex')
  return { pdf, sha256, pages: before.length }
}

/** The caller compares the result with `before`. @returns also the stamps with the marks */
export async function stampRead({ original, stamps: placed, mark }: StampInput, before: readonly PageSnapshot[]) {
  const seen = before.map((page) => page.seen)
  const stamps = [...(mark === undefined ? [] : pageMarks(mark, seen)), ...placed]
  assertStampsOnPages(stamps, seen)
  const { pdf, pages } = await openPlain(original, seen.length)
  const fonts = new FontSet(pdf)
  drawStamps(pdf, pages, fonts, seen, stamps)
  fonts.finish()
  identify(pdf, original)
  return { pdf: Uint8Array.from(await pdf.save()), stamps }
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

/** Adds an identifier (ISO 32000-2, 14.4): libpdf's is random. The catalog counts as changed, for a new file. */
function identify(pdf: PDF, original: Uint8Array): void {
  pdf.getCatalog().set('Type', PdfName.of('Catalog'))
  const { trailer } = pdf.context.info
  const present = trailer.getArray('ID')
  if (present?.at(0) instanceof PdfString && present.at(1) instanceof PdfString) return
  const id = new PdfString(createHash('sha256').update(original).digest().subarray(0, 16), 'hex')
  trailer.set('ID', new PdfArray([id, id]))
}
