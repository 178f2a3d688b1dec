import type { ClientRecord } from '@agency/contract/clients'
import { type FormField, longestFieldValue } from '@agency/contract/form-fields'
import { InvalidInput } from '../../platform/errors.ts'
import { isDate, isForClient } from './field-kinds.ts'
import type { FieldState } from './field-state.ts'
import { fitsField } from './fits-field.ts'
import { recordValueOf } from './record-field.ts'

/** An empty required field becomes editable. @throws InvalidInput if a value that must stay does not fit */
export function fillIn(fields: readonly FormField[], record: ClientRecord): { fields: FormField[]; state: FieldState } {
  const filled: FieldState['filled'] = {}
  const copied = fields.map((field) => {
    if (!isForClient(field) || field.calculation) return field
    const value = recordValueOf(field, record)
    if (value !== undefined && isFillable(field, value)) filled[field.id] = value
    const isEmpty = filled[field.id] === undefined && (field.preset ?? '') === ''
    return { ...field, editable: field.editable || (field.required && isEmpty) }
  })
  return { fields: copied, state: { filled, typed: {} } }
}

/** The client can shorten a long value of an editable field; in any other field it would prevent signing. */
function isFillable(field: FormField, value: string): boolean {
  if (isDate(field)) return true
  const fits = value.length <= longestFieldValue && fitsField(field, value)
  if (fits || field.editable) return value.length <= longestFieldValue
  const message = `has no room in its field “${field.label}” for what the client’s record holds; make the field larger`
  throw new InvalidInput([{ field: 'form_id', message }])
}
