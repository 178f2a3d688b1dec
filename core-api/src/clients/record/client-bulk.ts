import { type ClientFieldName, clientFields } from '@agency/contract/client-fields'
import type { ClientFieldValues, ClientRecord, ClientUpdate } from '@agency/contract/clients'
import { v7 as uuid } from 'uuid'
import { recordActs } from '../../platform/audit-trail/audit-service.ts'
import type { Database } from '../../platform/database/database.ts'
import { WrongState } from '../../platform/errors.ts'
import { keepAllChangedValues } from './changed-values.ts'
import { storeClientEdits } from './client-concurrency.ts'
import { type ClientChanges, filledIn, readChanges } from './client-input.ts'
import { requireVisible } from './client-masking.ts'
import { findClients, insertClients, listChangesSince, lockClients } from './client-repository.ts'
import { type ClientContext, endConsents, initialKeepers } from './client-service.ts'
import { emptyValues, toRecord, toRow } from './client-storage.ts'
import { recordContactChanges } from './contact-changes.ts'

export interface NewClient {
  id: string
  sent: ClientUpdate
  ownerId: string | undefined
}

type Reader = Pick<ClientContext, 'db' | 'cipher'>

/** Adds clients as `createClient`, by few statements and without a CVC. @throws InvalidInput */
export async function createClientsWithin(context: ClientContext, clients: readonly NewClient[]): Promise<void> {
  const { db, cipher, principal } = context
  const keepers = new Map<string | undefined, Awaited<ReturnType<typeof initialKeepers>>>()
  const made = []
  for (const { id, sent, ownerId } of clients) {
    const { cvc: _none, ...changes } = readChanges(sent)
    requireVisible(principal, changes, undefined)
    const kept = keepers.get(ownerId) ?? (await initialKeepers(db, principal, ownerId))
    keepers.set(ownerId, kept)
    made.push({ id, values: { ...emptyValues(), ...changes }, fields: filledIn(changes), kept })
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

export async function lockRecords({ db, cipher }: Reader, ids: string[]): Promise<Map<string, ClientRecord>> {
  const rows = ids.length === 0 ? [] : await lockClients(db, ids)
  return new Map(rows.map((row) => [row.id, toRecord(row, cipher)]))
}

/** The fields that were changed after these versions, by client. */
export async function fieldsChangedSince(
  db: Database,
  clients: readonly { id: string; version: number }[],
): Promise<Map<string, string[]>> {
  const since = new Map<string, string[]>()
  for (const { client_id: id, field } of await listChangesSince(db, clients)) {
    since.set(id, [...(since.get(id) ?? []), field])
  }
  return since
}

export interface LockedEdit {
  current: ClientRecord
  sent: ClientUpdate
}

/**
 * Edits as `changeClientWithin`, by few statements.
 * @returns the records, in this order
 * @throws WrongState if archived
 */
export function changeClientsWithin(context: ClientContext, edits: readonly LockedEdit[]): Promise<ClientRecord[]> {
  return storeEdits(
    context,
    edits.map(({ current, sent }) => {
      const { cvc: _none, ...changes } = readChanges(sent)
      requireVisible(context.principal, changes, current)
      return { current, changes: endConsents(changes, current) }
    }),
  )
}

export interface FormerFields {
  current: ClientRecord
  former: Partial<ClientFieldValues>
  version: number
  /** When the record was last changed before that; it is so again, unless it was edited since. */
  updatedAt: string | undefined
}

/** Former values of locked clients, but for fields changed since. @returns versions and those @throws WrongState */
export async function restoreFields(
  context: ClientContext,
  clients: readonly FormerFields[],
): Promise<{ version: number; kept: string[] }[]> {
  const edited = clients.filter(({ current, version }) => current.version !== version)
  const changed = await fieldsChangedSince(
    context.db,
    edited.map(({ current: { id }, version }) => ({ id, version })),
  )
  const restored: (Edit & { kept: string[] })[] = []
  for (const { current, former, version, updatedAt } of clients) {
    const since = changed.get(current.id) ?? []
    const changes = { ...former }
    for (const { name } of clientFields) if (since.includes(name)) delete changes[name]
    const kept = Object.keys(former).filter((name) => since.includes(name))
    restored.push({ current, changes, kept, updatedAt: current.version === version ? updatedAt : undefined })
  }
  const stored = await storeEdits(context, restored, { isRestored: true })
  return stored.map(({ version }, at) => ({ version, kept: restored[at]?.kept ?? [] }))
}

interface Edit {
  current: ClientRecord
  changes: ClientChanges
  /** When it counts as changed; now without it. */
  updatedAt?: string | undefined
}

async function storeEdits(
  { db, cipher, principal }: ClientContext,
  all: readonly Edit[],
  how = { isRestored: false },
): Promise<ClientRecord[]> {
  const edits = all.map(({ current, changes, updatedAt }) => {
    const fields = clientFields.map(({ name }): ClientFieldName => name)
    const edited = fields.filter((name) => changes[name] !== undefined && changes[name] !== current[name])
    return { current, changes, updatedAt, fields: edited, eventId: uuid() }
  })
  const changed = edits.filter(({ fields }) => fields.length > 0)
  // Archiving waits for the lock.
  if (changed.some(({ current }) => current.archived_at !== null)) throw new WrongState('This client is archived.')
  const present = await storeClientEdits({ db, cipher }, changed)
  await recordActs(
    db,
    changed.map(({ current, fields, eventId }) => ({
      ...{ principal, clientId: current.id, event: { id: eventId, action: 'client.changed', fields } },
    })),
  )
  const values = changed.map(({ current, fields, eventId }) => {
    const former = current
    return { eventId, former, present: present.get(current.id) ?? current, fields }
  })
  await keepAllChangedValues({ db, cipher }, values)
  for (const each of values) await recordContactChanges({ db, cipher, principal }, each.former, each.present, how)
  return all.map(({ current }) => present.get(current.id) ?? current)
}
