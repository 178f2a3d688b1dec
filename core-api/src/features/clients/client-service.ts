import { clientFields } from '@agency/contract/client-fields'
import type { ClientProjection, ClientRecord, ClientUpdate } from '@agency/contract/clients'
import type { Language } from '@agency/contract/esign'
import { v7 as uuid } from 'uuid'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { EditConflict, InvalidInput, NotFound } from '../../platform/errors.ts'
import type { Principal } from '../../platform/http/principals.ts'
import { createOncePerKey, type Idempotent } from '../../platform/idempotency/idempotency-key.ts'
import { nameOfAdmin } from '../admins/admin-service.ts'
import { recordUnlessArchived } from '../archived-records/record-unless-archived.ts'
import { recordEvent, recordOnClients } from '../audit/audit-service.ts'
import { cvcStoredAt, mergeClientEdit, storeClientEdit, storeOwner } from './client-concurrency.ts'
import { type ClientChanges, readChanges } from './client-input.ts'
import { maskRecord } from './client-masking.ts'
import {
  digestsSince,
  findClient,
  findContact,
  hasClient,
  insertClient,
  lockClient,
  lockPlainProfiles,
  storeEncryptedProfiles,
} from './client-repository.ts'
import { decryptProfile, emptyValues, encryptProfile, toRecord, toRow } from './client-storage.ts'

export interface ClientContext {
  db: Database
  cipher: FieldCipher
  principal: Principal
}

/** For writes: whether this deployment stores a card's CVC. */
export interface ClientWriteContext extends ClientContext {
  keepCvc: boolean
}

const encryptedFields = clientFields.filter((field) => field.encrypted).map((field) => field.name)

/** Whether the client exists. */
export function clientExists(db: Database, id: string): Promise<boolean> {
  return hasClient(db, id)
}

/** The names of a client. @throws NotFound */
export async function getClientNames(db: Database, id: string) {
  const row = await findContact(db, id)
  if (!row) throw new NotFound()
  const { client_first_name, client_last_name } = row
  return { client_first_name, client_last_name }
}

/** How to reach a client, and in which language. */
export interface Contact {
  firstName: string | null
  lastName: string | null
  /** Null also if the stored text is not one address. */
  email: string | null
  language: Language
}

const oneAddress = /^[^\s@<>(),;:"]+@[^\s@<>(),;:"]+$/

type Reader = Pick<ClientContext, 'db' | 'cipher'>

/** How to reach a client. @throws NotFound */
export async function getContact({ db, cipher }: Reader, id: string): Promise<Contact> {
  const row = await findContact(db, id)
  if (!row) throw new NotFound()
  const email = row.primary_email?.trim() ?? ''
  return {
    firstName: row.client_first_name,
    lastName: row.client_last_name,
    email: oneAddress.test(email) ? email : null,
    language: languageOfClient(row, cipher),
  }
}

/** The language of messages to a client: the preferred one of the record, else English. */
export function languageOfClient(row: Parameters<typeof decryptProfile>[0], cipher: FieldCipher): Language {
  return languages[preferredLanguage(row, cipher) ?? ''] ?? 'en'
}

function preferredLanguage(row: Parameters<typeof decryptProfile>[0], cipher: FieldCipher): string | null {
  const { pref_lang } = decryptProfile(row, cipher)
  return typeof pref_lang === 'string' ? pref_lang : null
}

/** The language that a client prefers, if its record has one that the product speaks. @throws NotFound */
export async function findPreferredLanguage({ db, cipher }: Reader, id: string): Promise<Language | undefined> {
  const row = await findContact(db, id)
  if (!row) throw new NotFound()
  return languages[preferredLanguage(row, cipher) ?? '']
}

/** The part of its own record that a client's session sees. @throws NotFound */
export async function getProjection({ db, cipher }: Reader, id: string): Promise<ClientProjection> {
  const row = await findContact(db, id)
  if (!row) throw new NotFound()
  const { client_first_name, client_last_name } = row
  return { id, client_first_name, client_last_name, pref_lang: preferredLanguage(row, cipher) }
}

const languages: Readonly<Record<string, Language>> = { English: 'en', Spanish: 'es', Portuguese: 'pt' }

/**
 * Encrypts some of the profiles that an earlier release stored, in the caller's transaction.
 * @returns how many
 */
export async function encryptSomeProfiles({ db, cipher }: Reader, limit: number): Promise<number> {
  const rows = await lockPlainProfiles(db, limit)
  const encrypted = rows.map((row) => ({ id: row.id, encrypted_profile: encryptProfile(row, cipher) }))
  if (encrypted.length > 0) await storeEncryptedProfiles(db, encrypted)
  return rows.length
}

