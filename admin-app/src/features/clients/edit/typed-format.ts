import { formatPhone } from '@agency/contract/phone'
import { plainCharacters } from '@agency/contract/typed-characters'

export interface TypedFormat {
  /** The text with separators; any other text unchanged. */
  readonly show: (text: string) => string
  /** The stored form of a displayed text: digits alone for a complete number. */
  readonly plain: (text: string) => string
}

const digitsOf = (text: string): string => text.replace(/\D/g, '')

const wholePhone = /^\d{3}-\d{3}-\d{4}$/

/** A complete number as it is shown; another text unchanged, also one with words, which stay as they are typed. */
function shownPhone(text: string): string {
  const isNumber = !/[a-z]/i.test(plainCharacters(text).replace(/^tel:/i, ''))
  return isNumber ? formatPhone(text) : text
}

/** The digits of a beginning of a number; null for any other text, and while a country code is typed. */
function beginningOf(text: string): string | null {
  const plain = plainCharacters(text)
  const digits = digitsOf(plain)
  return /^[\d\s().-]*$/.test(plain) && digits.length < 10 && !digits.startsWith('1') ? digits : null
}

/** Phones as xxx-xxx-xxxx. Names, extensions and foreign numbers are unchanged. */
export const phoneFormat: TypedFormat = {
  show: (text) => {
    const whole = shownPhone(text)
    // An extension may follow.
    if (wholePhone.test(whole)) return text.endsWith(' ') ? `${whole} ` : whole
    // With another digit it is no number any more: without separators, it does not look like one.
    if (/^\d{3}-\d{3}-\d{5,}$/.test(text)) return digitsOf(text)
    const digits = beginningOf(text)
    if (digits === null) return text
    if (digits.length > 7) return `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`
    return digits.length > 3 ? `${digits.slice(0, 3)}-${digits.slice(3)}` : digits
  },
  plain: (text) => {
    const whole = shownPhone(text)
    return wholePhone.test(whole) ? digitsOf(whole) : text
  },
}

/** The digits of a number, or of its beginning; null for any other text. */
function ssnDigits(text: string): string | null {
  const plain = plainCharacters(text)
  return /^[\d\s-]*$/.test(plain) && digitsOf(plain).length <= 9 ? digitsOf(plain) : null
}

/** Social security numbers as xxx-xx-xxxx. */
export const ssnFormat: TypedFormat = {
  show: (text) => {
    const digits = ssnDigits(text)
    if (digits === null) return text
    return [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)].filter((part) => part !== '').join('-')
  },
  plain: (text) => ssnDigits(text) ?? text,
}

/** Behind the same number of digits as before. @param forward the person deletes forward: past separators */
export function caretAfter(shown: string, digitsBefore: number, forward: boolean): number {
  let caret = 0
  for (let seen = 0; seen < digitsBefore && caret < shown.length; caret += 1)
    if (/\d/.test(shown.charAt(caret))) seen += 1
  while (forward && caret < shown.length && /\D/.test(shown.charAt(caret))) caret += 1
  return caret
}
