import type { ClientRecord } from '@agency/contract/clients'
import type { Policy } from '@agency/contract/policies'
import type { Database } from '../../../platform/database/database.ts'
import type { FieldCipher } from '../../../platform/encryption/field-cipher.ts'
import { readPolicies } from '../../policies/policy-service.ts'
import { wholeCode } from '../../policies/policy-values.ts'
import { readRecords } from '../../record/client-bulk.ts'
import type { Families } from './families.ts'
import { has, numbersOf } from './find-policy.ts'
import { clientsOfNumbers } from './policy-row-repository.ts'
import type { BroughtPolicy } from './read-policy.ts'

/** A row of a spouse or a dependent without a subscriber in the file. */
interface Stranger {
  policy: BroughtPolicy
  otherId: string | undefined
  /** Whose id it is in a former file. */
  owner: ClientRecord | undefined
}

/** Adds the known clients whose policy, or whose id in another system, rows name: other files may have the subscribers. */
export async function addKnownSubscribers(
  { db, cipher }: { db: Database; cipher: FieldCipher },
  families: Families,
  strangers: readonly Stranger[],
): Promise<void> {
  const numbers = strangers.map(({ policy }) => numbersOf(policy).filter(Boolean))
  const keys = numbers.flatMap((codes, n) =>
    codes.flatMap((code) => cipher.searchKeys(wholeCode(code)).map((key) => ({ n, key }))),
  )
  const found = Map.groupBy(keys.length === 0 ? [] : await clientsOfNumbers(db, keys), ({ n }) => n)
  const ids = [...new Set([...found.values()].flat().map(({ client_id }) => client_id))]
  const records = await readRecords({ db, cipher }, ids)
  const policies = Map.groupBy(await readPolicies({ db, cipher }, 'client_id', ids), ({ client_id }) => client_id)
  for (const [n, { policy, otherId, owner }] of strangers.entries()) {
    const [one, ...others] = new Set((found.get(n) ?? []).map(({ client_id }) => client_id))
    const record = owner ?? (others.length === 0 ? records.get(one ?? '') : undefined)
    if (record?.archived_at !== null || families.subscriberOf(policy, otherId)) continue
    const of = latest((policies.get(record.id) ?? []).filter((each) => isNamed(policy, each)))
    families.addKnown({ policy, otherId }, record, of)
  }
}

function isNamed(brought: BroughtPolicy, { number, member_id, application_id }: Policy): boolean {
  const [code, member, application] = numbersOf(brought)
  return has(code, number) || has(member, member_id) || has(application, application_id)
}

const latest = (policies: readonly Policy[]): Policy | undefined =>
  policies.toSorted((one, other) => (other.effective_date ?? '').localeCompare(one.effective_date ?? '')).at(0)
