import type { ClientFieldName } from '@agency/contract/client-fields'
import type { ClientRecord } from '@agency/contract/clients'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { EditConflict } from '../../platform/errors.ts'
import type { Principal } from '../../platform/http/principals.ts'
import { type ClientChanges, differingFields } from './client-input.ts'
import { maskRecord } from './client-masking.ts'
import { digestsSince, insertClientChanges, updateClient } from './client-repository.ts'
import { toRecord, toRow } from './client-storage.ts'

export interface ClientEdit {
  /** The transaction that has the row locked. */
  db: Database
  cipher: FieldCipher
  /** The record as it is stored now. */
  current: ClientRecord
  changes: ClientChanges
}

/**
 * The fields the person really edited: those that differ from what is stored, less those they sent back as seen.
 * @param seen the version the edit started from
 * @throws EditConflict when someone else changed the same fields since
 */
export async function editedFields(
  { db, cipher, principal, current, changes }: ClientEdit & { principal: Principal },
  seen: number,
): Promise<ClientFieldName[]> {
  const differing = differingFields(current, changes)
  if (seen >= current.version) return differing
  const digests = await digestsSince(db, current.id, seen)
  const touched = differing.filter((field) => {
    const before = digests.get(field)
    return !before || !cipher.isDigestOf(before, digested(current.id, field, changes[field] ?? null))
  })
  const conflicting = touched.filter((field) => digests.has(field))
  if (conflicting.length > 0) throw new EditConflict(conflicting, maskRecord(principal, current))
  return touched
}

/** Stores these fields of an edit as the next version, and what they were before: every change of a record goes here. */
export async function storeEdit(
  { db, cipher, current, changes }: ClientEdit,
  fields: ClientFieldName[],
): Promise<ClientRecord> {
  const version = current.version + 1
  const edited = Object.fromEntries(fields.map((field) => [field, changes[field] ?? null]))
  const row = toRow(current.id, { ...current, ...edited }, cipher)
  const updated = await updateClient(db, { ...row, ...cvcStoredAt(changes, fields) }, version)
  const previous = fields.map((field) => ({
    client_id: current.id,
    version,
    field,
    previous_digest: cipher.digest(digested(current.id, field, current[field])),
  }))
  await insertClientChanges(db, previous)
  return toRecord(updated, cipher)
}

/** Since when a CVC is stored, when this change sets or clears it: from then its days are counted. */
export function cvcStoredAt({ cvc }: ClientChanges, fields: string[]): { cvc_stored_at?: string | null } {
  return fields.includes('cvc') ? { cvc_stored_at: cvc ? new Date().toISOString() : null } : {}
}

/** What is digested of a value: the same value of another client or field looks different. */
const digested = (id: string, field: string, value: string | number | null): string =>
  JSON.stringify([id, field, value])
