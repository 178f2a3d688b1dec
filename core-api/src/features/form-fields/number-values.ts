import type { NumberFormat } from '@agency/contract/form-fields'

const currency = /[\s$€£%]|US\$|USD/gi

/**
 * Reads a number as people write it: with a currency, with separators of thousands, and with a comma or a point for the
 * decimals. Negative in parentheses. Undefined if it is none.
 */
export function readNumber(text: string): number | undefined {
  const inside = /^\((.*)\)$/.exec(text.trim())?.[1]
  const written = (inside ?? text).replaceAll(currency, '')
  const plain = written.replaceAll(/[.,](?=.*[.,])/g, (mark, at: number) => keptMark(written, mark, at))
  const isGrouped = /^-?\d{1,3}(?:,\d{3})+$/.test(written) || /^-?\d{1,3}(?:[.]\d{3}){2,}$/.test(written)
  const digits = isGrouped ? written.replaceAll(/[.,]/g, '') : plain.replace(',', '.')
  if (!/^[-+]?(?:\d+\.?\d*|\.\d+)$/.test(digits)) return undefined
  const number = Number(digits)
  return inside === undefined ? number : -number
}

/** Only the last mark is of decimals; those before it separate thousands, which are three digits. */
const keptMark = (text: string, mark: string, at: number): string =>
  /^\d{3}(?!\d)/.test(text.slice(at + 1)) ? '' : mark

/** A number as the form writes it. */
export function writeNumber(value: number, { decimals, grouping, prefix, suffix }: NumberFormat): string {
  const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: grouping }
  const written = new Intl.NumberFormat('en-US', options).format(Math.abs(value))
  const isNegative = value < 0 && Number(written.replaceAll(',', '')) !== 0
  return `${isNegative ? '-' : ''}${prefix}${written}${suffix}`
}
