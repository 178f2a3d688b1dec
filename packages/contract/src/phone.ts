import { plainCharacters } from './typed-characters.ts'

/** Phone numbers are read in any form of writing. Ten digits are of North America. `found-cases.ts` is their table. */

/** Words beside a number that only say which one it is. */
const kinds =
  'tel|telephone|telefono|telefone|phone|ph|mobile|mob|movil|cell|cel|celular|home|work|office|casa|trabajo|trabalho|oficina'
const label = new RegExp(`^(?:${kinds})(?=[+\\d])|(?<=\\d)(?:${kinds})$`, 'g')
const extensionEnd = /(\d)(?:extension|extn|ext|x|#|interno|int|ramal|anexo)(\d{1,7})$/
/** The trunk prefix of a number with a country code, which is not dialled: `+44 (0)20 7946 0958`. */
const trunkZero = /^([^0-9]*[+][^0-9]*[0-9]{1,3}[^0-9]*)[(]0[)]/

/** What is dialled for another country from North America and elsewhere, before its code: `001 305 555 0147`. */
const dialledAbroad = /^(?:011|00)(?=[0-9]{10})/

/** Letters, digits, + and # alone: `1 (305) 555‑0147 ext. 4` is `13055550147ext4`. */
const compact = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(trunkZero, '$1')
    .replace(/[^0-9a-z#+]/g, '')

const nationalDigits = (digits: string): string =>
  digits
    .replace(/\D/g, '')
    .replace(dialledAbroad, '')
    .replace(/^1(?=\d{10}$)/, '')

/** The digits without extension and country code of North America. The same as `phone_digits` in SQL. */
export const phoneDigits = (text: string): string => nationalDigits(compact(text).replace(extensionEnd, '$1'))

/** The number without label and extension; undefined for a text that holds anything else. */
function numberOf(text: string): string | undefined {
  if (/[@%_&$*=!?<>]/.test(text.replace(/;ext=/i, ' ext '))) return undefined
  const number = compact(text).replace(extensionEnd, '$1').replace(label, '')
  return /^\+?\d+$/.test(number) ? number : undefined
}

/** The digits of a text that is a phone number, or a part of one; undefined for another, and below four digits. */
export function readPhoneDigits(text: string): string | undefined {
  const digits = numberOf(text) === undefined ? '' : phoneDigits(text)
  return digits.length < 4 || digits.length > 15 ? undefined : digits
}

/** The extension, such as `4` of `786-555-0001 ext 4`; null without one. */
export const phoneExtension = (text: string): string | null => extensionEnd.exec(compact(text))?.[2] ?? null

/** The number in E.164, as calls and text messages take it; null if the text is not one whole number. */
export function dialledPhone(text: string): string | null {
  const number = (numberOf(text) ?? '').replace(dialledAbroad, '+')
  const [, national] = /^(?:\+?1)?([2-9]\d{9})$/.exec(number) ?? []
  if (national !== undefined) return `+1${national}`
  return /^\+[2-9]\d{7,14}$/.test(number) ? number : null
}

/** Writes ten digits, or eleven with a leading 1, as xxx-xxx-xxxx; else as typed, without invisible characters. */
export function formatPhone(text: string): string {
  const number = phoneExtension(text) === null ? numberOf(text) : undefined
  const isAbroad = number !== undefined && (dialledAbroad.test(number) || /^\+(?!1)/.test(number))
  const digits = number === undefined || isAbroad ? '' : phoneDigits(text)
  return /^\d{10}$/.test(digits) ? digits.replace(/^(...)(...)/, '$1-$2-') : plainCharacters(text)
}

/** The tel: URI of a number (RFC 3966); null if it can't be called. A local number of seven digits can. */
export function phoneLink(text: string): string | null {
  const [dialled, extension, local] = [dialledPhone(text), phoneExtension(text), numberOf(text) ?? '']
  if (dialled === null) return /^\d{7}$/.test(local) ? `tel:${local}` : null
  return `tel:${dialled}${extension === null ? '' : `;ext=${extension}`}`
}

/** What looks wrong with a number: why it can't be called or get texts. Undefined if nothing does. */
export function phoneWarning(text: string): string | undefined {
  if (plainCharacters(text) === '' || dialledPhone(text) !== null) return undefined
  const number = numberOf(text)
  if (number === undefined) return 'This is not one phone number. It can’t be called or get text messages from here.'
  const digits = nationalDigits(number)
  if (number.startsWith('+')) return 'This number is too short, too long or not possible. Please check it.'
  if (digits.length === 7) return 'Without the area code, this number gets no text messages.'
  if (digits.length === 10) return 'No area code begins with 0 or 1. Please check the number.'
  return `A phone number has 10 digits, or a + and the country code. This one has ${digits.length}.`
}
