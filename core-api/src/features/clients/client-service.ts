import type { ClientFieldName } from 'contract/client-fields'
import { clientFields } from 'contract/client-fields'
import type { ClientRecord, ClientUpdate } from 'contract/clients'
import { v7 as uuid } from 'uuid'
import type { Database } from '../../database/database.ts'
import { EditConflict, NotFound } from '../../errors.ts'
import type { Principal } from '../../plugins/principals.ts'
import type { Sealer } from '../../sealing/sealer.ts'
import { recordEvent } from '../audit/audit-service.ts'
import { type ClientChanges, differingFields, readChanges } from './client-input.ts'
import {
  digestsSince,
  findClient,
  findClientProjection,
  insertClient,
  insertClientChanges,
  lockClient,
  updateClient,
} from './client-repository.ts'
import { emptyValues, toRecord, toRow } from './client-storage.ts'

export interface ClientContext {
  db: Database
  sealer: Sealer
  principal: Principal
}

/** For what writes a record: whether a card's CVC may be stored at all. */
export interface ClientWriteContext extends ClientContext {
  keepCvc: boolean
}

const sealedFields = clientFields.filter((field) => field.sealed).map((field) => field.name)

/** Whether there is such a client. */
export async function clientExists(db: Database, id: string): Promise<boolean> {
  return (await findClientProjection(db, id)) !== undefined
}

/** Gives the whole record, raw values included, and writes to the audit trail which of them were opened. */
export async function openClient({ db, sealer, principal }: ClientContext, id: string): Promise<ClientRecord> {
  const row = await findClient(db, id)
  if (!row) throw new NotFound()
  const record = toRecord(row, sealer)
  const fields = sealedFields.filter((name) => record[name] !== null)
  await recordEvent(db, principal, { action: 'client.opened', clientId: id, subjectId: id, fields })
  return record
}

export function createClient(context: ClientWriteContext, sent: ClientUpdate): Promise<ClientRecord> {
  const { db, sealer, principal } = context
  const changes = storable(context, readChanges(sent))
  const id = uuid()
  return db.transaction().execute(async (trx) => {
    const values = { ...emptyValues(), ...changes }
    const row = await insertClient(trx, { ...toRow(id, values, sealer), ...cvcStoredAt(changes, Object.keys(changes)) })
    const fields = Object.keys(changes)
    await recordEvent(trx, principal, { action: 'client.created', clientId: id, subjectId: id, fields })
    return toRecord(row, sealer)
  })
}

/**
 * Stores what a person changed since the version they saw. Edits of different fields merge.
 * @param seen the version the edit started from; without it the edit applies to what is stored now
 * @throws EditConflict when someone else changed the same fields since
 */
export function changeClient(
  context: ClientWriteContext,
  id: string,
  sent: ClientUpdate,
  seen: number | undefined,
): Promise<ClientRecord> {
  const { db, sealer, principal } = context
  const changes = storable(context, readChanges(sent))
  return db.transaction().execute(async (trx) => {
    const row = await lockClient(trx, id)
    if (!row) throw new NotFound()
    const current = toRecord(row, sealer)
    const edited = await editedFields({ db: trx, sealer, current, changes, seen: seen ?? current.version })
    if (edited.length === 0) return current
    const version = current.version + 1
    const next = { ...current, ...pick(changes, edited) }
    const updated = await updateClient(trx, { ...toRow(id, next, sealer), ...cvcStoredAt(changes, edited) }, version)
    await insertClientChanges(
      trx,
      edited.map((field) => ({
        client_id: id,
        version,
        field,
        previous_digest: digestOf(sealer, id, field, current[field]),
      })),
    )
    await recordEvent(trx, principal, { action: 'client.changed', clientId: id, subjectId: id, fields: edited })
    return toRecord(updated, sealer)
  })
}

/** A deployment may forbid storing a card's CVC at all. */
function storable({ keepCvc }: ClientWriteContext, changes: ClientChanges): ClientChanges {
  return keepCvc || changes.cvc === undefined ? changes : { ...changes, cvc: null }
}

/** Since when a CVC is stored, when this change sets or clears it: from then its days are counted. */
function cvcStoredAt({ cvc }: ClientChanges, edited: string[]): { cvc_stored_at?: string | null } {
  return edited.includes('cvc') ? { cvc_stored_at: cvc ? new Date().toISOString() : null } : {}
}

/** The fields the person really edited: those that differ from what is stored, less those they sent back as seen. */
async function editedFields(edit: {
  db: Database
  sealer: Sealer
  current: ClientRecord
  changes: ClientChanges
  seen: number
}): Promise<ClientFieldName[]> {
  const { db, sealer, current, changes, seen } = edit
  const differing = differingFields(current, changes)
  if (seen >= current.version) return differing
  const digests = await digestsSince(db, current.id, seen)
  const touched = differing.filter((field) => {
    const before = digests.get(field)
    return !before?.equals(digestOf(sealer, current.id, field, changes[field] ?? null))
  })
  const conflicting = touched.filter((field) => digests.has(field))
  if (conflicting.length > 0) throw new EditConflict(conflicting, current)
  return touched
}

function digestOf(sealer: Sealer, id: string, field: string, value: string | number | null): Buffer {
  return sealer.digest(JSON.stringify([id, field, value]))
}

function pick(changes: ClientChanges, fields: ClientFieldName[]): ClientChanges {
  return Object.fromEntries(fields.map((field) => [field, changes[field] ?? null]))
}
