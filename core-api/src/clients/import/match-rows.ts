import type { ImportKey } from '@agency/contract/client-imports'
import type { ClientRecord } from '@agency/contract/clients'
import { normalForm, squeezedForm } from '@agency/contract/normal-form'
import { readPhoneDigits } from '@agency/contract/phone'
import type { Database } from '../../platform/database/database.ts'
import { escaped } from '../../platform/database/like-pattern.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { emailAddress, searchValue } from '../list/search-values.ts'
import { readRecords } from '../record/client-bulk.ts'
import { findCandidates, type MatchKeys } from './match-repository.ts'

/** What two people are compared by; each is normalised. */
export interface Identity {
  first: string
  /** The first of several first names. */
  given: string
  last: string
  dob: string | undefined
  /** Nine digits. */
  ssn: string | undefined
  emails: string[]
  phones: string[]
}

type Values = Partial<Record<keyof ClientRecord, string | number | null>>
const textOf = (value: string | number | null | undefined): string => (typeof value === 'string' ? value : '')
const known = <Value>(values: (Value | undefined)[]): Value[] => values.filter((value) => value !== undefined)

export function identityOf(values: Values): Identity {
  const ssn = textOf(values.ssn).replace(/\D/g, '')
  const phones = [values.primary_phone, values.secondary_phone].map((phone) => readPhoneDigits(textOf(phone)))
  return {
    first: squeezedForm(textOf(values.client_first_name)),
    given: normalForm(textOf(values.client_first_name)).split(' ')[0] ?? '',
    last: squeezedForm(textOf(values.client_last_name)),
    dob: textOf(values.dob) || undefined,
    ssn: ssn.length === 9 ? ssn : undefined,
    emails: known([values.primary_email, values.secondary_email].map((email) => emailAddress(textOf(email)))),
    phones: known(phones).filter((digits) => digits.length >= 7),
  }
}

const words: Record<ImportKey, string> = {
  ssn: 'SSN',
  email: 'e-mail address',
  phone: 'phone number',
  name_dob: 'name',
}

/** How far two people are one: surely, perhaps and why, or not at all. */
export type Likeness = 'same' | 'other' | { reason: string; isNameAlone?: boolean }

const differ = (one: string | undefined, other: string | undefined): boolean =>
  Boolean(one) && Boolean(other) && one !== other

/** Compares two people by the chosen keys. Who shares an address or a number with another name may be of the family. */
export function compare(one: Identity, other: Identity, by: readonly ImportKey[]): Likeness {
  const isNamed = (person: Identity) => person.first !== '' && person.last !== ''
  const isSwapped = one.first === other.last && one.last === other.first
  const sameBirth = one.dob !== undefined && one.dob === other.dob
  const sameFirst = one.first === other.first || (sameBirth && one.given === other.given)
  const sameName = isSwapped || (sameFirst && one.last === other.last)
  const bothNamed = isNamed(one) && isNamed(other)
  const shares = (mine: string[], theirs: string[]) => mine.some((value) => theirs.includes(value))
  const agreed: Record<ImportKey, boolean> = {
    ssn: one.ssn !== undefined && one.ssn === other.ssn,
    email: shares(one.emails, other.emails),
    phone: shares(one.phones, other.phones),
    name_dob: bothNamed && sameName,
  }
  const keys = by.filter((key) => agreed[key])
  const [key] = keys
  if (key === undefined) return 'other'
  const otherBirth = differ(one.dob, other.dob)
  const otherSsn = differ(one.ssn, other.ssn)
  const otherName = bothNamed ? !sameName : differ(one.first, other.first)
  const says = (doubt: string) => ({ reason: `same ${words[key]}, ${doubt}` })
  if (key === 'ssn') return otherName || otherBirth ? says(otherName ? 'other name' : 'other birth date') : 'same'
  if (otherName && (otherBirth || otherSsn)) return 'other'
  if (otherName) return says('other name')
  if (otherBirth || otherSsn)
    return keys.every((each) => each === 'name_dob') && !sameBirth ? 'other' : says('other birth date or SSN')
  if (keys.some((each) => each !== 'name_dob')) return 'same'
  return sameBirth ? 'same' : { ...says('no birth date to compare'), isNameAlone: true }
}

function keysOf(n: number, person: Identity, by: readonly ImportKey[], cipher: FieldCipher): MatchKeys {
  const { first, last } = person
  const has = (key: ImportKey) => by.includes(key)
  const emails = has('email') ? person.emails : []
  const phones = has('phone') ? person.phones : []
  const ssn = has('ssn') && person.ssn !== undefined ? [searchValue('ssn-last-four', person.ssn.slice(-4))] : []
  const values = [
    ...ssn,
    ...emails.map((email) => searchValue('email', email)),
    ...phones.map((phone) => searchValue('phone', phone)),
  ]
  const named = has('name_dob') && first !== '' && last !== ''
  const pattern = (one: string, other: string) => `${escaped(one)} ${escaped(other)} %`
  return {
    n,
    emails,
    phones,
    keys: values.flatMap((value) => cipher.searchKeys(value)),
    names: named ? [...new Set([pattern(first, last), pattern(last, first)])] : [],
  }
}

/** Known clients who are the person of a row, or may be. */
export interface Matches {
  same: ClientRecord[]
  likely: { client: ClientRecord; reason: string; isNameAlone?: boolean }[]
}

/** Finds the clients of rows. An SSN is found by its last four digits and compared as a whole. */
export async function matchRows(
  { db, cipher }: { db: Database; cipher: FieldCipher },
  rows: readonly { fields: Values }[],
  by: readonly ImportKey[],
): Promise<Matches[]> {
  const people = rows.map(({ fields }) => identityOf(fields))
  const found = await findCandidates(
    db,
    people.map((person, n) => keysOf(n, person, by, cipher)),
  )
  const records = await readRecords({ db, cipher }, [...new Set(found.map(({ id }) => id))])
  const candidates = new Map<number, string[]>()
  for (const { n, id } of found) candidates.set(n, [...(candidates.get(n) ?? []), id])
  return people.map((person, n) => {
    const matches: Matches = { same: [], likely: [] }
    for (const id of candidates.get(n) ?? []) {
      const client = records.get(id)
      if (!client) continue
      const likeness = compare(person, identityOf(client), by)
      if (likeness === 'same') matches.same.push(client)
      else if (likeness !== 'other') matches.likely.push({ client, ...likeness })
    }
    return matches
  })
}
