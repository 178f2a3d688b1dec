import { FieldValues, type FilledField, type FormField } from '@agency/contract/form-fields'
import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { maskedFor, recordFieldOf } from './record-field.ts'

/** What stands in a document's fields, by their ids: filled in from the record, and written by the client over it. */
const FieldState = Type.Object({ filled: Type.Record(Type.String(), Type.String()), typed: FieldValues })
export type FieldState = Static<typeof FieldState>

/** What a document's values are bound to. */
const valuesContext = (formId: string) => ({ table: 'session_forms', id: formId, purpose: 'values' })

export const sealState = (cipher: FieldCipher, formId: string, state: FieldState): Buffer =>
  cipher.encrypt(JSON.stringify(state), valuesContext(formId))

export function openState(cipher: FieldCipher, formId: string, encrypted: Buffer | null): FieldState {
  if (!encrypted) return { filled: {}, typed: {} }
  return Value.Parse(FieldState, JSON.parse(cipher.decrypt(encrypted, valuesContext(formId))))
}

/** What stands in a field now; undefined when nothing. An emptied text is nothing. */
export function valueIn({ id }: FormField, { filled, typed }: FieldState): string | boolean | undefined {
  const value = typed[id] ?? filled[id]
  return value === '' ? undefined : value
}

/** A field as its client sees it: what belongs to a encrypted field of the record is masked, whoever wrote it. */
export function shownField(field: FormField, state: FieldState): FilledField {
  const value = valueIn(field, state) ?? null
  const described = recordFieldOf(field)
  const masked = described?.encrypted !== undefined && typeof value === 'string'
  return { ...field, value: masked ? maskedFor(described, value) : value, masked }
}
