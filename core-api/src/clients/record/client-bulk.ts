import type { ClientFieldName } from '@agency/contract/client-fields'
import type { ClientFieldValues, ClientRecord, ClientUpdate } from '@agency/contract/clients'
import { v7 as uuid } from 'uuid'
import { recordUnlessArchived } from '../../platform/access/record-unless-archived.ts'
import { recordActs } from '../../platform/audit-trail/audit-service.ts'
import type { Database } from '../../platform/database/database.ts'
import { NotFound } from '../../platform/errors.ts'
import { keepChangedValues } from './changed-values.ts'
import { storeClientEdit } from './client-concurrency.ts'
import { readChanges } from './client-input.ts'
import { requireVisible } from './client-masking.ts'
import { digestsSince, findClients, insertClients, lockClient, lockClients } from './client-repository.ts'
import { type ClientContext, initialKeepers } from './client-service.ts'
import { emptyValues, toRecord, toRow } from './client-storage.ts'
import { recordContactChanges } from './contact-changes.ts'

/** A client that is to be added. */
export interface NewClient {
  id: string
  sent: ClientUpdate
  /** Who looks after it, if not the principal. */
  ownerId: string | undefined
}

type Reader = Pick<ClientContext, 'db' | 'cipher'>

/**
 * Adds clients in the caller's transaction as `createClient` does, by few statements. Without a CVC.
 * @throws InvalidInput
 */
export async function createClientsWithin(context: ClientContext, clients: readonly NewClient[]): Promise<void> {
  const { db, cipher, principal } = context
  const keepers = new Map<string | undefined, Awaited<ReturnType<typeof initialKeepers>>>()
  const made = []
  for (const { id, sent, ownerId } of clients) {
    const { cvc: _none, ...changes } = readChanges(sent)
    requireVisible(principal, changes, undefined)
    const kept = keepers.get(ownerId) ?? (await initialKeepers(db, principal, ownerId))
    keepers.set(ownerId, kept)
    made.push({ id, values: { ...emptyValues(), ...changes }, fields: Object.keys(changes), kept })
  }
  await insertClients(
    db,
    made.map(({ id, values, kept }) => ({ ...toRow(id, values, cipher), ...kept })),
  )
  await recordActs(
    db,
    made.map(({ id, fields }) => ({ principal, clientId: id, event: { action: 'client.created', fields } })),
  )
  for (const { id, values } of made) await recordContactChanges(context, undefined, { id, ...values })
}

/** Records for internal use, by id. Callers that show any of it count and record that. */
export async function readRecords({ db, cipher }: Reader, ids: string[]): Promise<Map<string, ClientRecord>> {
  const rows = ids.length === 0 ? [] : await findClients(db, ids)
  return new Map(rows.map((row) => [row.id, toRecord(row, cipher)]))
}

/** The same, locked until the transaction ends. */
export async function lockRecords({ db, cipher }: Reader, ids: string[]): Promise<Map<string, ClientRecord>> {
  const rows = ids.length === 0 ? [] : await lockClients(db, ids)
  return new Map(rows.map((row) => [row.id, toRecord(row, cipher)]))
}

/** The fields of a client that were changed after a version. */
export const fieldsChangedSince = async (db: Database, id: string, version: number): Promise<string[]> => [
  ...(await digestsSince(db, id, version)).keys(),
]

/**
 * Gives fields the values that they had before a version, in the caller's transaction, but for those that were changed since.
 * @returns the client's version after that, and the fields that were changed since @throws NotFound; WrongState if archived
 */
export async function restoreFields(
  { db, cipher, principal }: ClientContext,
  id: string,
  { former, version }: { former: Partial<ClientFieldValues>; version: number },
): Promise<{ version: number; kept: string[] }> {
  const row = await lockClient(db, id)
  if (!row) throw new NotFound()
  const current = toRecord(row, cipher)
  const since = await digestsSince(db, id, version)
  const names = Object.keys(former) as ClientFieldName[]
  const kept = names.filter((name) => since.has(name))
  const restored = names.filter((name) => !since.has(name))
  if (restored.length === 0) return { version: current.version, kept }
  const updated = await storeClientEdit({ db, cipher, current, changes: former }, restored)
  const event = { id: uuid(), action: 'client.changed', clientId: id, subjectId: id, fields: restored }
  await recordUnlessArchived(db, principal, event)
  await keepChangedValues({ db, cipher }, event.id, { former: current, present: updated, fields: restored })
  await recordContactChanges({ db, cipher, principal }, current, updated)
  return { version: updated.version, kept }
}
