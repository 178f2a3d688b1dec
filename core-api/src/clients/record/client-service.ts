import type { ClientKeepers, ClientProjection, ClientRecord, ClientUpdate, ClientValue } from '@agency/contract/clients'
import type { Language } from '@agency/contract/esign'
import type { MessageChannel } from '@agency/contract/messages'
import { languageOf } from '@agency/contract/page-language'
import { dialledPhone } from '@agency/contract/phone'
import type { RevealedValues, RevealFields } from '@agency/contract/reveals'
import { consentFields, type TextsStopped, textNumbers } from '@agency/contract/texts'
import { v7 as uuid } from 'uuid'
import { recordUnlessArchived } from '../../platform/access/record-unless-archived.ts'
import { requireInScope } from '../../platform/access/require-subject.ts'
import { recordEvent, recordOnClients } from '../../platform/audit-trail/audit-service.ts'
import { requireKnownVersion } from '../../platform/concurrency/edit-conflict.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { EditConflict, NotFound } from '../../platform/errors.ts'
import type { Principal } from '../../platform/http/principals.ts'
import { createOncePerKey, type Idempotent } from '../../platform/idempotency/idempotency-key.ts'
import { findTextsStopped } from '../../platform/outbox/text-opt-outs.ts'
import { teamsOf } from '../../staff/teams/team-service.ts'
import { keepChangedValues } from './changed-values.ts'
import { addressesOf, languageNamed } from './client-addresses.ts'
import { cvcStoredAt, keeperChanges, mergeClientEdit, storeClientEdit, storeKeepers } from './client-concurrency.ts'
import { type ClientChanges, filledIn, readChanges } from './client-input.ts'
import { requireKeepers } from './client-keepers.ts'
import { maskInConflict, maskRecord, requireVisible, withoutOwnMasks } from './client-masking.ts'
import {
  digestsSince,
  findClient,
  findContact,
  findTags,
  hasClient,
  insertClients,
  lockClient,
  lockPlainProfiles,
  storeEncryptedProfiles,
} from './client-repository.ts'
import { decryptProfile, emptyValues, encryptProfile, toRecord, toRow } from './client-storage.ts'
import { recordContactChanges } from './contact-changes.ts'
import { answerRecord, recordReveal, requireReason } from './reveal-audit.ts'

export interface ClientContext {
  db: Database
  cipher: FieldCipher
  principal: Principal
}

/** For writes: whether this deployment stores a card's CVC. */
export interface ClientWriteContext extends ClientContext {
  keepCvc: boolean
}

export function clientExists(db: Database, id: string): Promise<boolean> {
  return hasClient(db, id)
}

/** @throws NotFound */
export async function getClientNames(db: Database, id: string) {
  const row = await findContact(db, id)
  if (!row) throw new NotFound()
  const { client_first_name, client_last_name } = row
  return { client_first_name, client_last_name }
}

export interface Contact {
  firstName: string | null
  lastName: string | null
  /** Null also if the stored text is not one address. */
  email: string | null
  /** E.164, such as +15550100147. Null also if the stored text is not one number, or the number gets no texts. */
  phone: string | null
  textsStopped: TextsStopped | undefined
  language: Language
}

export const addressFor = ({ email, phone }: Contact, channel: MessageChannel): string | null =>
  channel === 'email' ? email : phone

type Reader = Pick<ClientContext, 'db' | 'cipher'>

/**
 * @param spoken the language in which the client consented, for a record that names none
 * @throws NotFound
 */
export async function getContact({ db, cipher }: Reader, id: string, spoken: string | null = null): Promise<Contact> {
  const row = await findContact(db, id)
  if (!row) throw new NotFound()
  const { email, phone } = addressesOf(row)
  const textsStopped = await findTextsStopped(db, phone)
  return {
    firstName: row.client_first_name,
    lastName: row.client_last_name,
    email,
    phone: textsStopped ? null : phone,
    textsStopped,
    language: languageNamed(preferredLanguage(row, cipher)) ?? languageOf(spoken) ?? 'en',
  }
}

