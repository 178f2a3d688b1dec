/** How a number is shown while it is typed, and what of it is stored. */
export interface TypedFormat {
  /** The text with its separators; a text that is no such number stays as it is. */
  readonly show: (text: string) => string
  /** What is stored of a shown text: digits alone once the number is whole. */
  readonly plain: (text: string) => string
}

const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** A phone's digits without the country code of the United States; null for a text that is anything else. */
function phoneDigits(text: string): string | null {
  const digits = digitsOf(text)
  if (!/^(\+1|[^+])[\d\s().-]*$/.test(text) || /[^\d\s()+.-]/.test(text)) return null
  if (digits.length === 11 && digits.startsWith('1')) return digits.slice(1)
  // No area code begins with 1: the country code is being typed.
  return digits.length > 10 || digits.startsWith('1') ? null : digits
}

/** Phones as xxx-xxx-xxxx. Names, extensions and foreign numbers are kept as they are. */
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
 * Where the caret belongs once a text has its separators: behind as many digits as before.
 * @param forward whether the person deletes to the right, and so has to get past a separator
 */
export function caretAfter(shown: string, digitsBefore: number, forward: boolean): number {
  let caret = 0
  for (let seen = 0; seen < digitsBefore && caret < shown.length; caret += 1)
    if (/\d/.test(shown.charAt(caret))) seen += 1
  while (forward && caret < shown.length && /\D/.test(shown.charAt(caret))) caret += 1
  return caret
}
