import { type ImportTarget, importLabel } from '@agency/contract/client-imports'
import { isEmailAddress } from '@agency/contract/email-address'
import { readPhoneDigits } from '@agency/contract/phone'
import { plainCharacters } from '@agency/contract/typed-characters'
import type { Problem } from '../../../platform/errors.ts'

/** Numbers and addresses by the order of their places: the record has the first two. */
export const contactPlaces = [
  ['primary_phone', 'secondary_phone', 'other_phone'],
  ['primary_email', 'secondary_email', 'other_email'],
] as const

const phonePlaces = contactPlaces[0]
const isPhonePlace = (target: ImportTarget | null): boolean => phonePlaces.some((place) => place === target)

/**
 * The phone numbers of a row beside which an address book has written what they are, as `Phone 1 - Type`: the mobile one
 * first, since it gets texts, and faxes apart; undefined if it has written nothing.
 */
export function typedPhones(
  cells: readonly string[],
  mapping: readonly (ImportTarget | null)[],
  headings: readonly string[],
): { phones: string[]; faxes: string[] } | undefined {
  const kindOf = (at: number): string => {
    const [, start] = /^(.*\d)\s*-\s*value$/i.exec(headings[at] ?? '') ?? []
    const beside = headings.findIndex(
      (each) => start !== undefined && each.startsWith(start) && /-\s*(?:type|label)$/i.test(each),
    )
    return (cells[beside] ?? '').trim()
  }
  const given = mapping.flatMap((target, at) => {
    const text = (cells[at] ?? '').trim()
    return isPhonePlace(target) && text !== '' ? [{ text, kind: kindOf(at) }] : []
  })
  if (given.every(({ kind }) => kind === '')) return undefined
  const isFax = ({ kind }: { kind: string }) => /fax|pager|beeper/i.test(kind)
  const isMobile = ({ kind }: { kind: string }) => /mobile|cell|celular|m[oó]vil|iphone/i.test(kind)
  const phones = given.filter((each) => !isFax(each))
  return {
    phones: [...phones.filter(isMobile), ...phones.filter((each) => !isMobile(each))].map(({ text }) => text),
    faxes: given.filter(isFax).map(({ text }) => text),
  }
}

/** What a cell holds of one kind; `isAll` if it holds nothing else. */
interface Found {
  values: string[]
  isAll: boolean
}

const none: Found = { values: [], isAll: true }

/** The addresses in a cell, without the signs of programs and of typing errors around them. */
export function emailsIn(text: string): Found {
  const joined = plainCharacters(text).replace(/(?<=\w) ?@ ?(?=\w)/g, '@')
  const values = (joined.match(/[^\s<>()[\],;:|"]+@[^\s<>()[\],;:|"/]+/g) ?? []).map((address) =>
    address.replace(/^['.]+|['.]+$/g, ''),
  )
  const rest = values.reduce((text, address) => text.replace(address, ' '), joined)
  const isAll = !/\p{L}{2}/u.test(rest.replace(/\b(?:e?-?mail(?:to)?|correo|home|work|personal|office)\b/gi, ''))
  return values.every(isEmailAddress) ? { values: [...new Set(values)], isAll } : none
}

const between = /\s*(?:[;,/|\n]|:::| or | and | & )\s*/i
const number = /(?:\+?1[-. ]*)?(?:\(\d{3}\)|\d{3})[-. /]*\d{3}[-. ]*\d{4}(?:\s*(?:x|ext\.?|#)\s*\d{1,6})?/gi
const isPhone = (text: string): boolean => (readPhoneDigits(text)?.length ?? 0) >= 7

/** The phone numbers in a cell. Of one with other text in it, those of North America. */
export function phonesIn(text: string): Found {
  const parts = text.split(between).filter(Boolean)
  if (parts.length > 1 && parts.every(isPhone)) return { values: parts, isAll: true }
  // `305-654-1593/94`
  const [, whole] = /^(.*\d{3}[-. ]\d{4})\s?\/\s?\d{1,3}$/.exec(text) ?? []
  if (whole !== undefined && isPhone(whole)) return { values: [whole], isAll: false }
  if (isPhone(text)) return none
  const values = text.match(number) ?? []
  const rest = text.replace(number, '')
  // Of a time, as in `call after 5`; other digits may belong to a number.
  const isTime = /[a-z]{3}/i.test(rest) && !/\d{3}/.test(rest)
  if (/\d/.test(rest) && !isTime) return none
  return { values, isAll: !/[a-z]{3}/i.test(rest.replace(/\b(?:mobile|cell|home|work|office|phone|tel|fax)\b/gi, '')) }
}

/** Several values in one cell: the second goes to the other field, if that has none; a cell with more, to the notes too. */
export function spread(
  texts: Map<ImportTarget, string[]>,
  primary: ImportTarget,
  secondary: ImportTarget,
  read: (text: string) => { values: string[]; isAll: boolean },
): Problem[] {
  return [primary, secondary].flatMap((field) => {
    const [text = ''] = texts.get(field) ?? []
    const { values, isAll } = read(text)
    const [first, ...others] = values
    if (first === undefined) return []
    texts.set(field, [first])
    const other = field === primary ? secondary : primary
    const next = texts.has(other) ? undefined : others.shift()
    if (next !== undefined) texts.set(other, [next])
    if (isAll && others.length === 0) return []
    texts.set('notes', [...(texts.get('notes') ?? []), `${importLabel(field)}: ${text}`])
    return [{ field, message: 'holds more than the record takes: the whole of it goes to the notes' }]
  })
}
