import type { ImportSettings } from '@agency/contract/client-imports'
import type { SheetRow } from '../reading/table.ts'
import { orderOf } from './cell-values.ts'

/** The order of dates in a file, by those that have one meaning; of the United States if none has, or both occur. */
export function detectDates(rows: readonly SheetRow[]): { dates: ImportSettings['dates']; mixed: boolean } {
  const orders = new Set(rows.flatMap(({ cells }) => cells.map(orderOf)))
  const mixed = orders.has('dmy') && orders.has('mdy')
  return { dates: orders.has('dmy') && !mixed ? 'dmy' : 'mdy', mixed }
}

/** Whether amounts have a decimal comma: if some are written so, and none with a point. */
export function detectDecimals(rows: readonly SheetRow[]): ImportSettings['decimals'] {
  const cells = rows.flatMap((row) => row.cells)
  const comma = cells.some((cell) => /^(?:US|R)?[€$\s]*\d{1,3}(?:\.\d{3})*,\d{2}\s*€?$/.test(cell.trim()))
  const point = cells.some((cell) => /^(?:US|R)?[€$\s]*\d{1,3}(?:,?\d{3})*\.\d{2}$/.test(cell.trim()))
  return comma && !point ? 'comma' : 'point'
}
