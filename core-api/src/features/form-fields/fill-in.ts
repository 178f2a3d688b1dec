import type { ClientRecord } from '@agency/contract/clients'
import { type FormField, longestFieldValue } from '@agency/contract/form-fields'
import { fitsLegibly } from '@agency/pdf-signing/fit-text'
import { InvalidInput } from '../../platform/errors.ts'
import type { FieldState } from './field-state.ts'
import { recordValueOf } from './record-field.ts'

/**
 * A document's own copy of a form's fields, filled in from the client record as it is now. What must be filled and
 * could not be is the client's to write.
 * @throws InvalidInput when a value that the client may not change has no room in its field
 */
export function fillIn(fields: readonly FormField[], record: ClientRecord): { fields: FormField[]; state: FieldState } {
  const filled: FieldState['filled'] = {}
  const copied = fields.map((field) => {
    const value = recordValueOf(field, record)
    if (value !== undefined && isFillable(field, value)) filled[field.id] = value
    return { ...field, editable: field.editable || (field.required && filled[field.id] === undefined) }
  })
  return { fields: copied, state: { filled, typed: {} } }
}

/** A value that the client may change can be shortened; another would stay in the way of signing. */
function isFillable(field: FormField, value: string): boolean {
  if (field.kind === 'date') return true
  const fits = value.length <= longestFieldValue && fitsLegibly(value, field)
  if (fits || field.editable) return value.length <= longestFieldValue
  const message = `has no room in its field “${field.label}” for what the client’s record holds; make the field larger`
  throw new InvalidInput([{ field: 'form_id', message }])
}
