import { FieldValues, type FilledField, type FormField } from '@agency/contract/form-fields'
import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { maskedFor, recordFieldOf } from './record-field.ts'

/** The values of a document's fields by field id: `filled` from the record, `typed` over them by the client. */
const FieldState = Type.Object({ filled: Type.Record(Type.String(), Type.String()), typed: FieldValues })
export type FieldState = Static<typeof FieldState>

/** The encryption context of a document's values. */
const valuesContext = (formId: string) => ({ table: 'session_forms', id: formId, purpose: 'values' })

export const encryptFieldState = (cipher: FieldCipher, formId: string, state: FieldState): Buffer =>
  cipher.encrypt(JSON.stringify(state), valuesContext(formId))

export function decryptFieldState(cipher: FieldCipher, formId: string, encrypted: Buffer | null): FieldState {
  if (!encrypted) return { filled: {}, typed: {} }
  return Value.Parse(FieldState, JSON.parse(cipher.decrypt(encrypted, valuesContext(formId))))
}

/** The value of a field; undefined if it is empty. */
export function valueIn({ id }: FormField, { filled, typed }: FieldState): string | boolean | undefined {
  const value = typed[id] ?? filled[id]
  return value === '' ? undefined : value
}

/** A field as its client sees it. A value that belongs to an encrypted field of the record is masked, whoever wrote it. */
export function fieldForClient(field: FormField, state: FieldState): FilledField {
  const value = valueIn(field, state) ?? null
  const described = recordFieldOf(field)
  const masked = described?.encrypted !== undefined && typeof value === 'string'
  return { ...field, value: masked ? maskedFor(described, value) : value, masked }
}
