import type { SignBody } from '@agency/contract/esign'
import { calculateValues } from '@agency/contract/field-values'
import { type FieldValues, type FormField, fullNameBinding } from '@agency/contract/form-fields'
import { type ProposedValue, readProposedValue } from '../../clients/record/client-input.ts'
import { InvalidInput, type Problem } from '../../platform/errors.ts'
import { combText } from './comb-text.ts'
import { isAdopted, isForClient, isSigningDate } from './field-kinds.ts'
import { type FieldState, valueIn } from './field-state.ts'
import { printProblem } from './fits-field.ts'
import { readValues } from './read-values.ts'
import { recordFieldOf, type WrittenPolicy, writtenPolicyIn } from './record-field.ts'

export interface SignedFields {
  state: FieldState
  /** The values of filled-in fields, without signatures and initials; dates are `YYYY-MM-DD`. Of others' fields, presets. */
  values: FieldValues
  proposed: ProposedValue[]
  /** The client's whole name as it has changed it, if a field has that. */
  fullName?: string
  /** What the document says of a policy, whoever wrote it. */
  policy: WrittenPolicy
}

type Given = Pick<SignBody, 'values' | 'initials' | 'time_zone'>

/** @throws InvalidInput naming `initials`, or `values.<id>` if missing, refused by the record or too long */
export function signFields(fields: readonly FormField[], before: FieldState, given: Given, now: Date): SignedFields {
  const state = readValues(fields, before, given.values ?? {}, now)
  const own = fields.filter(isForClient)
  const problems: Problem[] = []
  if (own.some(({ kind }) => kind === 'initials') && !given.initials) {
    problems.push({ field: 'initials', message: 'are needed: this document has a place for them' })
  }
  const values: FieldValues = {}
  const proposed: ProposedValue[] = []
  const answers = answersIn(own, state)
  let fullName: string | undefined
  for (const field of fields) {
    if (isAdopted(field) || field.calculation) continue
    const value = finalValue(field, state, given, now)
    if (value !== undefined) values[field.id] = value
    if (!isForClient(field)) continue
    if (field.binding === fullNameBinding && isChanged(field, value, state)) fullName = String(value)
    const message =
      problemOf(field, value, state) ?? answers.problemOf(field) ?? addProposal(proposed, field, value, state)
    if (message !== undefined) problems.push({ field: `values.${field.id}`, message })
  }
  Object.assign(values, calculateValues(fields, values))
  if (problems.length > 0) throw new InvalidInput(problems)
  return { state, values, proposed, policy: writtenPolicyIn(fields, values), ...(fullName ? { fullName } : {}) }
}

function finalValue(field: FormField, state: FieldState, { time_zone }: Given, now: Date) {
  if (isSigningDate(field)) return isForClient(field) ? dayIn(time_zone, now) : undefined
  const value = valueIn(field, state)
  return typeof value === 'string' ? value.trim() || undefined : value
}

function problemOf(field: FormField, value: string | boolean | undefined, state: FieldState): string | undefined {
  if (value === undefined || value === false)
    return field.required && field.kind !== 'radio' ? 'is required' : undefined
  const problem = printProblem(field, value, state)
  return problem && problemTexts[problem.reason]
}

const problemTexts = {
  unprintable: 'has characters that cannot be printed',
  too_long: 'is too long for its place on the page',
}

function answersIn(fields: readonly FormField[], state: FieldState) {
  const groups = Map.groupBy(
    fields.filter(({ kind }) => kind === 'radio'),
    ({ group }) => group,
  )
  const problemOf = (field: FormField): string | undefined => {
    const choice = (field.kind === 'radio' && groups.get(field.group)) || []
    if (choice[0] !== field || !choice.some(({ required }) => required)) return undefined
    return choice.some((button) => valueIn(button, state) === true) ? undefined : 'is required'
  }
  return { problemOf }
}

function isChanged(field: FormField, value: string | boolean | undefined, { filled }: FieldState): boolean {
  const former = (filled[field.id] ?? '').trim()
  const text = typeof value === 'string' ? value : ''
  return field.comb ? combText(field, text) !== combText(field, former) : text !== former
}

/** Adds a changed value of a bound field to the proposals. @returns an error message if the record would refuse it */
function addProposal(
  proposed: ProposedValue[],
  field: FormField,
  value: string | boolean | undefined,
  state: FieldState,
): string | undefined {
  const described = recordFieldOf(field)
  if (!described || typeof value === 'boolean' || !isChanged(field, value, state)) return undefined
  const read = readProposedValue(described, value)
  if (typeof read === 'string') return read
  // Two fields bound to one field of the record make one proposal, unless their values differ.
  if (!proposed.some((other) => other.field === read.field && other.value === read.value)) proposed.push(read)
  return undefined
}

/** `YYYY-MM-DD` @param timeZone IANA name @throws InvalidInput for an unknown one */
export function dayIn(timeZone: string, now: Date): string {
  requireTimeZone(timeZone)
  // The Swedish locale writes dates in this format.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now)
}

/** @throws InvalidInput for a zone that Node.js does not know, or an offset */
export function requireTimeZone(timeZone: string): void {
  try {
    if (/^[+-]/.test(timeZone)) throw new RangeError('An offset is no name')
    new Intl.DateTimeFormat('en', { timeZone })
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    throw new InvalidInput([{ field: 'time_zone', message: 'is not the name of a time zone' }])
  }
}
