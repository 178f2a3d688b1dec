import { PdfArray, PdfDict, PdfName, PdfNumber, PdfStream, PdfString } from '../libpdf.ts'
import { decodedData, inheritedEntry, numbersOf, type Resolve } from '../pdf-objects.ts'

export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]
export type Rect = readonly [left: number, bottom: number, right: number, top: number]

/** Bits of an annotation's /F (ISO 32000-2, table 167). */
const flag = { invisible: 1, hidden: 2, noView: 32 }

/** Bits of a field's /Ff (ISO 32000-2, tables 229 and 231). */
export const fieldFlag = { password: 1 << 13, radio: 1 << 15, pushButton: 1 << 16 }

/** Types that pdf.js supports. */
const knownTypes = new Set([
  ...['Caret', 'Circle', 'FileAttachment', 'FreeText', 'Highlight', 'Ink', 'Line', 'Link', 'Polygon', 'PolyLine'],
  ...['Square', 'Squiggly', 'Stamp', 'StrikeOut', 'Text', 'Underline', 'Widget'],
])

/** Whether pdf.js shows an annotation that has an appearance, by its type and flags. */
export function isShown(annotation: PdfDict, resolve: Resolve): boolean {
  const flags = annotation.getNumber('F', resolve)?.value ?? 0
  const subtype = annotation.getName('Subtype', resolve)?.value
  if (subtype === 'Popup') return false
  // The flag Invisible applies only to types that the viewer does not support.
  const hiding = flag.hidden | flag.noView | (knownTypes.has(subtype ?? '') ? 0 : flag.invisible)
  return (flags & hiding) === 0
}

/** The normal appearance; with several, that of the annotation's state (ISO 32000-2, 12.5.5). */
export function normalAppearance(annotation: PdfDict, resolve: Resolve): PdfStream | undefined {
  const normal = annotation.getDict('AP', resolve)?.get('N', resolve)
  if (normal instanceof PdfStream) return normal
  const state = annotation.getName('AS', resolve)
  const chosen = normal instanceof PdfDict && state ? normal.get(state, resolve) : undefined
  return chosen instanceof PdfStream ? chosen : undefined
}

/** The text of a field stands between these (ISO 32000-2, 12.7.4.3), which an appearance has once. */
const variableText = /\/Tx\s+BMC\b.*\bEMC\b/s

/** Operators that show text or a picture, or paint a path, such as the bar behind a chosen line of a list. */
const showsText = /\b(?:Tj|TJ|Do|f|F|B|b|S|s)\b|[)>]\s*['"]|f\*|B\*|b\*/

/** The frame or a button that is off. None if the value cannot be told from the frame. */
export function emptyAppearance(annotation: PdfDict, resolve: Resolve): PdfStream | undefined {
  const normal = annotation.getDict('AP', resolve)?.get('N', resolve)
  if (normal instanceof PdfDict && !(normal instanceof PdfStream)) {
    const off = normal.get('Off', resolve)
    return off instanceof PdfStream ? off : undefined
  }
  const type = inheritedEntry(annotation, 'FT', resolve)
  const isText = type instanceof PdfName && (type.value === 'Tx' || type.value === 'Ch')
  if (!isText || !(normal instanceof PdfStream)) return normalAppearance(annotation, resolve)
  const content = Buffer.from(decodedData(normal)).toString('latin1')
  const [text] = variableText.exec(content) ?? []
  if (text === undefined) return isFilledField(annotation, resolve) ? undefined : normal
  // Unchanged, the page keeps its drawing instructions, and need not be compared as a picture.
  if (!showsText.test(text)) return normal
  const empty = new PdfStream(normal)
  for (const key of ['Filter', 'DecodeParms', 'Length']) empty.delete(key)
  empty.setData(
    Buffer.from(
      content.replace(text, () => ''),
      'latin1',
    ),
  )
  return empty
}

/** Whether a text or choice field has a value that is shown. A viewer may draw it without an appearance in the file. */
export function isFilledField(annotation: PdfDict, resolve: Resolve): boolean {
  if (
    annotation.getName('Subtype', resolve)?.value !== 'Widget' ||
    hasFieldFlag(annotation, fieldFlag.password, resolve)
  )
    return false
  const type = inheritedEntry(annotation, 'FT', resolve)
  if (!(type instanceof PdfName) || (type.value !== 'Tx' && type.value !== 'Ch')) return false
  const value = inheritedEntry(annotation, 'V', resolve)
  if (value instanceof PdfString) return value.bytes.length > 0
  return value instanceof PdfArray || value instanceof PdfStream
}

/** Whether a widget's field, or a parent of it, has a flag. */
export function hasFieldFlag(annotation: PdfDict, flag: number, resolve: Resolve): boolean {
  const flags = inheritedEntry(annotation, 'Ff', resolve)
  return flags instanceof PdfNumber && (flags.value & flag) !== 0
}

/** A rectangle with its corners in order; undefined when the entry is not a rectangle. */
export function rectOf(dict: PdfDict, key: string, resolve: Resolve): Rect | undefined {
  const [ax, ay, bx, by] = numbersOf(dict, key, resolve)
  if (ax === undefined || ay === undefined || bx === undefined || by === undefined) return undefined
  return [Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)]
}

/** Drops the transparency group, to blend with the page, and enlarges the box: clipping twice changes antialiasing. */
export function formOf(appearance: PdfStream, rect: Rect, resolve: Resolve): PdfStream {
  const form = new PdfStream(appearance, appearance.data)
  form.set('Type', PdfName.of('XObject'))
  form.set('Subtype', PdfName.of('Form'))
  form.delete('Group')
  // Without its own resources, a form would use those of the page.
  if (!(form.get('Resources', resolve) instanceof PdfDict)) form.set('Resources', new PdfDict())
  const [left, bottom, right, top] = boxOf(appearance, rect, resolve)
  const [moreX, moreY] = [(right - left) / 8, (top - bottom) / 8]
  const grown = [left - moreX, bottom - moreY, right + moreX, top + moreY]
  form.set('BBox', new PdfArray(grown.map((value) => PdfNumber.of(value))))
  return form
}

const boxOf = (appearance: PdfStream, [left, bottom, right, top]: Rect, resolve: Resolve): Rect =>
  rectOf(appearance, 'BBox', resolve) ?? [0, 0, right - left, top - bottom]

/** The matrix that maps an appearance's box, after its own matrix, onto a rectangle (ISO 32000-2, 12.5.5). */
export function placement(appearance: PdfStream, rect: Rect, resolve: Resolve): Matrix {
  const [boxLeft, boxBottom, boxRight, boxTop] = boxOf(appearance, rect, resolve)
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbersOf(appearance, 'Matrix', resolve)
  const corners = [boxLeft, boxRight].flatMap((x) => [boxBottom, boxTop].map((y) => ({ x, y })))
  const xs = corners.map(({ x, y }) => a * x + c * y + e)
  const ys = corners.map(({ x, y }) => b * x + d * y + f)
  const [left, bottom] = [Math.min(...xs), Math.min(...ys)]
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - bottom]
  if (width === 0 || height === 0) return [1, 0, 0, 1, rect[0], rect[1]]
  const scaleX = (rect[2] - rect[0]) / width
  const scaleY = (rect[3] - rect[1]) / height
  return [scaleX, 0, 0, scaleY, rect[0] - left * scaleX, rect[1] - bottom * scaleY]
}
