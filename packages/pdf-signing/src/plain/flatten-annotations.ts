import { type PDF, type PDFPage, PdfArray, PdfDict, PdfRef, type PdfStream } from '../libpdf.ts'
import type { AcceptableLoss } from '../page-losses.ts'
import { idOf, type Resolve, resolved } from '../pdf-objects.ts'
import {
  emptyAppearance,
  formOf,
  isFilledField,
  isShown,
  type Matrix,
  normalAppearance,
  placement,
  type Rect,
  rectOf,
} from './annotation-appearance.ts'
import { checkMark } from './check-mark.ts'
import type { Layers } from './layers.ts'

const namePrefix = 'Shown'

/** Draws them as a viewer shows them; of `fields`, only the frame. @returns what is lost @throws {PdfRefused} */
export function flattenAnnotations(
  pdf: PDF,
  page: PDFPage,
  resolve: Resolve,
  { layers, fields }: { layers: Layers; fields: ReadonlySet<string> },
): AcceptableLoss[] {
  const losses: AcceptableLoss[] = []
  const annotations = [...(page.dict.getArray('Annots', resolve) ?? [])]
  page.dict.delete('Annots')
  const form = pdf.getCatalog().getDict('AcroForm', resolve)
  const drawn = annotations.flatMap((item) => {
    const annotation = resolved(item, resolve)
    if (!(annotation instanceof PdfDict)) return []
    if (!isShown(annotation, resolve) || !layers.shows(annotation.get('OC'))) return []
    const isField = item instanceof PdfRef && fields.has(idOf(item))
    const appearance = isField
      ? emptyAppearance(annotation, resolve)
      : (normalAppearance(annotation, resolve) ?? checkMark(annotation, resolve, form))
    if (!isField && !appearance && isFilledField(annotation, resolve)) losses.push({ what: 'value', page: page.index })
    const rect = rectOf(annotation, 'Rect', resolve)
    if (!appearance || !rect) return []
    const name = addForm(pdf, page, formOf(appearance, rect, resolve), resolve)
    return [drawing(rect, placement(appearance, rect, resolve), name)]
  })
  if (drawn.length > 0) appendContent(pdf, page, drawn.join('\n'), resolve)
  return losses
}

/** Operators that draw a form XObject into a rectangle, clipped to it. */
function drawing([left, bottom, right, top]: Rect, matrix: Matrix, name: string): string {
  const clip = [left, bottom, right - left, top - bottom].map(written).join(' ')
  return `q ${clip} re W n ${matrix.map(written).join(' ')} cm /${name} Do Q`
}

/** A number in PDF syntax: without an exponent. */
const written = (value: number): string => (Number.isFinite(value) ? value.toFixed(6) : '0')

/** Adds a form XObject to the page's resources. @returns its new name */
function addForm(pdf: PDF, page: PDFPage, form: PdfStream, resolve: Resolve): string {
  const resources = page.dict.getDict('Resources', resolve) ?? new PdfDict()
  const forms = resources.getDict('XObject', resolve) ?? new PdfDict()
  page.dict.set('Resources', resources)
  resources.set('XObject', forms)
  let number = forms.size
  while (forms.has(`${namePrefix}${number}`)) number += 1
  forms.set(`${namePrefix}${number}`, pdf.register(form))
  return `${namePrefix}${number}`
}

function appendContent(pdf: PDF, page: PDFPage, content: string, resolve: Resolve): void {
  const parts = page.dict.get('Contents', resolve)
  const added = pdf.createStream({}, Buffer.from(`\n${content}\n`))
  page.dict.set('Contents', new PdfArray(parts instanceof PdfArray ? [...parts, added] : [added]))
}
