import type { FieldValue, FieldValues, FormField } from '@agency/contract/form-fields'
import { InvalidInput, type Problem } from '../../platform/errors.ts'
import { isAdopted, isForClient, isSigningDate } from './field-kinds.ts'
import { type FieldState, fieldForClient } from './field-state.ts'
import { valueProblem } from './value-problems.ts'

/** A mask keeps the value behind it; calculated ones are not stored. @throws InvalidInput naming `values.<id>` */
export function readValues(
  fields: readonly FormField[],
  state: FieldState,
  sent: FieldValues,
  now = new Date(),
): FieldState {
  const byId = new Map(fields.map((field) => [field.id, field]))
  const groups = Map.groupBy(fields.filter(isForClient), ({ group }) => group)
  const typed = { ...state.typed }
  const problems: Problem[] = []
  for (const [id, value] of Object.entries(sent)) {
    const field = byId.get(id)
    if (field && (field.calculation || fieldForClient(field, state).value === value)) continue
    const message = field ? problemOf(field, value, now) : 'is not a field of this document'
    if (message === undefined) {
      if (field?.kind === 'radio' && value === true) {
        for (const other of groups.get(field.group) ?? []) if (other.kind === 'radio') typed[other.id] = false
      }
      typed[id] = value
    } else problems.push({ field: `values.${id}`, message })
  }
  problems.push(...doubleChoices(fields, sent))
  if (problems.length > 0) throw new InvalidInput(problems)
  return { ...state, typed }
}

/** A problem for each radio button that is sent as on after another one of its group. */
function doubleChoices(fields: readonly FormField[], sent: FieldValues): Problem[] {
  const chosen = new Set<string | undefined>()
  return fields.flatMap((field) => {
    const { id, kind, group } = field
    if (kind !== 'radio' || !isForClient(field) || sent[id] !== true) return []
    const isSecond = chosen.has(group)
    chosen.add(group)
    return isSecond ? [{ field: `values.${id}`, message: 'is a second choice for the same question; choose one' }] : []
  })
}

function problemOf(field: FormField, value: FieldValue, now: Date): string | undefined {
  if (!isForClient(field)) return 'is filled in by somebody else'
  if (isAdopted(field)) return 'takes what is adopted, and no value'
  if (isSigningDate(field)) return 'is filled in when the document is signed'
  if (!field.editable) return 'cannot be changed'
  return valueProblem(field, value, now)
}
