import type { ImportKey } from '@agency/contract/client-imports'
import type { ClientRecord } from '@agency/contract/clients'
import type { Database } from '../../platform/database/database.ts'
import { escaped } from '../../platform/database/like-pattern.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { storedInputs } from '../list/field-keys.ts'
import { searchValue } from '../list/search-values.ts'
import { wholeCode } from '../policies/policy-values.ts'
import { readRecords } from '../record/client-bulk.ts'
import { compare, hasLastAlone, type Identity, identityOf, isNamed, squeezed, type Values } from './compare-people.ts'
import { findCandidates, findKept, type MatchKeys } from './match-repository.ts'

/** What a row brings of a person, and the numbers of a policy. */
export interface Person {
  fields: Values
  codes: string[]
}

function keysOf(n: number, person: Identity, by: readonly ImportKey[], cipher: FieldCipher): MatchKeys {
  const has = (key: ImportKey) => by.includes(key)
  const emails = has('email') ? person.emails : []
  const phones = has('phone') ? person.phones : []
  const ssn = has('ssn') && person.ssn !== undefined ? [searchValue('ssn-last-four', person.ssn.slice(-4))] : []
  const medicare = has('ssn') && person.medicare !== undefined ? [person.medicare] : []
  const values = [
    ...ssn,
    ...emails.map((email) => searchValue('email', email)),
    ...phones.map((phone) => searchValue('phone', phone)),
  ]
  const named = has('name_dob') && (isNamed(person) || hasLastAlone(person))
  const [first = '', last = ''] = [person.first, person.last].map(([form = '']) => escaped(squeezed(form)))
  return {
    n,
    emails,
    phones,
    keys: values.flatMap((value) => cipher.searchKeys(value)),
    fieldKeys: medicare
      .flatMap((value) => storedInputs({ medicarenumber: value }))
      .flatMap((each) => cipher.searchKeys(each)),
    codes: has('name_dob') ? person.codes.flatMap((code) => cipher.searchKeys(wholeCode(code))) : [],
    names: named ? [...new Set([`${first} ${last} %`, ...(first === '' ? [] : [`${last} ${first} %`])])] : [],
    births:
      has('name_dob') && person.first[0] !== '' && person.dob !== undefined
        ? [
            {
              dob: person.dob,
              start: `${escaped(squeezed(person.first[0] ?? '').slice(0, 2))}%`,
              last: squeezed(person.last[0] ?? ''),
            },
          ]
        : [],
  }
}

/** Known clients who are the person of a row, or may be. */
export interface Matches {
  same: ClientRecord[]
  likely: { client: ClientRecord; reason: string; isNameAlone?: boolean }[]
  /** Somebody else has a policy of the number that the row brings. */
  isOthersPolicy?: boolean
}

/**
 * Finds the clients of rows. An SSN is found by its last four digits and compared as a whole.
 * @param leftOut tells which of some clients are left out
 */
export async function matchRows(
  { db, cipher }: { db: Database; cipher: FieldCipher },
  rows: readonly Person[],
  by: readonly ImportKey[],
  leftOut: (ids: string[]) => Promise<ReadonlySet<string>> = async () => new Set(),
): Promise<Matches[]> {
  const people = rows.map(({ fields, codes }) => identityOf(fields, codes))
  const found = await findCandidates(
    db,
    people.map((person, n) => keysOf(n, person, by, cipher)),
  )
  const ids = [...new Set(found.map(({ id }) => id))]
  const keptOf = await findKept(db, ids)
  const all = [...new Set([...ids, ...keptOf.values()])]
  const others = await leftOut(all)
  const records = await readRecords(
    { db, cipher },
    all.filter((id) => !others.has(id)),
  )
  const candidates = Map.groupBy(found, ({ n }) => n)
  return people.map((person, n) => {
    const matches: Matches = { same: [], likely: [] }
    const coded: ClientRecord[] = []
    for (const { id, by_code } of candidates.get(n) ?? []) {
      const found = records.get(id)
      // Whose record was merged into another one is the person of that one.
      const client = records.get(keptOf.get(id) ?? id)
      if (!client || !found || matches.same.includes(client)) continue
      const likeness = compare(person, identityOf(found, by_code ? person.codes : []), by)
      if (likeness === 'same') matches.same.push(client)
      if (likeness === 'same' && by_code) coded.push(client)
      if (likeness !== 'same' && by_code) matches.isOthersPolicy = true
      if (typeof likeness === 'object' && matches.likely.every((each) => each.client !== client))
        matches.likely.push({ client, ...likeness })
    }
    // Of several with one name and number, the policy tells who it is.
    return coded.length === 1 ? { ...matches, same: coded } : matches
  })
}
