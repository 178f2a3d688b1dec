import { type DuplicateReason, duplicateReasons } from '@agency/contract/client-duplicates'
import type { ClientFieldName } from '@agency/contract/client-fields'
import { spelledOut, squeezedForm } from '@agency/contract/normal-form'
import { readPhoneDigits } from '@agency/contract/phone'
import { emailAddress } from './search-values.ts'

type Values = Partial<Record<ClientFieldName, string | number | null>>

/** Shorter numbers, as extensions, are shared by many. */
export const shortestPhone = 7

/**
 * The keys that two records of one person have in common: the number of the reason, then an HMAC.
 * @param keyOf the HMAC of a text
 */
export function matchKeysOf(values: Values, keyOf: (value: string) => Buffer): Buffer[] {
  const keys = duplicateReasons.flatMap((reason, number) =>
    comparedValues[reason](values).map((value) =>
      Buffer.concat([Buffer.from([number]), keyOf(`same-${reason}:${value}`)]).toString('hex'),
    ),
  )
  return [...new Set(keys)].map((key) => Buffer.from(key, 'hex'))
}

const textOf = (value: string | number | null | undefined): string => (typeof value === 'string' ? value : '')

const comparedValues: Readonly<Record<DuplicateReason, (values: Values) => string[]>> = {
  ssn: ({ ssn }) => {
    const digits = textOf(ssn).replace(/\D/g, '')
    // A number such as 000-00-0000 stands for none.
    return digits.length === 9 && !/^(\d)\1*$/.test(digits) ? [digits] : []
  },
  name: ({ client_first_name, client_last_name, dob }) => {
    const names = [textOf(client_first_name), textOf(client_last_name)]
    const forms = [names.map(squeezedForm), names.map((name) => spelledOut(name).replaceAll(' ', ''))]
    if (textOf(dob) === '' || forms.flat().includes('')) return []
    // Many people write their last name first.
    return forms.map((form) => `${form.toSorted().join(' ')} ${dob}`)
  },
  email: ({ primary_email, secondary_email }) =>
    [primary_email, secondary_email].flatMap((email) => emailAddress(textOf(email)) ?? []),
  phone: ({ primary_phone, secondary_phone }) =>
    [primary_phone, secondary_phone]
      .flatMap((phone) => readPhoneDigits(textOf(phone)) ?? [])
      .filter((digits) => digits.length >= shortestPhone),
}
