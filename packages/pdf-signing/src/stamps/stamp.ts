import type { ScriptFont } from '../fonts/font-files.ts'
import { PdfTaskFailed } from '../pdf-errors.ts'
import type { Box, SeenPage } from '../reading/page-geometry.ts'

export type TextAlign = 'left' | 'center' | 'right'

/** A `comb` has a character in each cell but `gaps`. A text of several lines begins at the top of its box. */
export type StampContent =
  | { kind: 'typed-signature'; text: string; font: ScriptFont }
  | { kind: 'drawn-signature'; png: Uint8Array }
  | { kind: 'text'; text: string; align?: TextAlign; isMultiline?: boolean }
  | { kind: 'comb'; text: string; cells: number; gaps: readonly number[] }
  | { kind: 'check' }
  | { kind: 'dot' }

/** What is drawn on a page: 0-based `page`, box in points from the top left of the page as a viewer shows it. */
export type Stamp = Box & { page: number; content: StampContent }

/** @throws {PdfTaskFailed} `SEAL_INPUT_INVALID` when a stamp is not on a page of the document */
export function assertStampsOnPages(stamps: readonly Stamp[], pages: readonly SeenPage[]): void {
  for (const { page, x, y, width, height } of stamps) {
    const seen = pages[page]
    const fits = seen && x >= 0 && y >= 0 && x + width <= seen.width + 1 && y + height <= seen.height + 1
    if (!fits || !(width > 0) || !(height > 0)) throw new PdfTaskFailed('SEAL_INPUT_INVALID')
  }
}

/** In points, on a page that is large enough: at the top left, in the margin. */
const mark = { x: 18, y: 8, width: 220, height: 8 }
/** The room that a mark needs on a page, with the space around it. */
const needed = { width: 256, height: 24 }
// Letters of some 2.5 points can still be read when magnified.
const smallestScale = 0.4

/** Scaled down on small pages. A page that is too small has none; the certificate states the same text. */
export function pageMarks(text: string, pages: readonly SeenPage[]): Stamp[] {
  return pages.flatMap(({ width, height }, page) => {
    const scale = Math.min(1, width / needed.width, height / needed.height)
    if (scale < smallestScale) return []
    const box = {
      x: mark.x * scale,
      y: mark.y * scale,
      width: mark.width * scale,
      height: mark.height * scale,
    }
    return [{ page, ...box, content: { kind: 'text', text } }]
  })
}
