import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The text of a page in content order, without white space. */
export async function readText(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent({ disableNormalization: true })
  return items.map((item) => ('str' in item ? item.str.replaceAll(/\s+/g, '') : '')).join('')
}
