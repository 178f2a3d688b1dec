import { type AddPolicy, Policy, type PolicyNumber, policyNumbers, type UpdatePolicy } from '@agency/contract/policies'
import type { RevealedValues } from '@agency/contract/reveals'
import { v7 as uuid } from 'uuid'
import { recordUnlessArchived } from '../../platform/access/record-unless-archived.ts'
import { requireInScope } from '../../platform/access/require-subject.ts'
import { mergeRecordEdit } from '../../platform/concurrency/edit-conflict.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { encryptText } from '../../platform/encryption/encrypted-text.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { InvalidInput, NotFound } from '../../platform/errors.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { createOncePerKey, type Idempotent } from '../../platform/idempotency/idempotency-key.ts'
import { mayReveal } from '../record/client-masking.ts'
import { clientExists } from '../record/client-service.ts'
import { recordReveal, requireReason } from '../record/reveal-audit.ts'
import { findCarrier } from './carrier-repository.ts'
import {
  findPolicies,
  findPolicy,
  insertPolicy,
  insertStatus,
  listPolicies,
  listStatuses,
  lockPolicy,
  type PolicyRow,
  replaceDocuments,
  updatePolicy,
  updateStatus,
} from './policy-repository.ts'
import {
  decryptCodes,
  maskPolicy,
  newPolicy,
  type PolicyChanges,
  type PolicyValues,
  readPolicyChanges,
  reasonContext,
  toPolicy,
  toRow,
  type WholeNumbers,
  withoutOwnMasks,
} from './policy-values.ts'

export interface PolicyContext {
  db: Database
  cipher: FieldCipher
  principal: AdminPrincipal
}

export interface PolicyName {
  clientId: string
  id: string
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

export async function readPolicy({ db, cipher }: Omit<PolicyContext, 'principal'>, { clientId, id }: PolicyName) {
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
      make: async (trx) => addPolicyWithin({ db: trx, cipher, principal }, { clientId, id }, sent, await before(trx)),
      read: async (trx, [made = id]) => {
        await requireInScope(trx, principal, { kind: 'client', id: clientId })
        return maskPolicy(await readPolicy({ db: trx, cipher }, { clientId, id: made }))
      },
    },
  )
}

export async function addPolicyWithin(
  { db, cipher, principal }: PolicyContext & { db: Transaction },
  { clientId, id }: PolicyName,
  sent: AddPolicy,
  whole: WholeNumbers = {},
): Promise<void> {
  if (!(await clientExists(db, clientId))) throw new NotFound()
  const written = readPolicyChanges(withoutOwnMasks(sent, whole))
  requireVisible(principal, written, whole)
  const changes = { ...whole, ...written }
  await requireCarrier(db, sent.carrier_id)
  const values = { ...newPolicy(sent, new Date().toISOString().slice(0, 10)), ...changes }
  await insertPolicy(db, { id, client_id: clientId, ...toRow(id, values, cipher) })
  await addStatus({ db, cipher, principal }, id, values)
  await storeDocuments(db, { clientId, id }, values.document_ids)
  const event = { action: 'policy.added', clientId, subjectId: id, fields: Object.keys(changes) } as const
  await recordUnlessArchived(db, principal, event)
}

/** Refuses numbers of somebody who may not see them. An empty one is no edit. @throws InvalidInput naming the fields */
function requireVisible(principal: AdminPrincipal, changes: PolicyChanges, current: WholeNumbers = {}): void {
  if (mayReveal(principal)) return
  const written = policyNumbers.filter(
    (name) => changes[name] !== undefined && (changes[name] !== null || (current[name] ?? null) !== null),
  )
  const problems = written.map((field) => ({ field, message: 'may not be changed with your access level' }))
  if (problems.length > 0) throw new InvalidInput(problems)
}

async function requireCarrier(db: Database, id: string): Promise<void> {
  const carrier = await findCarrier(db, id)
  const message = carrier === undefined ? 'is that of no carrier' : 'is archived; choose another, or restore it'
  if (carrier === undefined || carrier.archived) throw new InvalidInput([{ field: 'carrier_id', message }])
}

async function storeDocuments(db: Database, name: PolicyName, ids: readonly string[]): Promise<void> {
  if ((await replaceDocuments(db, name, ids)) === ids.length) return
  throw new InvalidInput([{ field: 'document_ids', message: 'must be documents of this client' }])
}

