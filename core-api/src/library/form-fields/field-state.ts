import { calculateValues } from '@agency/contract/field-values'
import { FieldValues, type FilledField, type FormField } from '@agency/contract/form-fields'
import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { isForClient } from './field-kinds.ts'
import { printProblem } from './fits-field.ts'
import { maskedFor, recordFieldOf } from './record-field.ts'

/** The values of a document's fields by field id: `filled` from the record, `typed` over them by the client. */
const FieldState = Type.Object({ filled: Type.Record(Type.String(), Type.String()), typed: FieldValues })
export type FieldState = Static<typeof FieldState>

const valuesContext = (formId: string) => ({ table: 'session_forms', id: formId, purpose: 'values' })

export const encryptFieldState = (cipher: FieldCipher, formId: string, state: FieldState): Buffer =>
  cipher.encrypt(JSON.stringify(state), valuesContext(formId))

export function decryptFieldState(cipher: FieldCipher, formId: string, encrypted: Buffer | null): FieldState {
  if (!encrypted) return { filled: {}, typed: {} }
  return Value.Parse(FieldState, JSON.parse(cipher.decrypt(encrypted, valuesContext(formId))))
}

/** What the client wrote, else the record, else staff's preset. A field for somebody else has its preset alone. */
export function valueIn(field: FormField, { filled, typed }: FieldState): string | boolean | undefined {
  const { id, preset } = field
  const value = isForClient(field) ? (typed[id] ?? filled[id] ?? preset) : preset
  return value === '' ? undefined : value
}

/** The client's own fields, and what staff have written into those of others, which cannot be changed. */
export function fieldsForClient(fields: readonly FormField[], state: FieldState): FilledField[] {
  const results = calculateValues(fields, valuesIn(fields, state))
  const shown = fields.filter((field) => isForClient(field) || (field.preset ?? '') !== '')
  return shown.map((field) =>
    field.calculation
      ? { ...field, editable: false, value: results[field.id] ?? null, masked: false }
      : withPrintProblem(field, state),
  )
}

function withPrintProblem(field: FormField, state: FieldState): FilledField {
  const print_problem = printProblem(field, valueIn(field, state), state)
  return { ...fieldForClient(field, state), ...(print_problem && { print_problem }) }
}

const valuesIn = (fields: readonly FormField[], state: FieldState): FieldValues =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = valueIn(field, state)
      return value === undefined ? [] : [[field.id, value]]
    }),
  )

/** A field as its client sees it. A value that belongs to an encrypted field of the record is masked, whoever wrote it. */
export function fieldForClient(field: FormField, state: FieldState): FilledField {
  const value = valueIn(field, state) ?? null
  if (!isForClient(field)) return { ...field, required: false, editable: false, value, masked: false }
  const described = recordFieldOf(field)
  const masked = described?.encrypted !== undefined && typeof value === 'string'
  const entered = state.typed[field.id] === undefined ? {} : { entered: true }
  return { ...field, value: masked ? maskedFor(described, value) : value, masked, ...entered }
}
