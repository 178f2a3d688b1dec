import type { SignBody } from '@agency/contract/esign'
import type { FieldValues, FormField } from '@agency/contract/form-fields'
import { fitsLegibly, isDrawable } from '@agency/pdf-signing/text-room'
import { InvalidInput, type Problem } from '../../platform/errors.ts'
import { type ProposedValue, readProposedValue } from '../clients/client-input.ts'
import { isAdopted, isSigningDate } from './field-kinds.ts'
import { type FieldState, valueIn } from './field-state.ts'
import { readValues } from './read-values.ts'
import { recordFieldOf } from './record-field.ts'
import { dayIn } from './signing-day.ts'

/** What is written into a document that is signed. */
export interface SignedFields {
  state: FieldState
  /** For each field that is not left empty, but signatures and initials: dates as `YYYY-MM-DD`. */
  values: FieldValues
  /** What the client wrote in place of what the record held. */
  proposed: ProposedValue[]
}

type Given = Pick<SignBody, 'values' | 'initials' | 'time_zone'>

/**
 * Fills a document's fields for good.
 * @throws InvalidInput naming `values.<id>` for what is missing, wrong for the record, or has no room; `initials`
 */
export function signFields(fields: readonly FormField[], before: FieldState, given: Given, now: Date): SignedFields {
  const state = readValues(fields, before, given.values ?? {})
  const problems: Problem[] = []
  if (fields.some(({ kind }) => kind === 'initials') && !given.initials) {
    problems.push({ field: 'initials', message: 'are needed: this document has a place for them' })
  }
  const values: FieldValues = {}
  const proposed: ProposedValue[] = []
  for (const field of fields) {
    if (isAdopted(field)) continue
    const value = finalValue(field, state, given, now)
    const message = problemOf(field, value) ?? addProposal(proposed, field, value, state)
    if (message !== undefined) problems.push({ field: `values.${field.id}`, message })
    if (value !== undefined) values[field.id] = value
  }
  if (problems.length > 0) throw new InvalidInput(problems)
  return { state, values, proposed }
}

function finalValue(field: FormField, state: FieldState, { time_zone }: Given, now: Date) {
  if (isSigningDate(field)) return dayIn(time_zone, now)
  const value = valueIn(field, state)
  return typeof value === 'string' ? value.trim() || undefined : value
}

function problemOf(field: FormField, value: string | boolean | undefined): string | undefined {
  if (value === undefined || value === false) return field.required ? 'is required' : undefined
  if (field.kind !== 'text' || typeof value !== 'string' || !field.editable) return undefined
  if (!isDrawable(value)) return 'has characters that cannot be printed'
  return fitsLegibly(value, field) ? undefined : 'is too long for its place on the page'
}

/** Notes a changed value of a bound field as a proposal. @returns what is wrong with it for the record */
function addProposal(
  proposed: ProposedValue[],
  field: FormField,
  value: string | boolean | undefined,
  { filled }: FieldState,
): string | undefined {
  const described = recordFieldOf(field)
  if (!described || typeof value === 'boolean' || (value ?? '') === (filled[field.id] ?? '').trim()) return undefined
  const read = readProposedValue(described, value)
  if (typeof read === 'string') return read
  // Two places of one field of the record are one proposal, unless they differ.
  if (!proposed.some((other) => other.field === read.field && other.value === read.value)) proposed.push(read)
  return undefined
}