/** The postal address of a client, as it was typed. @throws NotFound */
export async function getPostalAddress({ db, cipher }: Reader, id: string): Promise<string | null> {
  const row = await findContact(db, id)
  if (!row) throw new NotFound()
  const { address } = decryptProfile(row, cipher)
  return typeof address === 'string' ? address : null
}

export function languageOfClient(row: Parameters<typeof decryptProfile>[0], cipher: FieldCipher): Language {
  return languageNamed(preferredLanguage(row, cipher)) ?? 'en'
}

function preferredLanguage(row: Parameters<typeof decryptProfile>[0], cipher: FieldCipher): string | null {
  const { pref_lang } = decryptProfile(row, cipher)
  return typeof pref_lang === 'string' ? pref_lang : null
}

/** @throws NotFound */
export async function findPreferredLanguage({ db, cipher }: Reader, id: string): Promise<Language | undefined> {
  const row = await findContact(db, id)
  if (!row) throw new NotFound()
  return languageNamed(preferredLanguage(row, cipher))
}

/** @throws NotFound */
export async function getProjection({ db, cipher }: Reader, id: string): Promise<ClientProjection> {
  const row = await findContact(db, id)
  if (!row) throw new NotFound()
  const { client_first_name, client_last_name } = row
  return { id, client_first_name, client_last_name, pref_lang: preferredLanguage(row, cipher) }
}

