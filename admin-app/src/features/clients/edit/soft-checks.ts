import { isEmailAddress } from '@agency/contract/email-address'
import { phoneWarning } from '@agency/contract/phone'
import { plainCharacters } from '@agency/contract/typed-characters'
import { isDate } from '../../../shared/dates/date-text'
import { ageOn } from '../../../shared/formatting'
import type { RecordField } from '../record/record-fields'

/** Undefined if nothing. It never blocks: an unusual value can be right. @param day today, `YYYY-MM-DD` */
export function softWarning({ name, kind, mask }: RecordField, value: string, day: string): string | undefined {
  const text = plainCharacters(value)
  if (text === '') return undefined
  if (mask === 'ssn') return ssnWarning(text)
  if (kind === 'email') return emailWarning(text)
  if (kind === 'phone') return phoneWarning(text)
  if (kind === 'date') return isDate(text) ? dateWarning(name, text, day) : undefined
  if (kind === 'number') return Number(text) > oldestAge ? ageWarning(Number(text)) : undefined
  if (name.endsWith('address')) return zipWarning(text)
  return checks[name]?.(text, day)
}

const oldestAge = 115
const ageWarning = (age: number): string => `This is an age of ${age}. Please check it.`

/** What looks wrong with a date of birth. @param day today; both `YYYY-MM-DD` */
export function birthWarning(date: string, day: string): string | undefined {
  if (date > day) return 'This date of birth is still to come. Please check the year.'
  const age = ageOn(day, date)
  return age > oldestAge ? ageWarning(age) : undefined
}

function dateWarning(name: string, date: string, day: string): string | undefined {
  if (name === 'next_f_u_date') return date < day ? 'This follow-up is before today.' : undefined
  return name.endsWith('dob') ? birthWarning(date, day) : undefined
}

const digitsOf = (text: string): string => text.replace(/[\s-]/g, '')

/** The check digit of a routing transit number (ABA): weights 3, 7, 1. */
function routingWarning(text: string): string | undefined {
  const digits = digitsOf(text)
  if (!/^\d{9}$/.test(digits)) return 'A routing number has 9 digits.'
  const sum = [...digits].reduce((total, digit, place) => total + Number(digit) * ([3, 7, 1][place % 3] ?? 0), 0)
  return sum % 10 === 0 ? undefined : 'The check digit does not match. Please check the routing number.'
}

/** The check digit of a card number (Luhn, ISO/IEC 7812-1). */
function cardWarning(text: string): string | undefined {
  const digits = digitsOf(text)
  if (!/^\d{12,19}$/.test(digits)) return 'A card number has 12 to 19 digits.'
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (1 + (place % 2))
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0 ? undefined : 'The check digit does not match. Please check the card number.'
}

/** Month and year as on a card: `04/27`, `4/2027`. A card is valid to the end of its month. */
function expiryWarning(text: string, day: string): string | undefined {
  const [, month, year] = /^(\d{1,2})\s*[/.-]\s*(\d{2}|\d{4})$/.exec(text) ?? []
  if (month === undefined || year === undefined) return 'Expected month and year, such as 04/27.'
  if (Number(month) < 1 || Number(month) > 12) return `There is no month ${Number(month)}.`
  const expiry = `${year.padStart(4, '20')}-${month.padStart(2, '0')}`
  return expiry < day.slice(0, 7) ? 'This card has expired.' : undefined
}

/** Numbers that the Social Security Administration never assigns. */
function ssnWarning(text: string): string | undefined {
  const digits = digitsOf(text)
  if (!/^\d{9}$/.test(digits)) return 'A social security number has 9 digits.'
  if (digits.startsWith('9')) return 'No social security number begins with 9. It may be a taxpayer number (ITIN).'
  const isImpossible = /^(000|666)/.test(digits) || /^...00/.test(digits) || digits.endsWith('0000')
  return isImpossible ? 'This is not a valid social security number. Please check it.' : undefined
}

const emailWarning = (text: string): string | undefined =>
  isEmailAddress(text) ? undefined : 'This does not look like an email address.'

/** A number after a state's two letters at the end of an address is a ZIP code: five digits, or nine. */
function zipWarning(text: string): string | undefined {
  const zip = /\b[A-Z]{2}\s+(\d[\d-]*)$/.exec(text)?.[1]
  return zip === undefined || /^\d{5}(-?\d{4})?$/.test(zip) ? undefined : 'A ZIP code has 5 or 9 digits.'
}

const checks: Readonly<Record<string, (text: string, day: string) => string | undefined>> = {
  routing_number: routingWarning,
  card_number: cardWarning,
  exp_date: expiryWarning,
}
