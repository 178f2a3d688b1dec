import type { Calculation, DateFormat, FieldValue, FieldValues, FormField, NumberFormat } from './form-fields.ts'

const isoDate = /^(\d{4})-(\d{2})-(\d{2})$/

export const isIsoDate = (value: string): boolean => isoDate.test(value)

/** The format of a field that names none: the order of US forms, whatever the signer's language. */
export const usualDateFormat: DateFormat = 'mm/dd/yyyy'

/** A stored date in a form's format. Any other text stays as it is. */
export function writtenDate(iso: string, format: DateFormat = usualDateFormat): string {
  const [, year, month, day] = isoDate.exec(iso) ?? []
  if (year === undefined || month === undefined || day === undefined) return iso
  return format.replace('yyyy', year).replace('yy', year.slice(2)).replace('mm', month).replace('dd', day)
}

/** Whether a text is a number or a code in groups, such as `(305) 555-0147` or `1EG4 TE5 MK73`, and has no word. */
const isCode = (text: string): boolean => text.split(/\s+/).every((part) => part === '' || /\d/.test(part))

/** A text of the greatest length. What separates the groups of a code is dropped first: a cell holds no hyphen. */
export function fittedText(text: string, most: number): string {
  if (text.length <= most) return text
  return (isCode(text) ? text.replace(/[-\s./()]/g, '') : text).slice(0, most)
}

const currency = /[\s$€£%]|US\$|USD/gi

/** Reads a currency, thousands, a decimal comma or point, and negatives in parentheses; undefined for no number. */
export function numberIn(text: string): number | undefined {
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

/** A number in a form's format. A text that is no number stays as it is. */
export function writtenNumber(text: string, { decimals, grouping, prefix, suffix }: NumberFormat): string {
  const number = numberIn(text)
  if (number === undefined) return text
  const digits = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: grouping,
  }).format(Math.abs(number))
  return `${number < 0 && /[1-9]/.test(digits) ? '-' : ''}${prefix}${digits}${suffix}`
}

const isBlank = (value: FieldValue | null): boolean => typeof value !== 'string' || value.trim() === ''

const operations: Readonly<Record<Calculation['operation'], (numbers: readonly number[]) => number>> = {
  sum: (numbers) => numbers.reduce((total, number) => total + number, 0),
  product: (numbers) => numbers.reduce((total, number) => total * number, 1),
  average: (numbers) => numbers.reduce((total, number) => total + number, 0) / numbers.length,
  minimum: (numbers) => Math.min(...numbers),
  maximum: (numbers) => Math.max(...numbers),
}

/** Calculates as AFSimple_Calculate: no number is 0, at most six decimals. Blank while all fields are. */
export function calculatedValue(
  { operation, fields }: Calculation,
  valueById: (id: string) => FieldValue | null,
): string {
  const values = fields.map(valueById)
  if (values.every(isBlank)) return ''
  const numbers = values.map((value) => (typeof value === 'string' ? (numberIn(value) ?? 0) : 0))
  const result = Math.round(1e6 * operations[operation](numbers)) / 1e6
  return Number.isFinite(result) ? String(result) : ''
}

/** The results by field id. Nothing is calculated from itself. @param values of the other fields */
export function calculateValues(
  fields: readonly Pick<FormField, 'id' | 'calculation'>[],
  values: FieldValues,
): Record<string, string> {
  const byId = new Map(fields.flatMap(({ id, calculation }) => (calculation ? [[id, calculation] as const] : [])))
  const results = new Map<string, string>()
  const valueAt = (id: string): FieldValue | null => {
    const calculation = byId.get(id)
    if (!calculation) return values[id] ?? null
    if (!results.has(id)) {
      // Blank for whoever asks again before there is a result: that field is calculated from itself.
      results.set(id, '')
      results.set(id, calculatedValue(calculation, valueAt))
    }
    return results.get(id) ?? null
  }
  for (const id of byId.keys()) valueAt(id)
  return Object.fromEntries([...results].filter(([, value]) => value !== ''))
}
