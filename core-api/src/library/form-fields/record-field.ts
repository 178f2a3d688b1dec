import type { FieldDescription } from '@agency/contract/client-fields'
import { maskValue } from '@agency/contract/client-mask'
import type { ClientRecord } from '@agency/contract/clients'
import { bindableFields, type FieldValues, type FormField, fullNameBinding } from '@agency/contract/form-fields'
import { formatPhone } from '@agency/contract/phone'
import { type BoundPolicyField, type PolicyBinding, policyBindings } from '@agency/contract/policy-proposals'

type RecordField = (typeof bindableFields)[number]

const byName: ReadonlyMap<string, RecordField> = new Map(bindableFields.map((field) => [field.name, field]))

/** The field of the client record that a form's field is bound to; the full name is no such field. */
export const recordFieldOf = ({ binding }: FormField): RecordField | undefined =>
  binding === null ? undefined : byName.get(binding)

const policyByName: ReadonlyMap<string, PolicyBinding> = new Map(policyBindings.map((bound) => [bound.name, bound]))

export const policyFieldOf = ({ binding }: FormField): PolicyBinding | undefined =>
  binding === null ? undefined : policyByName.get(binding)

/** What a document says of a policy: by field, the different texts. */
export type WrittenPolicy = Partial<Record<BoundPolicyField, string[]>>

/** @param values those of a signed document */
export function writtenPolicyIn(fields: readonly FormField[], values: FieldValues): WrittenPolicy {
  const written: WrittenPolicy = {}
  for (const field of fields) {
    const bound = policyFieldOf(field)
    const value = values[field.id]
    if (!bound || typeof value !== 'string' || value.trim() === '') continue
    written[bound.field] = [...new Set([...(written[bound.field] ?? []), value.trim()])]
  }
  return written
}

export function recordValueOf(field: FormField, record: ClientRecord): string | undefined {
  if (field.binding === fullNameBinding) {
    return [record.client_first_name, record.client_last_name].filter(Boolean).join(' ').trim() || undefined
  }
  const described = recordFieldOf(field)
  const value = described ? record[described.name] : null
  if (value === null || value === '') return undefined
  const text = String(value)
  const written = described?.kind === 'phone' ? formatPhone(text) : text
  // A field of ten cells has no room for the dashes.
  return field.comb || written.length > (field.max_length ?? written.length) ? text : written
}

/** An encrypted value as its client sees it, also where staff see it whole. */
export const maskedFor = ({ mask }: Pick<FieldDescription, 'mask'>, value: string): string =>
  maskValue(value, mask ?? 'hidden')
