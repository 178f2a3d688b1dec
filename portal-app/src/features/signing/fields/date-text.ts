import type { Language } from '@agency/contract/esign'

const isoDate = /^(\d{4})-(\d{2})-(\d{2})$/

/** Whether a value is a stored date, `YYYY-MM-DD`. */
export function isIsoDate(value: string): boolean {
  return isoDate.test(value)
}

/** A stored date in the format of the language: `4/12/1961`, or `12/04/1961` with the day first. */
export function formatDate(iso: string, language: Language): string {
  const [, year, month, day] = isoDate.exec(iso) ?? []
  if (year === undefined || month === undefined || day === undefined) return iso
  return language === 'en' ? `${Number(month)}/${Number(day)}/${year}` : `${day}/${month}/${year}`
}

/**
 * Parses a date in the format of the language, or eight digits.
 * @returns the date as it is stored; undefined if it is not in the calendar
 */
export function parseDate(text: string, language: Language): string | undefined {
  const trimmed = text.trim()
  if (isIsoDate(trimmed)) return existing(trimmed)
  const [, first, second, year] = /^(\d{1,2})\D+(\d{1,2})\D+(\d{4})$/.exec(trimmed) ?? []
  const [, front, middle, end] = /^(\d{2})(\d{2})(\d{4})$/.exec(trimmed) ?? []
  const parts = language === 'en' ? [first ?? front, second ?? middle] : [second ?? middle, first ?? front]
  const [month, day] = parts
  const whole = year ?? end
  if (month === undefined || day === undefined || whole === undefined) return undefined
  return existing(`${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
}

/** Adds the slash after two digits, since a numeric keypad has none. @param before the text before the last key */
export function withSlashes(text: string, before: string): string {
  const typedAtTheEnd = text.length === before.length + 1 && text.startsWith(before)
  return typedAtTheEnd && /^(\d{2}|\d{1,2}\/\d{2})$/.test(text) ? `${text}/` : text
}

/** Whether the date exists: 31 April would come back as another day. */
function existing(iso: string): string | undefined {
  const date = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined
}
