import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfStream, PdfString } from '../libpdf.ts'
import { inheritedEntry, type Resolve } from '../pdf-objects.ts'
import { fieldFlag, hasFieldFlag, rectOf } from './annotation-appearance.ts'

/** Widths of the usual marks in ZapfDingbats, in thousandths of their size; others are about as wide as high. */
const widths = new Map([
  ['3', 755],
  ['4', 846],
  ['8', 677],
  ['H', 816],
  ['l', 791],
  ['n', 761],
  ['u', 788],
])
const defaultMark = '3'
const usualWidth = 800

/** Draws it as pdf.js does without an appearance; undefined for everything else. @param form has a default style */
export function checkMark(annotation: PdfDict, resolve: Resolve, form: PdfDict | undefined): PdfStream | undefined {
  const type = inheritedEntry(annotation, 'FT', resolve)
  const isCheckBox =
    type === PdfName.of('Btn') && !hasFieldFlag(annotation, fieldFlag.radio | fieldFlag.pushButton, resolve)
  const rect = rectOf(annotation, 'Rect', resolve)
  if (!isCheckBox || !rect || !isTicked(annotation, resolve)) return undefined
  const [width, height] = [rect[2] - rect[0], rect[3] - rect[1]]
  const caption = annotation.getDict('MK', resolve)?.getString('CA', resolve)?.asString()[0]
  const mark = caption && widths.has(caption) ? caption : defaultMark
  const { size = Math.min(width, height) * 0.8, colour } = styleOf(
    inheritedEntry(annotation, 'DA', resolve) ?? form?.get('DA', resolve),
  )
  const x = (width - ((widths.get(mark) ?? usualWidth) / 1000) * size) / 2
  const y = (height - 0.705 * size) / 2
  const content = `q BT /ZaDb ${size.toFixed(3)} Tf ${colour} ${x.toFixed(3)} ${y.toFixed(3)} Td (${mark}) Tj ET Q`
  return new PdfStream(
    [
      ['BBox', new PdfArray([0, 0, width, height].map((value) => PdfNumber.of(value)))],
      ['Resources', PdfDict.of({ Font: PdfDict.of({ ZaDb: dingbats() }) })],
    ],
    Buffer.from(content, 'latin1'),
  )
}

const dingbats = () =>
  PdfDict.of({ Type: PdfName.of('Font'), Subtype: PdfName.of('Type1'), BaseFont: PdfName.of('ZapfDingbats') })

/** The state of the widget, else the value of its field. */
function isTicked(annotation: PdfDict, resolve: Resolve): boolean {
  const state = annotation.getName('AS', resolve) ?? inheritedEntry(annotation, 'V', resolve)
  return state instanceof PdfName && state.value !== 'Off'
}

/** Size and colour of the default appearance; a size of 0 is chosen by the viewer. */
function styleOf(entry: PdfObject | undefined): { size?: number; colour: string } {
  const appearance = entry instanceof PdfString ? entry.asString() : ''
  const size = Number(/([\d.]+)\s+Tf/.exec(appearance)?.[1] ?? 0)
  const colour = /(?:[\d.]+\s+){1,4}(?:g|rg|k)\b/.exec(appearance)?.[0] ?? '0 g'
  return size > 0 ? { size, colour } : { colour }
}
