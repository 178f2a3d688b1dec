import { readNamedDate, readRelativeDate } from '@agency/contract/named-dates'
import { plainCharacters } from '@agency/contract/typed-characters'
import { formatDate, monthName } from '../formatting'
import { today } from './today'

interface DateParts {
  readonly year: number
  readonly month: number
  readonly day: number
}

const separator = String.raw`\s*[/.\s-]\s*`
const typed = new RegExp(String.raw`^(?<month>\d{1,2})${separator}(?<day>\d{1,2})${separator}(?<year>\d{4})$`)
const eightDigits = /^(?<month>\d{2})(?<day>\d{2})(?<year>\d{4})$/
const stored = /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})$/
const dotted = /^\d+\.\d+\.\d+$/
const withoutYear = new RegExp(String.raw`^\d{1,2}${separator}\d{1,2}$`)
const shortYear = new RegExp(String.raw`^\d{1,2}${separator}\d{1,2}${separator}\d{1,3}$`)

/** Reads a date to `YYYY-MM-DD`; other texts stay. No two-digit years: `46` may be 1946 or 2046. */
export function readDate(text: string): string {
  const parts = partsOf(text)
  return parts !== null && isReal(parts) ? isoDate(parts) : text
}

/** The text of a date control: `YYYY-MM-DD` as month/day/year; any other text unchanged. */
export function dateText(value: string): string {
  const date = readDate(value)
  return isDate(date) ? formatDate(date) : value
}

/** Whether a control's value is a valid stored date, `YYYY-MM-DD`. */
export const isDate = (value: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(value) && dateProblem(value) === undefined

/** The error message of a control's value; undefined for a date and for an empty value. */
export function dateProblem(value: string): string | undefined {
  if (value.trim() === '') return undefined
  const parts = partsOf(value)
  if (parts === null) {
    if (hasShortYear(value)) return 'Type all four digits of the year.'
    return withoutYear.test(plainCharacters(value))
      ? 'Type the year too, such as 6/15/2026.'
      : 'Type the date as month/day/year, such as 6/15/2026.'
  }
  if (parts.year < 2 || parts.year > 9998) return 'Type a year from 2 to 9998.'
  if (parts.month < 1 || parts.month > 12) return `There is no month ${parts.month}.`
  if (parts.day < 1) return 'There is no day 0.'
  if (isReal(parts)) return undefined
  return `${monthName(parts.month)} ${parts.year} has ${daysIn(parts)} days.`
}

function partsOf(text: string): DateParts | null {
  const plain = plainCharacters(text)
  const told = readRelativeDate(plain, today()) ?? plain
  const groups = (typed.exec(plain) ?? eightDigits.exec(plain) ?? stored.exec(told))?.groups
  if (groups === undefined) return partsByName(plain)
  const [month, day] = [Number(groups.month), Number(groups.day)]
  const year = Number(groups.year)
  // Written with dots, the day comes first where it cannot be the month.
  return month > 12 && dotted.test(plain) ? { year, month: day, day: month } : { year, month, day }
}

function partsByName(text: string): DateParts | null {
  const date = readNamedDate(text)
  return date === null || date.year.length < 4 ? null : { ...date, year: Number(date.year) }
}

const hasShortYear = (text: string): boolean =>
  shortYear.test(plainCharacters(text)) || readNamedDate(text)?.year.length === 2

function daysIn({ year, month }: DateParts): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  if (month === 2) return leap ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

const isReal = (parts: DateParts): boolean =>
  parts.year >= 2 &&
  parts.year <= 9998 &&
  parts.month >= 1 &&
  parts.month <= 12 &&
  parts.day >= 1 &&
  parts.day <= daysIn(parts)

const isoDate = ({ year, month, day }: DateParts): string => `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`

const pad = (value: number, length: number): string => String(value).padStart(length, '0')
