import type { ClientFieldName } from '@agency/contract/client-fields'
import type { ClientKeepers, ClientRecord } from '@agency/contract/clients'
import { requireKnownVersion, requireNoConflict } from '../../platform/concurrency/edit-conflict.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import type { Principal } from '../../platform/http/principals.ts'
import type { ClientChanges } from './client-input.ts'
import { maskInConflict } from './client-masking.ts'
import { digestsSince, insertClientChanges, updateClient, updateClients, updateKeepers } from './client-repository.ts'
import { toRecord, toRow } from './client-storage.ts'

export interface ClientEdit {
  db: Database
  cipher: FieldCipher
  current: ClientRecord
  changes: ClientChanges
}

/** A value sent back as at `baseVersion` is no edit. @throws EditConflict; WrongState for no such version */
export async function mergeClientEdit(
  { db, cipher, principal, current, changes }: ClientEdit & { principal: Principal },
  baseVersion: number,
): Promise<ClientFieldName[]> {
  requireKnownVersion(baseVersion, current.version)
  const isStale = baseVersion < current.version
  const digests = isStale ? await digestsSince(db, current.id, baseVersion) : new Map<string, Buffer>()
  const sides = {
    names: Object.keys(changes) as ClientFieldName[],
    agrees: (name: ClientFieldName) => changes[name] === current[name],
    isUntouched: (name: ClientFieldName) => {
      const digest = digests.get(name)
      return digest !== undefined && cipher.isDigestOf(digest, digested(current.id, name, changes[name] ?? null))
    },
    isUnchanged: (name: ClientFieldName) => !digests.has(name),
  }
  return requireNoConflict(sides, () => maskInConflict(principal, current))
}

/** Stores these fields as the next version, and digests of their former values. Every change of a record goes here. */
export async function storeClientEdit(
  { db, cipher, current, changes }: ClientEdit,
  fields: ClientFieldName[],
): Promise<ClientRecord> {
  const version = current.version + 1
  const edited = Object.fromEntries(fields.map((field) => [field, changes[field] ?? null]))
  const row = toRow(current.id, { ...current, ...edited }, cipher, version)
  const updated = await updateClient(db, { ...row, ...cvcStoredAt(changes, fields) }, version)
  await insertClientChanges(db, previousDigests(cipher, current, fields))
  return toRecord(updated, cipher)
}

/** The same for edits of different clients, by few statements. Without a CVC. @returns the records by id */
export async function storeClientEdits(
  { db, cipher }: Pick<ClientEdit, 'db' | 'cipher'>,
  edits: readonly (Pick<ClientEdit, 'current' | 'changes'> & {
    fields: ClientFieldName[]
    updatedAt?: string | undefined
  })[],
): Promise<Map<string, ClientRecord>> {
  const rows = edits.map(({ current, changes, fields, updatedAt }) => {
    const version = current.version + 1
    const edited = Object.fromEntries(fields.map((field) => [field, changes[field] ?? null]))
    const row = { ...toRow(current.id, { ...current, ...edited }, cipher, version), version }
    return updatedAt === undefined ? row : { ...row, updated_at: updatedAt }
  })
  const updated = await updateClients(db, rows)
  const previous = edits.flatMap(({ current, fields }) => previousDigests(cipher, current, fields))
  await insertClientChanges(db, previous)
  return new Map(updated.map((row) => [row.id, toRecord(row, cipher)]))
}

const previousDigests = (cipher: FieldCipher, current: ClientRecord, fields: ClientFieldName[]) =>
  fields.map((field) => ({
    client_id: current.id,
    version: current.version + 1,
    field,
    previous_digest: cipher.digest(digested(current.id, field, current[field])),
  }))

export interface KeptClient {
  id: string
  owner_id: string | null
  team_id: string | null
}

export const keeperChanges = (client: KeptClient, to: ClientKeepers): (keyof ClientKeepers)[] =>
  (['owner_id', 'team_id'] as const).filter((name) => to[name] !== undefined && to[name] !== client[name])

export async function storeKeepers(
  { db, cipher }: Pick<ClientEdit, 'db' | 'cipher'>,
  former: readonly KeptClient[],
  to: ClientKeepers,
): Promise<void> {
  const updated = await updateKeepers(
    db,
    former.map(({ id }) => id),
    to,
  )
  const versions = new Map(updated.map(({ id, version }) => [id, version]))
  const changes = former.flatMap((client) =>
    keeperChanges(client, to).map((field) => ({
      client_id: client.id,
      version: versions.get(client.id) ?? 0,
      field,
      previous_digest: cipher.digest(digested(client.id, field, client[field])),
    })),
  )
  await insertClientChanges(db, changes)
}

/** When a CVC was stored, if this change sets or clears it: its retention starts then. */
export function cvcStoredAt({ cvc }: ClientChanges, fields: string[]): { cvc_stored_at?: string | null } {
  return fields.includes('cvc') ? { cvc_stored_at: cvc ? new Date().toISOString() : null } : {}
}

/** The input of a value's digest. Equal values of other clients or fields get different digests. */
const digested = (id: string, field: string, value: string | number | null): string =>
  JSON.stringify([id, field, value])
