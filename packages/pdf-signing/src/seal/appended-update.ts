import { PdfRefused } from '../pdf-errors.ts'
import { readXrefSection, type XrefSection } from './xref-section.ts'

export type AppendedUpdate = {
  /** The first number that the file did not have. */
  size: number
  /** Numbers of the file's objects that the update replaces. */
  replaced: ReadonlySet<number>
}

const objectHead = /(?<!\d)\d+[\s\0]+\d+[\s\0]+obj(?![a-z])/g

/** One table has all objects, so searching readers find the same. @throws {PdfRefused} `PDF_CONTENT_LOST` */
export function readAppendedUpdate(sealed: Uint8Array, stamped: Uint8Array): AppendedUpdate {
  const before = readXrefSection(stamped)
  const update = readXrefSection(sealed)
  if (!before || !update || !isWhole(before)) throw new PdfRefused('PDF_CONTENT_LOST')
  const isAppended = update.start > stamped.length && update.previous === before.start && update.root === before.root
  if (!isAppended || update.free.length > 0 || !listsAll(sealed, stamped.length, update)) {
    throw new PdfRefused('PDF_CONTENT_LOST')
  }
  const { size } = before
  return { size, replaced: new Set([...update.offsets.keys()].filter((number) => number < size)) }
}

/** Whether a table has all numbers, and the file no update. */
const isWhole = ({ previous, free, offsets, size }: XrefSection): boolean =>
  previous === undefined && free.join() === '0' && offsets.size === size - 1

function listsAll(file: Uint8Array, from: number, { offsets }: XrefSection): boolean {
  const text = Buffer.from(file.buffer, file.byteOffset, file.byteLength).toString('latin1', from)
  const found = Array.from(text.matchAll(objectHead), ({ index }) => from + index)
  return found.join() === [...offsets.values()].toSorted((a, b) => a - b).join()
}
