import { isMasked } from '@agency/contract/client-mask'
import { numberIn } from '@agency/contract/field-values'
import type { FieldValue, FormField } from '@agency/contract/form-fields'
import Type from 'typebox'
import { Value } from 'typebox/value'
import { combText } from './comb-text.ts'
import { isDate, isMark } from './field-kinds.ts'
import { recordFieldOf } from './record-field.ts'

const day = Type.String({ format: 'date' })
/** More choices would make a message that nobody reads. */
const mostNamed = 8

/** The problem of a value for a field, as a message for its author; undefined for an empty text. */
export function valueProblem(field: FormField, value: FieldValue, now: Date): string | undefined {
  if (isMark(field)) return typeof value === 'boolean' ? undefined : 'must be true or false'
  if (typeof value !== 'string') return 'must be a text'
  if (value.trim() === '') return undefined
  if (recordFieldOf(field)?.encrypted && isMasked(value)) return 'holds a mask; write the whole value'
  if (isDate(field)) return dateProblem(field, value, now)
  return field.kind === 'choice' ? choiceProblem(field, value) : textProblem(field, value)
}

function dateProblem({ latest }: FormField, value: string, now: Date): string | undefined {
  if (!Value.Check(day, value)) return 'must be a date (YYYY-MM-DD)'
  // It may be tomorrow already where the client is.
  const today = new Date(now.getTime() + 14 * 3_600_000).toISOString().slice(0, 10)
  return latest === 'today' && value > today ? 'must not be in the future; check the year' : undefined
}

function choiceProblem({ choices = [], own_text = false }: FormField, value: string): string | undefined {
  if (own_text || choices.some((choice) => choice.value === value)) return undefined
  const named = choices.slice(0, mostNamed).map((choice) => choice.value)
  const more = choices.length > mostNamed ? ' and others' : ''
  return `must be one of the choices: ${named.join(', ')}${more}`
}

function textProblem(field: FormField, value: string): string | undefined {
  const { max_length, comb, number } = field
  if (number && numberIn(value) === undefined) return 'must be a number, such as 1,250.00'
  const length = comb ? combText(field, value).length : value.length
  if (max_length === undefined || length <= max_length) return undefined
  return `must have ${max_length} characters at most; it has ${length}`
}
