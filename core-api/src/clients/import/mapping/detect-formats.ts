import type { ImportSettings } from '@agency/contract/client-imports'
import type { SheetRow } from '../reading/table.ts'
import { orderOf } from './cell-values.ts'

/** So many times more often than the other, one order is that of the file, and the others are slips. */
const mostDates = 4

/** The order of dates in a file, by those that have one meaning; undefined if none has, or both occur about as often. */
export function detectDates(rows: readonly SheetRow[]): { dates: ImportSettings['dates'] | undefined; mixed: boolean } {
  const orders = rows.flatMap(({ cells }) => cells.map(orderOf))
  const count = (order: ImportSettings['dates']) => orders.filter((each) => each === order).length
  const [days, months] = [count('dmy'), count('mdy')]
  const mixed = days > 0 && months > 0
  if (days > months * mostDates) return { dates: 'dmy', mixed }
  return { dates: months > days * mostDates ? 'mdy' : undefined, mixed }
}

/** How most amounts are written that tell it; undefined if none does. */
export function detectDecimals(rows: readonly SheetRow[]): ImportSettings['decimals'] | undefined {
  const cells = rows.flatMap((row) => row.cells)
  const amounts = cells.map((cell) =>
    cell
      .trim()
      .slice(0, 60)
      .replace(/\s?[/a-z][a-z .-]*$/i, ''),
  )
  const comma = amounts.filter((text) => /^(?:US|R)?[€$\s]*\d{1,3}(?:\.\d{3})*,\d{2}\s*[€$]?$/.test(text)).length
  const point = amounts.filter((text) => /^(?:US|R)?[€$\s]*\d{1,3}(?:,?\d{3})*\.\d{2}$/.test(text)).length
  if (comma > point) return 'comma'
  return point > 0 ? 'point' : undefined
}