/** Encrypts some profiles in the caller's transaction. @returns how many */
export async function encryptSomeProfiles(
  { db, cipher }: Reader & { db: Transaction },
  limit: number,
): Promise<number> {
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

/** Audited before they are returned. @throws NotFound; InvalidInput without the required reason */
export async function revealFields(
  { db, cipher, principal }: ClientContext,
  id: string,
  fields: RevealFields['fields'],
): Promise<RevealedValues> {
  requireReason(principal)
  const record = await readClient({ db, cipher }, id)
  await recordReveal({ db, cipher, principal }, { action: 'client.field-shown', clientId: id, fields })
  return { values: Object.fromEntries(fields.map((name) => [name, textOf(record[name])])) }
}

const textOf = (value: ClientValue): string | null => (value === null ? null : String(value))

export async function recordFoundBySsn(
  { db, principal }: Pick<ClientContext, 'db' | 'principal'>,
  ids: string[],
): Promise<void> {
  await recordOnClients(db, principal, { action: 'client.found-by-ssn', fields: ['ssn'] }, ids)
}

export function createClient(context: ClientWriteContext & Idempotent, sent: ClientUpdate): Promise<ClientRecord> {
  const { cipher, principal } = context
  const changes = storable(context, readChanges(sent))
  requireVisible(principal, changes, undefined)
  const fields = filledIn(changes)
  const id = uuid()
  return createOncePerKey(context, {
    ids: [id],
    make: async (db) => {
      const values = { ...emptyValues(), ...changes }
      const row = { ...toRow(id, values, cipher), ...cvcStoredAt(changes, fields) }
      await insertClients(db, [{ ...row, ...(await initialKeepers(db, principal)) }])
      await recordEvent(db, principal, { action: 'client.created', clientId: id, subjectId: id, fields })
      await recordContactChanges({ db, cipher, principal }, undefined, { id, ...values })
    },
    read: async (db, [made = id], isRepeat) => {
      // A repeat may come after the client was handed over.
      await requireInScope(db, principal, { kind: 'client', id: made })
      const record = await readClient({ db, cipher }, made)
      return isRepeat ? answerRecord({ db, cipher, principal }, record) : maskRecord(principal, record)
    },
  })
}

/** The admin who adds a client is its first owner unless another is named, and their team its team, if they are in one. */
export async function initialKeepers(db: Database, principal: Principal, ownerId?: string): Promise<ClientKeepers> {
  if (principal.kind !== 'admin') return {}
  const owner_id = ownerId ?? principal.adminId
  const [team_id = null, ...others] = await teamsOf(db, owner_id)
  return { owner_id, team_id: others.length === 0 ? team_id : null }
}

/** Edits of different fields merge. @throws EditConflict */
export function changeClient(
  context: ClientWriteContext,
  id: string,
  sent: ClientUpdate,
  baseVersion: number | undefined,
): Promise<ClientRecord> {
  return context.db.transaction().execute(async (db) => {
    const within = { ...context, db }
    return answerRecord(within, await changeClientWithin(within, id, sent, baseVersion))
  })
}

/** As `changeClient`, in the caller's transaction. Gives the stored record, without masks. */
export async function changeClientWithin(
  context: ClientWriteContext & { db: Transaction },
  id: string,
  sent: ClientUpdate,
  baseVersion: number | undefined,
): Promise<ClientRecord> {
  const { db, cipher, principal } = context
  const row = await lockClient(db, id)
  if (!row) throw new NotFound()
  const current = toRecord(row, cipher)
  const changes = storable(context, readChanges(withoutOwnMasks(sent, current)))
  requireVisible(principal, changes, current)
  const edit = { db, cipher, principal, current, changes: endConsents(changes, current) }
  const edited = await mergeClientEdit(edit, baseVersion ?? current.version)
  if (edited.length === 0) return current
  const updated = await storeClientEdit(edit, edited)
  const event = { id: uuid(), action: 'client.changed' as const, clientId: id, subjectId: id, fields: edited }
  await recordUnlessArchived(db, principal, event)
  await keepChangedValues({ db, cipher }, event.id, { former: current, present: updated, fields: edited })
  await recordContactChanges({ db, cipher, principal }, current, updated)
  return updated
}

/** Consent to texts is given for one number: with another number in the record it ends, unless the edit brings a new one. */
export function endConsents(changes: ClientChanges, current: ClientRecord): ClientChanges {
  const ended = textNumbers.flatMap((name) => {
    const fields = consentFields[name]
    const typed = changes[name]
    if (typed === undefined || dialledPhone(typed ?? '') === dialledPhone(current[name] ?? '')) return []
    const isNew = fields.some((field) => (changes[field] ?? null) !== null && changes[field] !== current[field])
    return isNew ? [] : fields.filter((field) => current[field] !== null).map((field) => [field, null] as const)
  })
  return { ...changes, ...Object.fromEntries(ended) }
}

/** @throws InvalidInput for an owner or team; EditConflict */
export function changeKeepers(
  { db, cipher, principal }: ClientContext,
  id: string,
  to: ClientKeepers,
  baseVersion: number | undefined,
): Promise<ClientRecord> {
  return db.transaction().execute(async (trx) => {
    await requireKeepers(trx, to)
    const row = await lockClient(trx, id)
    if (!row) throw new NotFound()
    const current = toRecord(row, cipher)
    const context = { db: trx, cipher, principal }
    const fields = keeperChanges(current, to)
    if (fields.length === 0) return answerRecord(context, current)
    requireKnownVersion(baseVersion, current.version)
    const since = baseVersion === undefined ? new Map() : await digestsSince(trx, id, baseVersion)
    const conflicts = fields.filter((name) => since.has(name))
    if (conflicts.length > 0) throw new EditConflict(conflicts, maskInConflict(principal, current))
    await storeKeepers({ db: trx, cipher }, [current], to)
    await recordUnlessArchived(trx, principal, {
      action: 'client.changed',
      clientId: id,
      subjectId: id,
      fields,
    })
    return answerRecord(context, await readClient({ db: trx, cipher }, id))
  })
}

function storable({ keepCvc }: ClientWriteContext, changes: ClientChanges): ClientChanges {
  return keepCvc || changes.cvc === undefined ? changes : { ...changes, cvc: null }
}

/** The names of a client's tags, in their order. */
export const readTags = (db: Database, id: string): Promise<string[]> => findTags(db, id)
