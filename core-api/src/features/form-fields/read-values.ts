import { isMasked } from '@agency/contract/client-mask'
import type { FieldValue, FieldValues, FormField } from '@agency/contract/form-fields'
import Type from 'typebox'
import { Value } from 'typebox/value'
import { InvalidInput, type Problem } from '../../platform/errors.ts'
import { isAdopted, isSigningDate } from './field-kinds.ts'
import { type FieldState, shownField } from './field-state.ts'
import { recordFieldOf } from './record-field.ts'

const day = Type.String({ format: 'date' })

/**
 * What the client wrote, over what stood in the fields before. What was shown may be sent back as it is: a mask keeps
 * what is behind it.
 * @throws InvalidInput naming `values.<id>` for what is no field, not the client's to change, or of another kind
 */
export function readValues(fields: readonly FormField[], state: FieldState, sent: FieldValues): FieldState {
  const byId = new Map(fields.map((field) => [field.id, field]))
  const typed = { ...state.typed }
  const problems: Problem[] = []
  for (const [id, value] of Object.entries(sent)) {
    const field = byId.get(id)
    if (field && shownField(field, state).value === value) continue
    const message = field ? problemOf(field, value) : 'is not a field of this document'
    if (message === undefined) typed[id] = value
    else problems.push({ field: `values.${id}`, message })
  }
  if (problems.length > 0) throw new InvalidInput(problems)
  return { ...state, typed }
}

function problemOf(field: FormField, value: FieldValue): string | undefined {
  if (isAdopted(field)) return 'takes what is adopted, and no value'
  if (isSigningDate(field)) return 'is filled in when the document is signed'
  if (!field.editable) return 'cannot be changed'
  if (field.kind === 'checkbox') return typeof value === 'boolean' ? undefined : 'must be true or false'
  if (typeof value !== 'string') return 'must be a text'
  if (recordFieldOf(field)?.encrypted && isMasked(value)) return 'holds a mask; write the whole value'
  if (field.kind === 'date' && value !== '' && !Value.Check(day, value)) return 'must be a date (YYYY-MM-DD)'
  return undefined
}
