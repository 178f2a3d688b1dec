import type { ClientFieldName } from '@agency/contract/client-fields'
import { isEmailAddress } from '@agency/contract/email-address'
import { readPhoneDigits } from '@agency/contract/phone'
import { plainCharacters } from '@agency/contract/typed-characters'

/** The encrypted values by which a client is found, with the kind of value. */
const searchedFields = [
  { name: 'ssn', kind: 'ssn-last-four', normalize: lastFourOfSsn },
  { name: 'secondary_phone', kind: 'phone', normalize: readPhoneDigits },
  { name: 'secondary_email', kind: 'email', normalize: emailAddress },
] as const satisfies { name: ClientFieldName; kind: string; normalize: (text: string) => string | undefined }[]

type Values = Partial<Record<ClientFieldName, string | number | null>>

/** The normalised values whose HMACs are the record's search keys. */
export function searchValuesOf(values: Values): string[] {
  return searchedFields.flatMap(({ name, kind, normalize }) => {
    const value = values[name]
    const normalized = typeof value === 'string' ? normalize(value) : undefined
    return normalized === undefined ? [] : [searchValue(kind, normalized)]
  })
}

/** The HMAC input: kind and value, so that equal values of two kinds get different keys. */
export const searchValue = (kind: (typeof searchedFields)[number]['kind'], value: string): string => `${kind}:${value}`

/** The last four digits of a social security number; undefined without nine digits. */
function lastFourOfSsn(text: string): string | undefined {
  const digits = text.replace(/\D/g, '')
  return digits.length === 9 ? digits.slice(-4) : undefined
}

/** A whole e-mail address as it is compared; undefined if the text is none. */
export function emailAddress(text: string): string | undefined {
  const address = plainCharacters(text).toLowerCase()
  return isEmailAddress(address) ? address : undefined
}
