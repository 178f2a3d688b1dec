import { isMasked } from '@agency/contract/client-mask'
import type { FieldValue, FieldValues, FormField } from '@agency/contract/form-fields'
import Type from 'typebox'
import { Value } from 'typebox/value'
import { InvalidInput, type Problem } from '../../platform/errors.ts'
import { type FieldState, fieldForClient } from './field-state.ts'
import { recordFieldOf } from './record-field.ts'

/** Whether a field takes the adopted signature or initials, and so has no value. */
export const isAdopted = ({ kind }: FormField): boolean => kind === 'signature' || kind === 'initials'

/** Whether a field takes the date of signing: a date that is bound to nothing. */
export const isSigningDate = ({ kind, binding }: FormField): boolean => kind === 'date' && binding === null

const day = Type.String({ format: 'date' })

/**
 * Puts the values that the client wrote over the former ones. A value sent back as it was shown is unchanged: a mask
 * keeps the value behind it.
 * @throws InvalidInput naming `values.<id>` for an unknown field, one the client may not change, or a value of another kind
 */
export function readValues(fields: readonly FormField[], state: FieldState, sent: FieldValues): FieldState {
  const byId = new Map(fields.map((field) => [field.id, field]))
  const typed = { ...state.typed }
  const problems: Problem[] = []
  for (const [id, value] of Object.entries(sent)) {
    const field = byId.get(id)
    if (field && fieldForClient(field, state).value === value) continue
    const message = field ? problemOf(field, value) : 'is not a field of this document'
    if (message === undefined) {
      if (field?.kind === 'radio' && value === true) switchOff(fields, field, typed)
      typed[id] = value
    } else problems.push({ field: `values.${id}`, message })
  }
  problems.push(...doubleChoices(fields, sent))
  if (problems.length > 0) throw new InvalidInput(problems)
  return { ...state, typed }
}

/** Switches the other buttons of a radio button's group off. */
function switchOff(fields: readonly FormField[], { group }: FormField, typed: FieldState['typed']): void {
  for (const other of fields) if (other.kind === 'radio' && other.group === group) typed[other.id] = false
}

/** A problem for each radio button that is sent as on after another one of its group. */
function doubleChoices(fields: readonly FormField[], sent: FieldValues): Problem[] {
  const chosen = new Set<string | undefined>()
  return fields.flatMap(({ id, kind, group }) => {
    if (kind !== 'radio' || sent[id] !== true) return []
    const isSecond = chosen.has(group)
    chosen.add(group)
    return isSecond ? [{ field: `values.${id}`, message: 'is a second choice for the same question; choose one' }] : []
  })
}

function problemOf(field: FormField, value: FieldValue): string | undefined {
  if (isAdopted(field)) return 'takes what is adopted, and no value'
  if (isSigningDate(field)) return 'is filled in when the document is signed'
  if (!field.editable) return 'cannot be changed'
  if (field.kind === 'checkbox' || field.kind === 'radio')
    return typeof value === 'boolean' ? undefined : 'must be true or false'
  if (typeof value !== 'string') return 'must be a text'
  if (recordFieldOf(field)?.encrypted && isMasked(value)) return 'holds a mask; write the whole value'
  if (field.kind === 'date' && value !== '' && !Value.Check(day, value)) return 'must be a date (YYYY-MM-DD)'
  return undefined
}
