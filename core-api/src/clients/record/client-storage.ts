import {
  type ClientFieldName,
  clientFields,
  type EncryptionPurpose,
  type FieldDescription,
} from '@agency/contract/client-fields'
import { type ListedFieldName, listedFields } from '@agency/contract/client-list-columns'
import type { ClientFieldValues, ClientRecord } from '@agency/contract/clients'
import type { Insertable } from 'kysely'
import type { ClientsTable } from '../../platform/database/schema/client-tables.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { matchKeysOf } from '../list/duplicate-keys.ts'
import { storedInputs } from '../list/field-keys.ts'
import { searchValuesOf } from '../list/search-values.ts'
import type { ClientRow } from './client-repository.ts'

const columnFields = listedFields.map(({ name }) => name)

/** The encrypted columns. `profile` holds every field that has neither a column nor an encryption purpose. */
const purposes = ['identity', 'payment', 'logins', 'family', 'profile'] as const satisfies (
  | EncryptionPurpose
  | 'profile'
)[]
type Purpose = (typeof purposes)[number]
const columns: ReadonlySet<string> = new Set(columnFields)

type Values = Partial<Record<ClientFieldName, string | number | null>>
type Row = ClientRow

const namesOf = (belongs: (field: FieldDescription) => boolean): ClientFieldName[] =>
  clientFields.filter(belongs).map((field) => field.name)

const purposeOf = ({ name, encrypted }: FieldDescription): Purpose | undefined =>
  encrypted ?? (columns.has(name) ? undefined : 'profile')
const fieldsOf = new Map(purposes.map((purpose) => [purpose, namesOf((field) => purposeOf(field) === purpose)]))

/** In place of the JSON of a profile that is encrypted. */
const noPlainProfile = 'null'

export function toRow(
  id: string,
  values: ClientFieldValues,
  cipher: FieldCipher,
  version = 1,
): Omit<Insertable<ClientsTable>, 'owner_id' | 'team_id' | 'archived_at' | 'version' | 'created_at' | 'updated_at'> {
  const encrypted = (purpose: Purpose) => {
    const given = present(values, fieldsOf.get(purpose) ?? [])
    return Object.keys(given).length === 0 ? null : encryptValues(cipher, id, purpose, given)
  }
  return {
    id,
    ...columnValues(values),
    profile: noPlainProfile,
    encrypted_profile: encrypted('profile'),
    encrypted_identity: encrypted('identity'),
    encrypted_payment: encrypted('payment'),
    encrypted_logins: encrypted('logins'),
    encrypted_family: encrypted('family'),
    ...searchKeysOf(values, cipher, version),
  }
}

/** The columns by which encrypted values of a version of a record are found, and other records of the same person. */
export function searchKeysOf(values: Values, cipher: FieldCipher, version: number) {
  return {
    search_keys: searchValuesOf(values).map((value) => cipher.searchKey(value)),
    match_keys: matchKeysOf(values, (value) => cipher.searchKey(value)),
    field_keys: storedInputs(values).map((input) => cipher.searchKey(input)),
    search_key_id: cipher.newestKeyId,
    search_keys_version: version,
  }
}

function columnValues(values: ClientFieldValues): Pick<Insertable<ClientsTable>, ListedFieldName> {
  const listed = Object.fromEntries(columnFields.map((name) => [name, values[name]])) as Pick<Row, ListedFieldName>
  return { ...listed, status: statusOf(values.status) }
}

function statusOf(value: string | null): ClientsTable['status']['__insert__'] {
  return value === 'inactive' || value === 'unpaid' || value === 'cancelled' ? value : 'active'
}

function present(values: Values, names: ClientFieldName[]): Record<string, string | number> {
  const given: Record<string, string | number> = {}
  for (const name of names) {
    const value = values[name]
    if (value !== null && value !== undefined) given[name] = value
  }
  return given
}

const emptyRecord: Readonly<Record<string, unknown>> = Object.fromEntries(clientFields.map(({ name }) => [name, null]))

export function toRecord(row: Row, cipher: FieldCipher): ClientRecord {
  const { id, owner_id, team_id, archived_at, version, created_at, updated_at } = row
  const own = { id, owner_id, team_id, archived_at, version, created_at, updated_at }
  const record: Record<string, unknown> = { ...emptyRecord, ...own }
  for (const stored of decryptAll(row, cipher)) {
    // Only the stored values, which are few of all fields; those of former fields are ignored.
    for (const name of Object.keys(stored)) if (name in emptyRecord) record[name] = stored[name]
  }
  for (const name of columnFields) record[name] = row[name]
  return record as unknown as ClientRecord
}

type Stored = Record<string, string | number>

function encryptValues(cipher: FieldCipher, id: string, purpose: Purpose, values: Stored): Buffer {
  return cipher.encrypt(JSON.stringify(values), { table: 'clients', id, purpose })
}

function decryptAll(row: Row, cipher: FieldCipher): Stored[] {
  return purposes.map((purpose) => {
    if (purpose === 'profile') return decryptProfile(row, cipher)
    const blob = row[`encrypted_${purpose}`]
    return blob === null ? {} : JSON.parse(cipher.decrypt(blob, { table: 'clients', id: row.id, purpose }))
  })
}

type ProfileColumns = Pick<Row, 'id' | 'profile' | 'encrypted_profile'>

/** The profile of a row of this release or of an earlier one. */
export function decryptProfile({ id, profile, encrypted_profile }: ProfileColumns, cipher: FieldCipher): Stored {
  if (encrypted_profile === null) return profile ?? {}
  return JSON.parse(cipher.decrypt(encrypted_profile, { table: 'clients', id, purpose: 'profile' }))
}

/** Encrypts the profile of a row that an earlier release wrote; null if it is empty. */
export function encryptProfile(row: ProfileColumns, cipher: FieldCipher): Buffer | null {
  const values = decryptProfile(row, cipher)
  return Object.keys(values).length === 0 ? null : encryptValues(cipher, row.id, 'profile', values)
}

export function emptyValues(): ClientFieldValues {
  const values: Record<string, unknown> = Object.fromEntries(clientFields.map(({ name }) => [name, null]))
  return { ...(values as unknown as ClientFieldValues), status: 'active' }
}
