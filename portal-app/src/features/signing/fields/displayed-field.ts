import { calculateValues, isIsoDate, numberIn } from '@agency/contract/field-values'
import type { FieldValue, FieldValues, FilledField } from '@agency/contract/form-fields'
import type { Adopted } from '../signature/adopted-signature.ts'
import { isAfterToday } from './date-text.ts'
import type { FieldsDraft, Refusal } from './fields-draft.ts'

/** `fixed`: read-only · `automatic`: by the server · `others`: by somebody else · `wrong`: its value is invalid. */
type FieldState = 'fixed' | 'automatic' | 'others' | 'open' | 'filled' | 'wrong'

export interface DisplayedField extends FilledField {
  readonly state: FieldState
  /** The buttons of a radio group, at the first one; the group is filled in there as one field. */
  readonly options?: readonly FilledField[]
  /** Why the server does not take the value, or cannot print it. */
  readonly refusal?: Refusal | undefined
}

interface Signed {
  readonly adopted: Adopted | undefined
  /** Ids of the fields that the client signed. */
  readonly placed: readonly string[]
}

/** All fields with their drafts, or else with the values of the server; groups are joined and sums calculated. */
export function showFields(
  fields: readonly FilledField[],
  draft: Pick<FieldsDraft, 'typed' | 'refused'>,
  signed: Signed,
): DisplayedField[] {
  const placed = new Set(signed.placed)
  const shown = withCalculations(fields.map((field) => withDraft(field, draft.typed)))
  return joinGroups(
    shown.map((field) => {
      const refusal = draft.refused[field.id] ?? field.print_problem
      return {
        ...field,
        refusal,
        state: refusal && isForClient(field) ? 'wrong' : stateOf(field, { ...signed, placed }),
      }
    }),
  )
}

function withDraft(field: FilledField, typed: FieldValues): FilledField {
  const own = typed[field.id]
  if (own !== undefined && isTypedIn(field)) {
    const { print_problem, ...others } = field
    return { ...others, value: own, masked: false, entered: true }
  }
  // An empty text may have been emptied by the client. A button or another person's field without a value was not.
  const isUntouched = isSwitch(field) || !isForClient(field)
  return isUntouched && field.value === null && field.preset !== undefined ? { ...field, value: field.preset } : field
}

/** Calculates sums and the like. A field that depends on itself counts as blank. */
function withCalculations(fields: readonly FilledField[]): readonly FilledField[] {
  if (!fields.some(isCalculated)) return fields
  const others = fields.flatMap((field) =>
    isCalculated(field) || field.value === null ? [] : [[field.id, field.value]],
  )
  const results = calculateValues(fields.filter(isCalculated), Object.fromEntries(others))
  return fields.map((field) =>
    isCalculated(field) ? { ...field, value: results[field.id] ?? '', masked: false } : field,
  )
}

/** Of the states in a group of radio buttons, the first one that any has is the state of the group. */
const groupStates = ['wrong', 'filled', 'open'] as const

/** Makes one step of each group of radio buttons: its first button stands for all. */
function joinGroups(fields: readonly DisplayedField[]): DisplayedField[] {
  const groups = new Map<string | undefined, DisplayedField[]>()
  for (const field of fields) {
    if (field.kind !== 'radio' || field.state === 'others') continue
    const known = groups.get(field.group)
    if (known) known.push(field)
    else groups.set(field.group, [field])
  }
  return fields.map((field) => {
    const options = field.kind === 'radio' ? (groups.get(field.group) ?? []) : []
    if (options[0] !== field) return field
    const state = groupStates.find((known) => options.some((option) => option.state === known)) ?? field.state
    const [required, entered] = [options.some((one) => one.required), options.some((one) => one.entered)]
    return { ...field, options, required, entered, state }
  })
}

/** The radio buttons that are one choice of the client with this one. */
export function membersOf(fields: readonly FilledField[], { group }: FilledField): FilledField[] {
  return fields.filter((other) => other.kind === 'radio' && other.group === group && isTypedIn(other))
}

interface Marks {
  readonly adopted: Adopted | undefined
  readonly placed: ReadonlySet<string>
}

