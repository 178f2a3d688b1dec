import { type ClientFieldName, clientFields, type FieldDescription, type SealPurpose } from 'contract/client-fields'
import type { ClientFieldValues, ClientRecord } from 'contract/clients'
import type { Insertable, Selectable } from 'kysely'
import type { ClientsTable } from '../../database/schema.ts'
import type { Sealer } from '../../sealing/sealer.ts'

/** Fields with a column of their own: those that lists sort, filter or show. */
const columnFields = [
  'client_first_name',
  'client_last_name',
  'dob',
  'next_f_u_date',
  'current_health_plan_name',
  'status',
  'primary_email',
  'primary_phone',
] as const satisfies ClientFieldName[]

const sealedPurposes = ['identity', 'payment', 'logins', 'family'] as const satisfies SealPurpose[]
const columns: ReadonlySet<string> = new Set(columnFields)

type Values = Partial<Record<ClientFieldName, string | number | null>>
type Row = Selectable<ClientsTable>

const namesOf = (belongs: (field: FieldDescription) => boolean): ClientFieldName[] =>
  clientFields.filter(belongs).map((field) => field.name)

const profileFields = namesOf((field) => !field.sealed && !columns.has(field.name))
const fieldsSealedFor = new Map(
  sealedPurposes.map((purpose) => [purpose, namesOf((field) => field.sealed === purpose)]),
)

/** Takes what is stored apart into columns, profile and sealed blobs; empty values are left out. */
export function toRow(
  id: string,
  values: ClientFieldValues,
  sealer: Sealer,
): Omit<Insertable<ClientsTable>, 'version' | 'created_at' | 'updated_at'> {
  const sealed = (purpose: SealPurpose) => {
    const given = present(values, fieldsSealedFor.get(purpose) ?? [])
    if (Object.keys(given).length === 0) return null
    return sealer.seal(JSON.stringify(given), { table: 'clients', id, purpose })
  }
  return {
    id,
    client_first_name: values.client_first_name,
    client_last_name: values.client_last_name,
    dob: values.dob,
    next_f_u_date: values.next_f_u_date,
    current_health_plan_name: values.current_health_plan_name,
    status: statusOf(values.status),
    primary_email: values.primary_email,
    primary_phone: values.primary_phone,
    profile: JSON.stringify(present(values, profileFields)),
    sealed_identity: sealed('identity'),
    sealed_payment: sealed('payment'),
    sealed_logins: sealed('logins'),
    sealed_family: sealed('family'),
  }
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

/** Every field of a record, with nothing in it. */
const emptyRecord: Readonly<Record<string, unknown>> = Object.fromEntries(clientFields.map(({ name }) => [name, null]))

/** Puts a stored row together again, sealed values opened. */
export function toRecord(row: Row, sealer: Sealer): ClientRecord {
  const { id, version, created_at, updated_at, profile } = row
  const record: Record<string, unknown> = { ...emptyRecord, id, version, created_at, updated_at }
  for (const stored of [profile, ...openAll(row, sealer)]) {
    // Only what is there, which is a fraction of the fields; and of that, what is a field still.
    for (const name of Object.keys(stored)) if (name in emptyRecord) record[name] = stored[name]
  }
  for (const name of columnFields) record[name] = row[name]
  return record as unknown as ClientRecord
}

function openAll(row: Row, sealer: Sealer): Record<string, string | number>[] {
  return sealedPurposes.map((purpose) => {
    const blob = row[`sealed_${purpose}`]
    return blob === null ? {} : JSON.parse(sealer.open(blob, { table: 'clients', id: row.id, purpose }))
  })
}

/** The values of a client of whom nothing is known yet. */
export function emptyValues(): ClientFieldValues {
  const values: Record<string, unknown> = Object.fromEntries(clientFields.map(({ name }) => [name, null]))
  return { ...(values as unknown as ClientFieldValues), status: 'active' }
}
