import { type ClientFieldName, clientFields } from '@agency/contract/client-fields'
import type { MergeClients, Merged } from '@agency/contract/client-merges'
import type { ClientRecord } from '@agency/contract/clients'
import { dialledPhone } from '@agency/contract/phone'
import { consentFields, textNumbers } from '@agency/contract/texts'
import { v7 as uuid } from 'uuid'
import { refuseArchivedRow } from '../../platform/access/require-subject.ts'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { EditedSince, NotFound } from '../../platform/errors.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { createOncePerKey, type Idempotent } from '../../platform/idempotency/idempotency-key.ts'
import { keepChangedValues } from '../record/changed-values.ts'
import { fieldsChangedSince } from '../record/client-bulk.ts'
import { storeClientEdit } from '../record/client-concurrency.ts'
import type { ClientChanges } from '../record/client-input.ts'
import { type ClientRow, lockClients, updateApart } from '../record/client-repository.ts'
import type { ClientContext } from '../record/client-service.ts'
import { toRecord } from '../record/client-storage.ts'
import { recordContactChanges } from '../record/contact-changes.ts'
import { requireOther } from './duplicate-service.ts'
import { isSameContact } from './merge-comparison.ts'
import { insertMerge, lockSessionsOf, moveAll, storeCvcTime } from './merge-repository.ts'

export type MergeContext = Omit<ClientContext, 'principal'> & { principal: AdminPrincipal }
type Within = MergeContext & { db: Transaction }

export const formerContext = (id: string) => ({ table: 'client_merges', id, purpose: 'former' })
export const labelsOf = (fields: readonly string[]): string =>
  clientFields.flatMap(({ name, label }) => (fields.includes(name) ? [label] : [])).join(', ')

/** The other record stays, archived, for an undo. @throws NotFound; EditedSince; WrongState for an archived one */
export function mergeClients(
  { db, cipher, principal, call }: MergeContext & Idempotent,
  keptId: string,
  sent: MergeClients,
): Promise<Merged> {
  const id = uuid()
  return createOncePerKey(
    { db, call },
    {
      ids: [id],
      make: (trx) => mergeWithin({ db: trx, cipher, principal }, { id, keptId }, sent),
      read: async (_trx, [made = id]) => ({ id: made, client_id: keptId }),
    },
  )
}

export async function lockPair(
  db: Transaction,
  keptId: string,
  otherId: string,
): Promise<{ kept: ClientRow; other: ClientRow }> {
  const rows = await lockClients(db, [keptId, otherId])
  const [kept, other] = [keptId, otherId].map((id) => rows.find((row) => row.id === id))
  if (!kept || !other) throw new NotFound()
  return { kept, other }
}

async function mergeWithin(
  { db, cipher, principal }: Within,
  { id, keptId }: { id: string; keptId: string },
  { other_id: otherId, version, other_version, from_other }: MergeClients,
): Promise<void> {
  await requireOther(db, principal, [keptId, otherId])
  await lockSessionsOf(db, otherId)
  const rows = await lockPair(db, keptId, otherId)
  // Again: it may have been handed over before the lock.
  await requireOther(db, principal, [keptId, otherId])
  for (const row of [rows.kept, rows.other]) refuseArchivedRow(row)
  await requireVersion(db, rows.kept, version)
  await requireVersion(db, rows.other, other_version)
  const [kept, other] = [toRecord(rows.kept, cipher), toRecord(rows.other, cipher)]
  const chosen = Object.fromEntries(takenFields(kept, other, from_other).map((name) => [name, other[name]]))
  const changes: ClientChanges = { ...chosen, ...besides(kept, other, chosen) }
  const taken = clientFields.flatMap(({ name }) => (name in changes ? [name] : []))
  // The events lock both chains: what others add to the other record is moved, or refused since it is archived.
  const event = { id: uuid(), action: 'client.merged' as const, clientId: keptId, subjectId: keptId }
  await recordOnPair({ db, principal }, [
    { ...event, fields: taken, detail: `took over client ${otherId}` },
    { ...event, id: uuid(), clientId: otherId, subjectId: otherId, detail: `into client ${keptId}` },
  ])
  const moved = await moveAll(db, otherId, keptId)
  const updated = await storeClientEdit({ db, cipher, current: kept, changes }, taken)
  if (taken.includes('cvc')) await storeCvcTime(db, keptId, rows.other.cvc_stored_at)
  await keepChangedValues({ db, cipher }, event.id, { former: kept, present: updated, fields: taken })
  await recordContactChanges({ db, cipher, principal }, kept, updated)
  if (moved.sessions?.length) await recordContactChanges({ db, cipher, principal }, reachedAs(other, updated), updated)
  await updateApart(db, otherId, { archived_at: new Date().toISOString(), merged_into: keptId })
  const former = encryptFormer(cipher, id, kept, taken)
  const ids = { id, kept_id: keptId, merged_id: otherId, merged_by: principal.adminId }
  await insertMerge(db, {
    ...ids,
    kept_version: updated.version,
    encrypted_former: former,
    moved: JSON.stringify(moved),
  })
}

