/** Number formats of spreadsheet cells (ECMA-376, part 1, 18.8.30 and 18.8.31). */

/** Formats that have no code in the file, and whose numbers are days. */
const builtInDates = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58])

/** How a number is written: as a date, or into the zeros of a pattern such as `000-00-0000`. */
export type CellFormat = { readonly kind: 'date' } | { readonly kind: 'digits'; readonly pattern: string } | undefined

/** Reads the first section of a format code. */
export function cellFormatOf(id: number, code: string | undefined): CellFormat {
  if (code === undefined) return builtInDates.has(id) ? { kind: 'date' } : undefined
  const section = code.split(';', 1)[0] ?? ''
  const pattern = section
    .replace(/\\(.)/g, '$1')
    .replaceAll('"', '')
    .replace(/\[[^\]]*\]/g, '')
  if (/^[-() ]*0{2,}(?:[-() ]+0+)*$/.test(pattern)) return { kind: 'digits', pattern }
  const codes = section.replace(/"[^"]*"|\\.|\[[^\]]*\]|general/gi, '')
  const isDate = /[dy]/i.test(codes) || (/m/i.test(codes) && !/[hs]/i.test(codes))
  return isDate ? { kind: 'date' } : undefined
}

const day = 86_400_000

/**
 * The date of a serial number of days, `YYYY-MM-DD`.
 * @param epoch 1904 for workbooks of old Macs; the days of 1900 count a 29 February that was none
 */
export function dateOfSerial(serial: number, epoch: 1900 | 1904 = 1900): string | undefined {
  if (!(serial >= 1 && serial < 2_958_466)) return undefined
  const days = epoch === 1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial
  return new Date(Math.floor(days - 25_569) * day).toISOString().slice(0, 10)
}

/** The number as the cell shows it: with leading zeros, without the noise of binary fractions. */
export function formattedNumber(text: string, format: CellFormat, epoch: 1900 | 1904): string {
  const number = Number(text)
  if (!Number.isFinite(number) || text.trim() === '') return text
  if (format?.kind === 'date') return dateOfSerial(number, epoch) ?? text
  // A spreadsheet keeps 15 digits: of a longer number, the others are lost.
  if (format === undefined && Math.abs(number) >= 1e15) return number.toExponential()
  const plain = String(Number(number.toPrecision(15)))
  return format?.kind === 'digits' && /^\d+$/.test(plain) ? intoPattern(plain, format.pattern) : plain
}

function intoPattern(digits: string, pattern: string): string {
  const places = pattern.replace(/[^0]/g, '').length
  const given = [...digits.padStart(places, '0')]
  const first = given.splice(0, given.length - places).join('')
  return first + pattern.replaceAll('0', () => given.shift() ?? '')
}