/** The whole record for internal use. Callers that show any of it write that to the audit trail. @throws NotFound */
export async function readClient({ db, cipher }: Reader, id: string) {
  const row = await findClient(db, id)
  if (!row) throw new NotFound()
  return toRecord(row, cipher)
}

/** The record as the principal may see it. Writes the encrypted fields that have a value to the audit trail as opened. */
export async function openClient({ db, cipher, principal }: ClientContext, id: string): Promise<ClientRecord> {
  const record = await readClient({ db, cipher }, id)
  const fields = encryptedFields.filter((name) => record[name] !== null)
  await recordEvent(db, principal, { action: 'client.opened', clientId: id, subjectId: id, fields })
  return maskRecord(principal, record)
}

/** Writes to the audit trail that a search by the last four digits of the SSN has shown these clients. */
export async function recordFoundBySsn(
  { db, principal }: Pick<ClientContext, 'db' | 'principal'>,
  ids: string[],
): Promise<void> {
  await recordOnClients(db, principal, { action: 'client.found-by-ssn', fields: ['ssn'] }, ids)
}

export function createClient(context: ClientWriteContext & Idempotent, sent: ClientUpdate): Promise<ClientRecord> {
  const { cipher, principal } = context
  const changes = storable(context, readChanges(sent))
  const fields = Object.keys(changes)
  const id = uuid()
  return createOncePerKey(context, {
    ids: [id],
    make: async (db) => {
      const values = { ...emptyValues(), ...changes }
      // The admin who adds a client is its first owner.
      const owner_id = principal.kind === 'admin' ? principal.adminId : null
      await insertClient(db, { ...toRow(id, values, cipher), ...cvcStoredAt(changes, fields), owner_id })
      await recordEvent(db, principal, { action: 'client.created', clientId: id, subjectId: id, fields })
    },
    read: async (db, [made = id]) => maskRecord(context.principal, await readClient({ db, cipher }, made)),
  })
}

/**
 * Stores an edit of a client record. Edits of different fields merge.
 * @param baseVersion the version of `If-Match`; without it the edit applies to what is stored now
 * @throws EditConflict when somebody else has changed the same fields since
 */
export function changeClient(
  context: ClientWriteContext,
  id: string,
  sent: ClientUpdate,
  baseVersion: number | undefined,
): Promise<ClientRecord> {
  return context.db.transaction().execute((trx) => changeClientWithin({ ...context, db: trx }, id, sent, baseVersion))
}

/** As `changeClient`, in the caller's transaction. */
export async function changeClientWithin(
  context: ClientWriteContext,
  id: string,
  sent: ClientUpdate,
  baseVersion: number | undefined,
): Promise<ClientRecord> {
  const { db, cipher, principal } = context
  const changes = storable(context, readChanges(sent))
  const row = await lockClient(db, id)
  if (!row) throw new NotFound()
  const current = toRecord(row, cipher)
  const edit = { db, cipher, principal, current, changes }
  const edited = await mergeClientEdit(edit, baseVersion ?? current.version)
  if (edited.length === 0) return maskRecord(principal, current)
  const updated = await storeClientEdit(edit, edited)
  await recordUnlessArchived(db, principal, { action: 'client.changed', clientId: id, subjectId: id, fields: edited })
  return maskRecord(principal, updated)
}

/**
 * Sets the owner of a client: the admin who looks after it.
 * @param ownerId null for nobody
 * @param baseVersion the version of `If-Match`; without it the change applies to what is stored now
 * @throws InvalidInput for an unknown admin; EditConflict when somebody else has changed the owner since that version
 */
export function changeOwner(
  { db, cipher, principal }: ClientContext,
  id: string,
  ownerId: string | null,
  baseVersion: number | undefined,
): Promise<ClientRecord> {
  return db.transaction().execute(async (trx) => {
    if (ownerId !== null && (await nameOfAdmin(trx, ownerId)) === undefined) {
      throw new InvalidInput([{ field: 'owner_id', message: 'must be the id of an admin' }])
    }
    const row = await lockClient(trx, id)
    if (!row) throw new NotFound()
    const current = toRecord(row, cipher)
    if (current.owner_id === ownerId) return maskRecord(principal, current)
    const since = baseVersion === undefined ? new Map() : await digestsSince(trx, id, baseVersion)
    if (since.has('owner_id')) throw new EditConflict(['owner_id'], maskRecord(principal, current))
    const updated = await storeOwner({ db: trx, cipher, current }, ownerId)
    await recordUnlessArchived(trx, principal, {
      action: 'client.changed',
      clientId: id,
      subjectId: id,
      fields: ['owner_id'],
    })
    return maskRecord(principal, updated)
  })
}

/** Drops the CVC if this deployment stores none. */
function storable({ keepCvc }: ClientWriteContext, changes: ClientChanges): ClientChanges {
  return keepCvc || changes.cvc === undefined ? changes : { ...changes, cvc: null }
}
