/** The display format of a typed number, and its stored form. */
export interface TypedFormat {
  /** The text with separators; any other text unchanged. */
  readonly show: (text: string) => string
  /** The stored form of a displayed text: digits alone for a complete number. */
  readonly plain: (text: string) => string
}

const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** The digits of a US phone number without the country code; null for any other text. */
function phoneDigits(text: string): string | null {
  const digits = digitsOf(text)
  if (!/^(\+1|[^+])[\d\s().-]*$/.test(text) || /[^\d\s()+.-]/.test(text)) return null
  if (digits.length === 11 && digits.startsWith('1')) return digits.slice(1)
  // No area code begins with 1: the country code is still being typed.
  return digits.length > 10 || digits.startsWith('1') ? null : digits
}

/** Phones as xxx-xxx-xxxx. Names, extensions and foreign numbers are unchanged. */
export const phoneFormat: TypedFormat = {
  show: (text) => {
    const digits = phoneDigits(text)
    if (digits === null) return text
    if (digits.length > 7) return `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`
    return digits.length > 3 ? `${digits.slice(0, 3)}-${digits.slice(3)}` : digits
  },
  plain: (text) => {
    const digits = phoneDigits(text)
    return digits?.length === 10 ? digits : text
  },
}

const isSsn = (text: string): boolean => /^[\d\s-]*$/.test(text) && digitsOf(text).length <= 9

/** Social security numbers as xxx-xx-xxxx. */
export const ssnFormat: TypedFormat = {
  show: (text) => {
    if (!isSsn(text)) return text
    const digits = digitsOf(text)
    return [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)].filter((part) => part !== '').join('-')
  },
  plain: (text) => (isSsn(text) ? digitsOf(text) : text),
}

/**
 * The caret position after formatting: behind the same number of digits as before.
 * @param forward whether the person deletes forward: then the caret moves past separators
 */
export function caretAfter(shown: string, digitsBefore: number, forward: boolean): number {
  let caret = 0
  for (let seen = 0; seen < digitsBefore && caret < shown.length; caret += 1)
    if (/\d/.test(shown.charAt(caret))) seen += 1
  while (forward && caret < shown.length && /\D/.test(shown.charAt(caret))) caret += 1
  return caret
}
