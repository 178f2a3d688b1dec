import { clientFields } from '@agency/contract/client-fields'
import type { ImportPlan, ImportTarget } from '@agency/contract/client-imports'
import { decodeHTMLStrict } from 'entities'
import { dateOfSerial } from '../reading/number-formats.ts'
import type { SheetRow } from '../reading/table.ts'
import { isBlank } from './blank-values.ts'
import { readDate } from './cell-values.ts'
import type { Column } from './map-columns.ts'
import { isNameEnd } from './names.ts'

type Target = ImportPlan['mapping'][number] | undefined

const dates: ReadonlySet<string> = new Set(clientFields.filter(({ kind }) => kind === 'date').map(({ name }) => name))

const isDay = (target: ImportTarget): boolean => dates.has(target) || /^policy\..*_date$/.test(target)

/** A row whose days without a format of dates are read by the calendar of its workbook. */
export function withDays(row: SheetRow, { mapping }: Pick<ImportPlan, 'mapping'>): SheetRow {
  if (!row.is1904) return row
  const cells = row.cells.map((cell, at) => {
    const target = mapping[at]
    const isSerial = target && isDay(target) && /^\d{4,5}(?:\.\d+)?$/.test(cell.trim())
    return (isSerial && dateOfSerial(Number(cell), 1904)) || cell
  })
  return { ...row, cells }
}

/** Cells without what programs put around values: entities of HTML, quotes around a whole cell, the signs for a text and for a ZIP code. */
export function withoutMarkup(row: SheetRow): SheetRow {
  if (!row.cells.some((cell) => /&[#\w]+;|^\s*["“”']|^z:\d/.test(cell))) return row
  const cells = row.cells.map((cell) =>
    decodeHTMLStrict(cell)
      .replace(/^\s*(["“])\1*([^"“”]+)["”]+\s*$/, '$2')
      .replace(/^(?:'(?=[\d(+])|z:(?=\d))/, ''),
  )
  return { ...row, cells }
}

/** Whether a text may stand in a column, as far as its form tells. */
function mayBe(target: ImportTarget, text: string): boolean {
  if (isDay(target)) {
    return readDate(text, { order: 'mdy', isPast: false }) !== undefined || /\d\D+\d/.test(text)
  }
  if (/email/.test(target)) return text.includes('@')
  if (/phone|^ssn$/.test(target)) return /\d{4}/.test(text)
  if (target === 'zip') return /^\d{3,5}(?:-?\d{4})?$/.test(text)
  if (target === 'state') return /^\p{L}[\p{L}. ]+$/u.test(text)
  if (/premium|subsidy/.test(target)) return /^[-($]*\s*[\d.,]+\)?/.test(text)
  return !/^(?:city|full_name|last_first_name|client_(?:first|last)_name)$/.test(target) || !/\d/.test(text)
}

const fitsIn = (target: Target, cell: string): boolean => {
  const text = cell.trim()
  return !target || text === '' || isBlank(target, text) || mayBe(target, text)
}

/** How many columns there are up to the last one with a heading. */
export const countNamed = (columns: readonly Column[]): number =>
  columns.findLastIndex(({ heading }) => heading !== '') + 1

/** How many cells lines have: those of a column without a heading too, if nearly all values stand where the headings say. */
export function cellsOf(columns: readonly Column[], { mapping }: Pick<ImportPlan, 'mapping'>): number {
  const isInPlace = columns.every(
    ({ values }, at) => values.filter((text) => fitsIn(mapping[at], text)).length >= values.length * 0.8,
  )
  return isInPlace ? columns.length : countNamed(columns)
}

/** Columns of free text, where a separator is typed. */
const isText = (target: Target): boolean =>
  target === 'full_name' ||
  target === 'last_first_name' ||
  target === 'policy.product' ||
  target === 'policy.carrier' ||
  (target !== null && /address|notes|name_of|plan_name/.test(target ?? ''))

/**
 * A row with more cells than the others, put together again where one way alone gives every column what it may hold: a
 * separator in a text was not in quotes. The row as it is if there is none.
 * @param width cells of the other rows, if they agree
 * @param headings how many there are
 */
export function mendRow(
  row: SheetRow,
  { width, headings }: { width: number | undefined; headings: number },
  { mapping }: Pick<ImportPlan, 'mapping'>,
): SheetRow {
  const usual = width ?? headings
  const extra = (row.width ?? 0) - usual
  if (usual === 0 || row.width === undefined || extra < 1 || extra > 3) return row
  const cells = Array.from({ length: row.width }, (_, at) => row.cells[at] ?? '')
  const fits = (some: readonly string[]) => some.every((cell, at) => fitsIn(mapping[at], cell))
  // A separator too many at the end parts nothing.
  if ((row.cells.length <= usual || width === undefined) && fits(row.cells)) return row
  const ways = mapping.flatMap((target, at) => {
    if (at >= usual || !isText(target)) return []
    const end = at + extra + 1
    const joined = [
      ...cells.slice(0, at),
      cells
        .slice(at, end)
        .map((part) => part.trim())
        .join(', '),
      ...cells.slice(end),
    ]
    const isName = extra === 1 && isNameEnd(cells[at + 1] ?? '')
    return fits(joined) ? [{ cells: joined, mendedAt: at, isName }] : []
  })
  const named = ways.filter(({ isName }) => isName)
  const [way, other] = named.length > 0 ? named : ways
  if (!way || other) return { ...row, isShifted: true }
  return { ...row, cells: way.cells, mendedAt: way.mendedAt, width: usual }
}
