import type { ImportPlan } from '@agency/contract/client-imports'
import type { ClientRecord } from '@agency/contract/clients'
import { readRecords } from '../record/client-bulk.ts'
import { compare, identityOf } from './compare-people.ts'
import { clientsOfOtherIds } from './import-row-repository.ts'
import type { ImportContext } from './import-service.ts'
import type { Matches, Person } from './match-rows.ts'
import { fileCode } from './policies/find-policy.ts'

/** What is hashed of an id of another system. Spreadsheets drop the zeros at its start. */
export const otherIdValue = (otherId: string): string => `import-id:${fileCode(otherId)}`

/** The clients whose ids in another system former files have told; undefined if none or several have one. */
export async function findOwners(
  { db, cipher }: Pick<ImportContext, 'db' | 'cipher'>,
  keys: readonly Buffer[][],
): Promise<(ClientRecord | undefined)[]> {
  const all = keys.flat()
  const found = Map.groupBy(all.length === 0 ? [] : await clientsOfOtherIds(db, all), ({ key }) => key)
  const idsOf = (some: readonly Buffer[]) => [
    ...new Set(some.flatMap((key) => found.get(key.toString('hex')) ?? []).map(({ client_id }) => client_id)),
  ]
  const records = await readRecords({ db, cipher }, [...new Set(keys.flatMap(idsOf))])
  return keys.map((some) => {
    const [id, ...others] = idsOf(some)
    return others.length === 0 ? records.get(id ?? '') : undefined
  })
}

/** Whose id a row has is its client, if the row names nobody, or the same name and nothing that differs. */
export function withOwner(
  matches: Matches,
  person: Person | undefined,
  owner: ClientRecord | undefined,
  by: ImportPlan['match_by'],
): Matches {
  if (!owner || !person || matches.same.length > 0) return matches
  const identity = identityOf(person.fields, person.codes)
  const likeness = compare(identity, identityOf(owner), by)
  const isNamesake = typeof likeness === 'object' && likeness.isNameAlone !== undefined
  const isNameless = !person.fields.client_first_name && !person.fields.client_last_name
  if (isNameless || isNamesake) return { same: [owner], likely: [] }
  const known = identityOf(owner)
  const isBorn = identity.dob !== undefined && identity.dob === known.dob
  const isRenamed = likeness === 'other' && isBorn && identity.first.some((name) => known.first.includes(name))
  const reason = 'same ID, first name and birth date, other last name'
  return isRenamed ? { ...matches, likely: [...matches.likely, { client: owner, reason }] } : matches
}