function stateOf(field: FilledField, { adopted, placed }: Marks): FieldState {
  if (!isForClient(field)) return 'others'
  if (isAdopted(field)) return hasAdopted(field, adopted) && placed.has(field.id) ? 'filled' : 'open'
  if (isSigningDay(field)) return 'automatic'
  if (!isTypedIn(field)) return 'fixed'
  const { value, masked } = field
  if (masked) return 'filled'
  if (value === null || value === false || (typeof value === 'string' && value.trim() === '')) return 'open'
  return isKeepable(field, value) ? 'filled' : 'wrong'
}

/** Whether the client fills it in or signs it, and not somebody else. */
export const isForClient = ({ for: role }: Pick<FilledField, 'for'>): boolean => role === undefined || role === 'client'

/** Whether it is on or off. */
const isSwitch = ({ kind }: Pick<FilledField, 'kind'>): boolean => kind === 'checkbox' || kind === 'radio'

/** Whether it is a date that is entered, or filled in from the record. */
export const isDate = ({ kind }: Pick<FilledField, 'kind'>): boolean => kind === 'date' || kind === 'entered_date'

export const isCalculated = (field: FilledField): boolean => field.calculation !== undefined && isForClient(field)

/** Whether the client types, chooses or ticks it. */
export function isTypedIn(field: FilledField): boolean {
  return field.editable && isForClient(field) && !isAdopted(field) && !isSigningDay(field) && !isCalculated(field)
}

/** Whether it takes an adopted signature or initials. */
export function isAdopted({ kind }: Pick<FilledField, 'kind'>): boolean {
  return kind === 'signature' || kind === 'initials'
}

/** Whether the client signs it with the adopted signature or initials. */
export const isSigned = (field: FilledField): boolean => isAdopted(field) && isForClient(field)

/** Whether the client puts initials into one of the fields. */
export const asksForInitials = (fields: readonly FilledField[]): boolean =>
  fields.some((field) => field.kind === 'initials' && isForClient(field))

/** Whether there is an adopted signature, or adopted initials, for the field. */
export function hasAdopted({ kind }: Pick<FilledField, 'kind'>, adopted: Adopted | undefined): boolean {
  return kind === 'initials' ? Boolean(adopted?.initials) : adopted !== undefined
}

export function isInHand(field: FilledField): boolean {
  return isTypedIn(field) || isSigned(field)
}

/**
 * Whether the client is led to it and it is counted: what the client fills in, but a group of radio buttons once, and a
 * value of the record or of staff only once the client has changed it.
 */
export function isCounted(field: DisplayedField): boolean {
  if (!isInHand(field) || (field.kind === 'radio' && field.options === undefined)) return false
  return field.state !== 'filled' || field.entered === true || isAdopted(field)
}

/** A date without a binding is the day of signing. */
function isSigningDay({ kind, binding }: FilledField): boolean {
  return kind === 'date' && binding === null
}

/** Whether the document can't be signed without it. A signature stands in every field for it, so each is agreed to. */
export function isRequired(field: FilledField): boolean {
  return field.required || isAdopted(field)
}

/** Whether signing requires it to be filled in or corrected. */
export function isWanted(field: DisplayedField): boolean {
  return field.state === 'wrong' || (isRequired(field) && field.state === 'open')
}

type Rules = Pick<FilledField, 'kind' | 'number' | 'latest' | 'choices' | 'own_text'>

/** Why a value can't be saved; undefined if it can. An `unfinished` date or number may be one that is being typed. */
export function flawOf(field: Rules, value: FieldValue): 'unfinished' | 'future' | 'unknown' | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  if (isDate(field)) {
    if (!isIsoDate(value)) return 'unfinished'
    return field.latest === 'today' && isAfterToday(value) ? 'future' : undefined
  }
  if (field.number !== undefined) return numberIn(value) === undefined ? 'unfinished' : undefined
  if (field.kind !== 'choice' || field.own_text === true) return undefined
  return field.choices?.some((choice) => choice.value === value) === false ? 'unknown' : undefined
}

/** Whether a value can be saved: an incomplete date stays on the page. */
export const isKeepable = (field: Rules, value: FieldValue): boolean => flawOf(field, value) === undefined
