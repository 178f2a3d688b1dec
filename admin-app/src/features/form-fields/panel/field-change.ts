import type { FormField } from '@agency/contract/form-fields'
import { newField } from '../field-kinds'
import type { Binding } from './field-bindings'

export type FieldChange = Partial<Omit<FormField, 'id' | 'kind'>>

/**
 * What changes when a field is bound to something of the record, or to nothing. A label that nobody has thought about
 * follows; what nobody fills in is the client's to fill in.
 */
export function boundTo(field: FormField, binding: Binding | null): FieldChange {
  const unbound = newField(field.kind)
  if (binding === null) return { binding: null, editable: unbound.editable }
  return {
    binding: binding.name,
    editable: field.binding === null ? true : field.editable,
    ...(field.label === unbound.label ? { label: binding.label } : {}),
  }
}

/** What is wrong with fields before they are sent: `fields.2.label`, as the server names it, and why. */
export const faultsOf = (fields: readonly FormField[]): { readonly field: string; readonly message: string }[] =>
  fields.flatMap(({ label }, index) =>
    label.trim() === '' ? [{ field: `fields.${index}.label`, message: 'Say what the client is asked for.' }] : [],
  )
