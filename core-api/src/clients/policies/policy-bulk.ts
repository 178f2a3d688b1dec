import { writtenDate } from '@agency/contract/field-values'
import { type AddPolicy, Policy, policyNumbers, type UpdatePolicy } from '@agency/contract/policies'
import { v7 as uuid } from 'uuid'
import { recordActsUnlessArchived } from '../../platform/access/record-unless-archived.ts'
import { mergeRecordEdit } from '../../platform/concurrency/edit-conflict.ts'
import type { FieldVersions } from '../../platform/concurrency/row-version.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { encryptText } from '../../platform/encryption/encrypted-text.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { InvalidInput, NotFound } from '../../platform/errors.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { mayReveal } from '../record/client-masking.ts'
import { findCarriers } from './carrier-repository.ts'
import {
  findPolicies,
  insertPolicies,
  insertStatuses,
  listStatuses,
  lockPolicies,
  replaceDocuments,
  updatePolicies,
  updateStatus,
} from './policy-repository.ts'
import {
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

/** The caller's transaction, and who acts. */
export interface Within {
  db: Transaction
  cipher: FieldCipher
  principal: AdminPrincipal
}

export interface PolicyName {
  clientId: string
  id: string
}

export interface NewPolicy extends PolicyName {
  sent: AddPolicy
  /** Numbers in place of their masks, or where none are sent. */
  whole?: WholeNumbers
}

/**
 * Adds policies to clients who are there, by few statements.
 * @throws InvalidInput for carrier, documents, or numbers that the principal may not see; WrongState for an archived client
 */
export async function addPoliciesWithin(context: Within, policies: readonly NewPolicy[]): Promise<void> {
  const { db, cipher, principal } = context
  const today = new Date().toISOString().slice(0, 10)
  const made = policies.map(({ id, clientId, sent, whole = {} }) => {
    const written = readPolicyChanges(withoutOwnMasks(sent, whole))
    requireVisible(principal, written, whole)
    const changes = { ...whole, ...written }
    return { id, clientId, values: { ...newPolicy(sent, today), ...changes }, fields: filledOf(changes) }
  })
  await requireCarriers(
    db,
    made.map(({ values }) => values.carrier_id),
  )
  await insertPolicies(
    db,
    made.map(({ id, clientId, values }) => ({ id, client_id: clientId, ...toRow(id, values, cipher) })),
  )
  await insertStatuses(
    db,
    made.map(({ id, values }) => statusRow(context, id, values)),
  )
  for (const { values, ...name } of made) {
    if (values.document_ids.length > 0) await storeDocuments(db, name, values.document_ids)
  }
  await record(context, 'policy.added', made)
}

const filledOf = (values: object): string[] =>
  Object.entries(values).flatMap(([name, value]) => (value === null || value.length === 0 ? [] : name))

const record = (
  { db, principal }: Within,
  action: 'policy.added' | 'policy.changed',
  done: readonly (PolicyName & { fields: string[] })[],
): Promise<void> =>
  recordActsUnlessArchived(
    db,
    done.map(({ clientId, id, fields }) => ({ principal, clientId, event: { action, subjectId: id, fields } })),
  )

/** Refuses numbers of somebody who may not see them. An empty one is no edit. @throws InvalidInput naming the fields */
function requireVisible(principal: AdminPrincipal, changes: PolicyChanges, current: WholeNumbers): void {
  if (mayReveal(principal)) return
  const written = policyNumbers.filter(
    (name) => changes[name] !== undefined && (changes[name] !== null || (current[name] ?? null) !== null),
  )
  const problems = written.map((field) => ({ field, message: 'may not be changed with your access level' }))
  if (problems.length > 0) throw new InvalidInput(problems)
}

async function requireCarriers(db: Database, ids: readonly string[]): Promise<void> {
  const asked = [...new Set(ids)]
  const found = asked.length === 0 ? [] : await findCarriers(db, asked)
  const isArchived = found.some(({ archived }) => archived)
  if (found.length === asked.length && !isArchived) return
  const message = isArchived ? 'is archived; choose another, or restore it' : 'is that of no carrier'
  throw new InvalidInput([{ field: 'carrier_id', message }])
}

async function storeDocuments(db: Database, name: PolicyName, ids: readonly string[]): Promise<void> {
  if ((await replaceDocuments(db, name, ids)) === ids.length) return
  throw new InvalidInput([{ field: 'document_ids', message: 'must be documents of this client' }])
}

type StatusValues = Pick<PolicyValues, 'status' | 'status_date' | 'status_reason'>

function statusRow({ cipher, principal }: Within, policyId: string, values: StatusValues) {
  const id = uuid()
  const encrypted_reason = encryptText(cipher, reasonContext(id), values.status_reason)
  const { status, status_date: date } = values
  return { id, policy_id: policyId, status, date, encrypted_reason, recorded_by: principal.adminId }
}

const statusFields: readonly string[] = ['status', 'status_date', 'status_reason']

export interface PolicyEdit extends PolicyName {
  sent: UpdatePolicy
  baseVersion?: number | undefined
}

/** A policy without masks, as it is edited. */
export type LockedPolicy = Policy & { field_versions: FieldVersions }

/** Locks policies. @returns them in this order @throws NotFound */
export async function lockAndRead({ db, cipher }: Omit<Within, 'principal'>, names: readonly PolicyName[]) {
  const ids = names.map(({ id }) => id)
  await lockPolicies(db, ids)
  return readNamed({ db, cipher }, names)
}

async function readNamed(
  { db, cipher }: Omit<Within, 'principal'>,
  names: readonly PolicyName[],
): Promise<LockedPolicy[]> {
  const ids = names.map(({ id }) => id)
  const rows = new Map((await findPolicies(db, 'policies.id', ids)).map((row) => [row.id, row]))
  const statuses = Map.groupBy(await listStatuses(db, ids), ({ policy_id }) => policy_id)
  return names.map(({ id, clientId }) => {
    const found = rows.get(id)
    if (found?.client_id !== clientId) throw new NotFound()
    const { client_first_name: _first, client_last_name: _last, ...row } = found
    return { ...toPolicy(row, statuses.get(id) ?? [], cipher), field_versions: row.field_versions }
  })
}

/**
 * Edits policies, each once, by few statements. Another status begins today unless dated.
 * @returns the policies without masks, in this order
 * @throws NotFound, EditConflict; InvalidInput, also for a status before the former one; WrongState for an archived client
 */
export async function changePoliciesWithin(context: Within, edits: readonly PolicyEdit[]): Promise<Policy[]> {
  const { db, principal } = context
  const locked = await lockAndRead(context, edits)
  const merged = edits.flatMap(({ sent: { version: _version, ...sent }, baseVersion, ...name }, at) => {
    const current = locked[at]
    if (!current) return []
    const changes = withStatus(readPolicyChanges(withoutOwnMasks(sent, current)), current)
    requireVisible(principal, changes, current)
    const edit = mergeRecordEdit({ schema: Policy, current, changes, baseVersion, secrets: policyNumbers })
    return [{ ...name, current, edit, edited: Object.keys(edit), values: { ...current, ...edit } }]
  })
  const changed = merged.filter(({ edited }) => edited.length > 0)
  if (changed.length === 0) return locked
  await requireCarriers(
    db,
    changed.flatMap(({ edit }) => edit.carrier_id ?? []),
  )
  const restated = changed.filter(({ edited }) => edited.some((field) => statusFields.includes(field)))
  await storeStatuses(context, restated)
  for (const { edit, values, ...name } of changed) {
    if (edit.document_ids) await storeDocuments(db, name, values.document_ids)
  }
  // A status with its date and reason is one value: an edit of one of them conflicts with an edit of another.
  const fieldsOf = (edit: (typeof changed)[number]) =>
    restated.includes(edit) ? [...new Set([...edit.edited, ...statusFields])] : edit.edited
  await storePolicies(
    context,
    changed.map((edit) => ({ values: edit.values, fields: fieldsOf(edit) })),
  )
  await record(
    context,
    'policy.changed',
    changed.map(({ id, clientId, edited }) => ({ id, clientId, fields: edited })),
  )
  return readNamed(context, edits)
}

/** Stores locked policies with these values as their next versions. */
export const storePolicies = (
  { db, cipher }: Omit<Within, 'principal'>,
  edits: readonly { values: LockedPolicy; fields: readonly string[] }[],
): Promise<void> =>
  updatePolicies(
    db,
    edits.map(({ values: policy, fields }) => {
      const { id, client_id, carrier_name, history, created_at, updated_at, version, ...others } = policy
      const { field_versions: _versions, ...values } = others
      return { row: { id, client_id, ...toRow(id, values, cipher) }, version, fields }
    }),
  )

/** An edit that brings another status, with the date and the reason of that one. */
function withStatus(changes: PolicyChanges, current: Policy): PolicyChanges {
  if (changes.status === undefined || changes.status === current.status) return changes
  const today = new Date().toISOString().slice(0, 10)
  const status_date = today < current.status_date ? current.status_date : today
  return { status_date, status_reason: null, ...changes }
}

async function storeStatuses(
  context: Within,
  edits: readonly { current: Policy; values: PolicyValues }[],
): Promise<void> {
  const { db, cipher, principal } = context
  const added = []
  for (const { current, values } of edits) {
    const [present, former] = current.history
    const isNew = values.status !== current.status
    const before = isNew ? present : former
    if (before && values.status_date < before.date) {
      const message = `must not be before ${writtenDate(before.date)}, when the policy became ${before.status}`
      throw new InvalidInput([{ field: 'status_date', message }])
    }
    if (isNew || !present) added.push(statusRow(context, current.id, values))
    else {
      const encrypted_reason = encryptText(cipher, reasonContext(present.id), values.status_reason)
      await updateStatus(db, present.id, { date: values.status_date, encrypted_reason, recorded_by: principal.adminId })
    }
  }
  await insertStatuses(db, added)
}
