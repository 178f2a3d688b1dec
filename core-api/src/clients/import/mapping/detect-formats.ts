import type { ImportSettings } from '@agency/contract/client-imports'
import type { SheetRow } from '../reading/table.ts'
import { orderOf } from './cell-values.ts'

/** The order of dates in a file, by those that have one meaning; undefined if none has, or both occur. */
export function detectDates(rows: readonly SheetRow[]): { dates: ImportSettings['dates'] | undefined; mixed: boolean } {
  const orders = new Set(rows.flatMap(({ cells }) => cells.map(orderOf)))
  const mixed = orders.has('dmy') && orders.has('mdy')
  const [order] = [...orders].filter((each) => each !== undefined)
  return { dates: mixed ? undefined : order, mixed }
}

/** How most amounts are written that tell it; undefined if none does. */
export function detectDecimals(rows: readonly SheetRow[]): ImportSettings['decimals'] | undefined {
  const cells = rows.flatMap((row) => row.cells)
  const comma = cells.filter((cell) => /^(?:US|R)?[€$\s]*\d{1,3}(?:\.\d{3})*,\d{2}\s*€?$/.test(cell.trim())).length
  const point = cells.filter((cell) => /^(?:US|R)?[€$\s]*\d{1,3}(?:,?\d{3})*\.\d{2}$/.test(cell.trim())).length
  if (comma > point) return 'comma'
  return point > 0 ? 'point' : undefined
}