type Event = Parameters<typeof recordEvent>[2]

/** Records an event of each of two clients, in the order in which other transactions lock several chains. */
export async function recordOnPair(
  { db, principal }: Pick<Within, 'db' | 'principal'>,
  events: [Event, Event],
): Promise<void> {
  const inOrder = events.toSorted((one, two) => ((one.clientId ?? '') < (two.clientId ?? '') ? -1 : 1))
  for (const event of inOrder) await recordEvent(db, principal, event)
}

async function requireVersion(db: Transaction, { id, version }: ClientRow, compared: number): Promise<void> {
  if (version === compared) return
  const since = await fieldsChangedSince(db, [{ id, version: compared }])
  const fields = since.get(id) ?? []
  const named = labelsOf(fields)
  const what = named === '' ? 'One of these records was changed' : `One of these records was changed (${named})`
  throw new EditedSince(`${what} since you compared them. Compare them again, then merge.`, fields)
}

/** Consent to texts is given for one number, and comes with it. */
const phoneOf = new Map<ClientFieldName, (typeof textNumbers)[number]>(
  textNumbers.flatMap((phone) => consentFields[phone].map((field) => [field, phone] as const)),
)

function takenFields(kept: ClientRecord, other: ClientRecord, chosen: readonly ClientFieldName[]): ClientFieldName[] {
  const isTaken = (name: ClientFieldName): boolean => {
    const phone = phoneOf.get(name)
    const isOfOneNumber = phone === undefined || dialledPhone(kept[phone] ?? '') === dialledPhone(other[phone] ?? '')
    return chosen.includes(isOfOneNumber ? name : phone)
  }
  return clientFields.flatMap(({ name }) => (isTaken(name) && kept[name] !== other[name] ? [name] : []))
}

const contacts = [
  { kind: 'phone', first: 'primary_phone', second: 'secondary_phone' },
  { kind: 'email', first: 'primary_email', second: 'secondary_email' },
] as const

/** A first number or address that was not chosen takes the second place where that is free; consent comes with it. */
function besides(kept: ClientRecord, other: ClientRecord, chosen: ClientChanges): ClientChanges {
  const merged = { ...kept, ...chosen }
  const moved = contacts.flatMap(({ kind, first, second }) => {
    const left = chosen[first] === undefined ? other : kept
    const isLost = merged[first] !== null && left[first] !== null && !isSameContact(kind, merged[first], left[first])
    if (!isLost || merged[second] !== null) return []
    const consents = kind === 'phone' ? consentFields.secondary_phone : []
    return [
      [second, left[first]] as const,
      ...consents.map((field, at) => [field, left[consentFields.primary_phone[at] ?? field]] as const),
    ]
  })
  return Object.fromEntries(moved.filter(([name, value]) => value !== kept[name]))
}

/** The record of whom the moved sessions reached, as a former one of the kept client; where it had no address, nothing changes. */
const reachedAs = (other: ClientRecord, { id, primary_email, primary_phone }: ClientRecord): ClientRecord => ({
  ...other,
  id,
  primary_email: other.primary_email ?? primary_email,
  primary_phone: other.primary_phone ?? primary_phone,
})

/** What the merge replaces. A CVC is not kept a second time: its retention ends with the record. */
function encryptFormer(cipher: FieldCipher, id: string, kept: ClientRecord, fields: ClientFieldName[]): Buffer {
  const values = fields.map((name) => [name, name === 'cvc' ? null : kept[name]])
  return cipher.encrypt(JSON.stringify(Object.fromEntries(values)), formerContext(id))
}
