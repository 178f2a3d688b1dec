import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** In every language, the page that stands in for the form names its only viewer. */
const placeholder = /\badobe\b|please wait/i
/** Letters of that page; a form of one page that names a viewer has more. */
const longestPlaceholder = 2_500
/** A placeholder page may carry the field of the form's signature. */
const mostWidgets = 1

/** One page that asks to wait, without fields. Any other XFA document has the same form as AcroForm. */
export async function isDynamicXfa(document: PDFDocumentProxy): Promise<boolean> {
  if (document.numPages !== 1) return false
  const page = await document.getPage(1)
  const annotations: object[] = await page.getAnnotations()
  const widgets = annotations.filter((annotation) => 'subtype' in annotation && annotation.subtype === 'Widget')
  const { items } = await page.getTextContent()
  const text = items.map((item) => ('str' in item ? item.str : '')).join(' ')
  return widgets.length <= mostWidgets && text.length <= longestPlaceholder && placeholder.test(text)
}
