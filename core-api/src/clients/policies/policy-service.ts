import type { AddPolicy, Policy, PolicyNumber, UpdatePolicy } from '@agency/contract/policies'
import type { RevealedValues } from '@agency/contract/reveals'
import { v7 as uuid } from 'uuid'
import { recordUnlessArchived } from '../../platform/access/record-unless-archived.ts'
import { requireInScope } from '../../platform/access/require-subject.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { NotFound } from '../../platform/errors.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { createOncePerKey, type Idempotent } from '../../platform/idempotency/idempotency-key.ts'
import { clientExists } from '../record/client-service.ts'
import { recordReveal, requireReason } from '../record/reveal-audit.ts'
import { addPoliciesWithin, changePoliciesWithin, lockAndRead, type PolicyName } from './policy-bulk.ts'
import {
  findPolicies,
  findPolicy,
  listPolicies,
  listStatuses,
  markDeleted,
  type PolicyRow,
} from './policy-repository.ts'
import { decryptCodes, maskPolicy, toPolicy, type WholeNumbers } from './policy-values.ts'

export interface PolicyContext {
  db: Database
  cipher: FieldCipher
  principal: AdminPrincipal
}

/** All policies of a client: active ones first, then the newest. @throws NotFound */
export async function getPolicies(
  { db, cipher }: Omit<PolicyContext, 'principal'>,
  clientId: string,
): Promise<Policy[]> {
  if (!(await clientExists(db, clientId))) throw new NotFound()
  const rows = await listPolicies(db, clientId)
  return (await withHistory({ db, cipher }, rows)).map(maskPolicy)
}

async function withHistory({ db, cipher }: Omit<PolicyContext, 'principal'>, rows: PolicyRow[]): Promise<Policy[]> {
  if (rows.length === 0) return []
  const statuses = Map.groupBy(
    await listStatuses(
      db,
      rows.map(({ id }) => id),
    ),
    ({ policy_id }) => policy_id,
  )
  return rows.map((row) => toPolicy(row, statuses.get(row.id) ?? [], cipher))
}

export interface NamedPolicy extends Policy {
  client_first_name: string | null
  client_last_name: string | null
}

/** So many at once, that their statuses are never all that a query gives. */
const readAtOnce = 100

/** Reads unmasked policies in the order of `ids`. Callers that show any of it mask, count and record that. */
export async function readPolicies(
  { db, cipher }: Omit<PolicyContext, 'principal'>,
  by: 'policies.id' | 'client_id',
  ids: readonly string[],
): Promise<NamedPolicy[]> {
  const rows = await findPolicies(db, by, ids)
  const places = new Map(ids.map((id, place) => [id, place]))
  const placeOf = (row: PolicyRow) => places.get(by === 'client_id' ? row.client_id : row.id) ?? 0
  const sorted = rows.toSorted((one, other) => placeOf(one) - placeOf(other))
  const read: NamedPolicy[] = []
  for (let from = 0; from < sorted.length; from += readAtOnce) {
    const part = sorted.slice(from, from + readAtOnce)
    const policies = await withHistory({ db, cipher }, part)
    for (const [at, policy] of policies.entries()) {
      const { client_first_name = null, client_last_name = null } = part[at] ?? {}
      read.push({ ...policy, client_first_name, client_last_name })
    }
  }
  return read
}

async function readPolicy({ db, cipher }: Omit<PolicyContext, 'principal'>, { clientId, id }: PolicyName) {
  const row = await findPolicy(db, clientId, id)
  if (!row) throw new NotFound()
  return { ...toPolicy(row, await listStatuses(db, [id]), cipher), field_versions: row.field_versions }
}

/** @returns numbers for the policy, where a mask or nothing is sent */
type Before = (trx: Transaction) => Promise<WholeNumbers>

/** @throws NotFound; InvalidInput for carrier, documents, or numbers that the principal may not see */
export function addPolicy(
  { db, cipher, principal, call }: PolicyContext & Idempotent,
  clientId: string,
  sent: AddPolicy,
  before: Before = async () => ({}),
): Promise<Policy> {
  const id = uuid()
  return createOncePerKey(
    { db, call },
    {
      ids: [id],
      make: async (trx) => {
        if (!(await clientExists(trx, clientId))) throw new NotFound()
        await addPoliciesWithin({ db: trx, cipher, principal }, [{ clientId, id, sent, whole: await before(trx) }])
      },
      read: async (trx, [made = id]) => {
        await requireInScope(trx, principal, { kind: 'client', id: clientId })
        return maskPolicy(await readPolicy({ db: trx, cipher }, { clientId, id: made }))
      },
    },
  )
}

/** @returns the policy with masks @throws as `changePoliciesWithin` */
export function changePolicy(
  { db, ...context }: PolicyContext,
  name: PolicyName,
  sent: UpdatePolicy,
  baseVersion: number | undefined,
): Promise<Policy> {
  return db.transaction().execute(async (trx) => {
    const [changed] = await changePoliciesWithin({ db: trx, ...context }, [{ ...name, sent, baseVersion }])
    if (!changed) throw new NotFound()
    return maskPolicy(changed)
  })
}

/** Takes a policy out of all lists; its row stays. @throws NotFound */
export function removePolicy({ db, cipher, principal }: PolicyContext, name: PolicyName): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockAndRead({ db: trx, cipher }, [name])
    await markDeleted(trx, name.id)
    await recordUnlessArchived(trx, principal, {
      action: 'policy.deleted',
      clientId: name.clientId,
      subjectId: name.id,
    })
  })
}

/** Audited before they are returned. @throws NotFound; InvalidInput without the required reason */
export function revealNumbers(
  { db, cipher, principal }: PolicyContext,
  { clientId, id }: PolicyName,
  fields: PolicyNumber[],
): Promise<RevealedValues> {
  requireReason(principal)
  return db.transaction().execute(async (trx) => {
    const row = await findPolicy(trx, clientId, id)
    if (!row) throw new NotFound()
    const numbers = decryptCodes(row, cipher)
    const reveal = { action: 'policy.number-shown', clientId, subjectId: id, fields } as const
    await recordReveal({ db: trx, cipher, principal }, reveal)
    return { values: Object.fromEntries(fields.map((name) => [name, numbers[name]])) }
  })
}