type StatusValues = Pick<PolicyValues, 'status' | 'status_date' | 'status_reason'>

async function addStatus({ db, cipher, principal }: PolicyContext, policyId: string, values: StatusValues) {
  const id = uuid()
  const encrypted_reason = encryptText(cipher, reasonContext(id), values.status_reason)
  const { status, status_date: date } = values
  await insertStatus(db, { id, policy_id: policyId, status, date, encrypted_reason, recorded_by: principal.adminId })
}

const statusFields: readonly string[] = ['status', 'status_date', 'status_reason']

/** Another status begins today unless dated. @throws NotFound, EditConflict; InvalidInput, also for its begin */
export function changePolicy(
  { db, ...context }: PolicyContext,
  name: PolicyName,
  sent: UpdatePolicy,
  baseVersion: number | undefined,
): Promise<Policy> {
  return db
    .transaction()
    .execute(async (trx) => maskPolicy(await changePolicyWithin({ db: trx, ...context }, name, sent, baseVersion)))
}

/** @returns the policy without masks */
export async function changePolicyWithin(
  context: PolicyContext & { db: Transaction },
  name: PolicyName,
  { version: _version, ...sent }: UpdatePolicy,
  baseVersion?: number,
): Promise<Policy> {
  const { db, cipher, principal } = context
  await lockPolicy(db, name.id)
  const current = await readPolicy(context, name)
  const changes = withStatus(readPolicyChanges(withoutOwnMasks(sent, current)), current)
  requireVisible(principal, changes, current)
  const secrets = policyNumbers
  const edit = mergeRecordEdit({ schema: Policy, current, changes, baseVersion, secrets })
  const edited = Object.keys(edit)
  if (edited.length === 0) return current
  if (edit.carrier_id !== undefined) await requireCarrier(db, edit.carrier_id)
  const values = { ...current, ...edit }
  const isStatus = edited.some((field) => statusFields.includes(field))
  if (isStatus) await storeStatus(context, current, values)
  if (edit.document_ids) await storeDocuments(db, name, edit.document_ids)
  // A status with its date and reason is one value: an edit of one of them conflicts with an edit of another.
  const fields = [...new Set([...edited, ...(isStatus ? statusFields : [])])]
  await updatePolicy(db, name.id, { fields, row: rowOf(name.id, values, cipher) })
  const event = { action: 'policy.changed', clientId: name.clientId, subjectId: name.id, fields: edited } as const
  await recordUnlessArchived(db, principal, event)
  return readPolicy(context, name)
}

export function rowOf(id: string, policy: Policy, cipher: FieldCipher) {
  const { id: _id, client_id, carrier_name, history, created_at, updated_at, version, ...values } = policy
  return toRow(id, values, cipher)
}

/** An edit that brings another status, with the date and the reason of that one. */
function withStatus(changes: PolicyChanges, current: Policy): PolicyChanges {
  if (changes.status === undefined || changes.status === current.status) return changes
  const today = new Date().toISOString().slice(0, 10)
  const status_date = today < current.status_date ? current.status_date : today
  return { status_date, status_reason: null, ...changes }
}

async function storeStatus(context: PolicyContext, { id, status, history }: Policy, values: Policy): Promise<void> {
  const [present, former] = history
  const isNew = values.status !== status
  const before = isNew ? present : former
  if (before && values.status_date < before.date) {
    const message = `must not be before ${before.date}, when the policy became ${before.status}`
    throw new InvalidInput([{ field: 'status_date', message }])
  }
  if (isNew || !present) return addStatus(context, id, values)
  const { db, cipher, principal } = context
  const encrypted_reason = encryptText(cipher, reasonContext(present.id), values.status_reason)
  await updateStatus(db, present.id, { date: values.status_date, encrypted_reason, recorded_by: principal.adminId })
}

/** Takes a policy out of all lists; its row stays. @throws NotFound */
export function removePolicy({ db, cipher, principal }: PolicyContext, name: PolicyName): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockPolicy(trx, name.id)
    await readPolicy({ db: trx, cipher }, name)
    await updatePolicy(trx, name.id, { fields: [], row: { deleted_at: new Date().toISOString() } })
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
