import { InvalidInput } from '../../../platform/errors.ts'
import { readSpreadsheetText } from '../../export/spreadsheet-text.ts'
import { mendedLetters } from './decode-text.ts'

/** A row of a table, as the file has it. */
export interface SheetRow {
  /** As a spreadsheet counts, from 1. */
  readonly number: number
  readonly cells: readonly string[]
  /** Of CSV: how many cells the line has, with the empty ones at its end. */
  readonly width?: number
  /** Of CSV: some of its bytes are not of the encoding of the others. */
  readonly isRecoded?: boolean
  /** Some of its letters were coded twice. */
  readonly isMended?: boolean
  /** Of XLSX: the comments of its cells. */
  readonly comments?: readonly string[]
  /** Of XLSX: most of its cells are struck through. */
  readonly isStruck?: boolean
  /** Of XLSX: the sheet does not show it. */
  readonly isHidden?: boolean
  /** Of XLSX: the workbook counts days from 1904. */
  readonly is1904?: boolean
  /** It has too few cells, and not only those at its end are missing. */
  readonly isBroken?: boolean
  /** It has too many cells, and they do not stand where the headings say. */
  readonly isShifted?: boolean
  /** The column whose parts were put together, since a separator in it was not in quotes. */
  readonly mendedAt?: number
}

/** Rows that a file may have below its header. */
export const mostRows = 100_000
export const mostColumns = 500
/** Characters of one row. */
export const longestRow = 1_000_000

/** @throws InvalidInput that says why the file is not taken */
export function refuseFile(message: string, cause?: unknown): never {
  throw Object.assign(new InvalidInput([{ field: 'file', message }]), { cause })
}

/** Spreadsheets export a text of digits as a formula, so that its zeros stay: `="02108"`. */
const readCell = (cell: string): string => /^="([^"]*)"$/.exec(cell)?.[1] ?? readSpreadsheetText(cell)

const isFilled = (cell: string): boolean => cell.trim() !== ''

/** The row without empty cells at its end; undefined if all are empty. @throws InvalidInput beyond the limits */
export function boundedRow(number: number, cells: readonly string[]): SheetRow | undefined {
  const length = cells.findLastIndex(isFilled) + 1
  if (length === 0) return undefined
  if (length > mostColumns) refuseFile(`has ${length} columns in row ${number}; ${mostColumns} are taken`)
  const read = cells.slice(0, length).map(readCell)
  const mended = read.map(mendedLetters)
  const isMended = mended.some((cell, at) => cell !== read[at])
  return { number, cells: mended, ...(isMended && { isMended }) }
}
