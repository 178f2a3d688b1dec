import { AnnotationMode, OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The text of a page in content order, without white space; also that of hidden layers. */
export async function readText(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent({ disableNormalization: true })
  return items.map((item) => ('str' in item ? item.str.replaceAll(/\s+/g, '') : '')).join('')
}

type IsVisible = (layer: unknown) => boolean

/** The text that is drawn on a page, in content order, without white space, and without that of hidden layers. */
export async function readShownText(page: PDFPageProxy, isVisible: IsVisible): Promise<string> {
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: AnnotationMode.DISABLE })
  const text: string[] = []
  const open: boolean[] = []
  for (const [at, operator] of fnArray.entries()) {
    const args: unknown[] = argsArray[at] ?? []
    if (operator === OPS.beginMarkedContent) open.push(false)
    else if (operator === OPS.beginMarkedContentProps) open.push(args[0] === 'OC' && !isVisible(args[1]))
    else if (operator === OPS.endMarkedContent) open.pop()
    else if (operator === OPS.showText && !open.includes(true)) text.push(glyphsText(args[0]))
  }
  return text.join('').replaceAll(/\s+/g, '')
}

/** pdf.js has numbers for the space between glyphs. */
const glyphsText = (glyphs: unknown): string => (Array.isArray(glyphs) ? glyphs.map(unicodeOf).join('') : '')

const unicodeOf = (glyph: unknown): string =>
  typeof glyph === 'object' && glyph !== null && 'unicode' in glyph && typeof glyph.unicode === 'string'
    ? glyph.unicode
    : ''
