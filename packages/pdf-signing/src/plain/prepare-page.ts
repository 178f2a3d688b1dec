import { type PDF, type PDFPage, PdfArray, PdfDict, PdfRef, PdfStream } from '../libpdf.ts'
import { inheritedEntry, pageContent, type Resolve, resolverOf } from '../pdf-objects.ts'
import { countSavedStates } from './saved-states.ts'

const inheritable = ['Resources', 'MediaBox', 'CropBox', 'Rotate']

/** Copies inherited attributes (ISO 32000-2, 7.7.3.4) and resources, and isolates its content from later drawing. */
export function preparePage(pdf: PDF, page: PDFPage): void {
  const resolve = resolverOf(pdf)
  for (const key of inheritable) {
    const value = inheritedEntry(page.dict, key, resolve)
    if (value) page.dict.set(key, value)
  }
  const resources = page.dict.get('Resources', resolve)
  page.dict.set('Resources', resources instanceof PdfDict ? copyResources(resources, resolve) : new PdfDict())
  isolateContent(pdf, page, resolve)
}

function copyResources(resources: PdfDict, resolve: Resolve): PdfDict {
  const copy = new PdfDict()
  for (const [key, value] of resources) {
    const category = value instanceof PdfRef ? resolve(value) : value
    copy.set(key, category instanceof PdfDict && !(category instanceof PdfStream) ? new PdfDict(category) : value)
  }
  return copy
}

/** Wraps the content so that drawing starts in the page's own coordinates, also when its `q` and `Q` do not match. */
function isolateContent(pdf: PDF, page: PDFPage, resolve: Resolve): void {
  const contents = page.dict.get('Contents', resolve)
  const own = page.dict.get('Contents')
  if (!own || !contents) return
  const parts = contents instanceof PdfArray ? [...contents] : [own]
  const { unopened, unclosed } = countSavedStates(pageContent(page.dict, resolve))
  const before = pdf.createStream({}, Buffer.from('q\n'.repeat(unopened + 1)))
  const after = pdf.createStream({}, Buffer.from('\nQ'.repeat(unclosed + 1)))
  page.dict.set('Contents', new PdfArray([before, ...parts, after]))
}
