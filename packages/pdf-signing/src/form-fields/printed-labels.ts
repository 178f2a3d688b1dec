import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Box } from '../reading/page-geometry.ts'
import type { FormWidget } from './form-widgets.ts'
import { isSameRow } from './placed-widget.ts'

/** How far from its box a label is printed, in points: to the left, above or below. */
const farthestLeft = 160
const farthestFirst = 70
const farthestAbove = 14
/** The space within one label. */
const widestSpace = 14
/** A longer text is a paragraph; its first sentence may be a label. */
const longestLabel = 80

export interface PrintedText extends Box {
  text: string
  font: string
}

export async function readTexts(page: PDFPageProxy): Promise<PrintedText[]> {
  const viewport = page.getViewport({ scale: 1 })
  const { items } = await page.getTextContent()
  return items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return []
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: number[] = item.transform
    const [along, across] = [item.width / (Math.hypot(a, b) || 1), item.height / (Math.hypot(c, d) || 1)]
    const [left, bottom] = viewport.convertToViewportPoint(e, f)
    const [right, top] = viewport.convertToViewportPoint(e + along * a + across * c, f + along * b + across * d)
    const [x, y] = [Math.min(Number(left), Number(right)), Math.min(Number(top), Number(bottom))]
    const [end, rise] = viewport.convertToViewportPoint(e + along * a, f + along * b)
    // Text that runs up a margin is no label.
    if (Math.abs(Number(rise) - Number(bottom)) > Math.abs(Number(end) - Number(left))) return []
    const width = Math.abs(Number(right) - Number(left))
    const height = Math.abs(Number(top) - Number(bottom))
    return [{ text: item.str, font: item.fontName, x, y, width, height }]
  })
}

/** Right of a checkbox, left of others, else below a signature, above others. @param others end the text */
export function printedLabel(
  box: Box & { kind: FormWidget['kind'] },
  texts: readonly PrintedText[],
  others: readonly Box[],
): string {
  const [left, above, below] = [leftOf(box, texts, others), verticalTo(box, texts, -1), verticalTo(box, texts, 1)]
  const order = box.kind === 'signature' ? [left, below, above] : [left, above, below]
  if (box.kind === 'checkbox') order.unshift(rightOf(box, texts, others))
  // Questions in one column, and the fields in another.
  else order.push(leftOf(box, texts, others, { gap: farthestLeft, reach: farthestLeft }))
  return order.map((text) => asLabel(text)).find((text) => text !== '') ?? ''
}

/** The words of a row that end right before a box, back to the next field or to a wide space. */
export function leftOf(
  box: Box,
  texts: readonly PrintedText[],
  others: readonly Box[],
  { gap, reach } = { gap: farthestFirst, reach: farthestLeft },
): string {
  const row = texts
    .filter((text) => isSameRow(text, box) && text.x + text.width <= box.x + 4)
    .toSorted((a, b) => b.x - a.x)
  const field = others.filter((other) => isSameRow(other, box) && other.x + other.width <= box.x + 1)
  const end = Math.max(box.x - reach, ...field.map((other) => other.x + other.width))
  const words: string[] = []
  let edge = box.x
  for (const text of row) {
    const right = text.x + text.width
    if (right < end || edge - right > (words.length > 0 ? widestSpace : gap)) break
    words.unshift(text.text)
    edge = text.x
  }
  return words.join(' ')
}

/** The words of a row that begin right behind a box, up to the next field or to a wide space. */
export function rightOf(box: Box, texts: readonly PrintedText[], others: readonly Box[]): string {
  const right = box.x + box.width
  const row = texts.filter((text) => isSameRow(text, box) && text.x >= right - 4).toSorted((a, b) => a.x - b.x)
  const end = Math.min(...others.filter((other) => isSameRow(other, box) && other.x >= right).map(({ x }) => x))
  const words: string[] = []
  let edge = right
  for (const text of row) {
    if (text.x > end || text.x - edge > widestSpace) break
    words.push(text.text)
    edge = text.x + text.width
  }
  return words.join(' ')
}

/** The line above (-1) or below (1) a box. */
export function verticalTo(box: Box, texts: readonly PrintedText[], side: 1 | -1): string {
  const gapTo = (text: Box) => (side > 0 ? text.y - (box.y + box.height) : box.y - (text.y + text.height))
  const near = texts.filter((text) => {
    const gap = gapTo(text)
    const starts = text.x < box.x + box.width && text.x >= box.x - 6
    return starts && gap > -text.height / 2 && gap <= farthestAbove
  })
  const nearest = near.toSorted((a, b) => gapTo(a) - gapTo(b))[0]
  if (!nearest) return ''
  const line = near.filter((text) => isSameRow(text, nearest)).toSorted((a, b) => a.x - b.x)
  return line.map(({ text }) => text).join(' ')
}

/** The words of a printed text that can be a label, without lines to write on; empty if it is none. */
export function asLabel(text: string, longest = longestLabel): string {
  const plain = text
    .replaceAll(/[\s_.…]*[_…]+|\.{3,}|(?: \.){3,}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const short = plain.length <= longest ? plain : (/^[^.:?]{3,80}(?=[.:?])/.exec(plain)?.[0] ?? '')
  return /\p{L}{2}/u.test(short) ? short.replace(/[\s:*([]+$/, '') : ''
}
