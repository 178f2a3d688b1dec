import {
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNull,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '../libpdf.ts'
import { PdfRefused } from '../pdf-errors.ts'

/** Equal for equal objects; references are not followed. @param except outermost entries @throws {PdfRefused} */
export const written = (object: PdfObject | null | undefined, except: readonly string[] = []): string =>
  JSON.stringify(comparable(object, except))

function comparable(object: PdfObject | null | undefined, except: readonly string[] = []): unknown {
  if (object instanceof PdfRef) return ['R', object.objectNumber, object.generation]
  if (object instanceof PdfArray) return ['array', ...[...object].map((item) => comparable(item))]
  if (object instanceof PdfName) return ['name', object.value]
  if (object instanceof PdfString) return ['string', Buffer.from(object.bytes).toString('hex')]
  if (object instanceof PdfNumber || object instanceof PdfBool) return object.value
  if (object instanceof PdfNull) return null
  if (!(object instanceof PdfDict) || object instanceof PdfStream) throw new PdfRefused('PDF_CONTENT_LOST')
  const entries = [...object].filter(([{ value }]) => !except.includes(value))
  return Object.fromEntries(entries.map(([{ value }, item]) => [`/${value}`, comparable(item)]).sort())
}
