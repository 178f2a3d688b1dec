import type { FieldValue, FieldValues, FilledField } from '@agency/contract/form-fields'
import { useState } from 'react'
import type { Translate } from '../../../shared/language.ts'
import { useMessages } from '../../../shared/language.ts'
import type { Adopted } from '../signature/adopted-signature.ts'
import { isIsoDate } from './date-text.ts'

/**
 * `fixed`: read-only · `automatic`: the server fills it in · `open`: empty · `filled` ·
 * `wrong`: its value is invalid.
 */
type FieldState = 'fixed' | 'automatic' | 'open' | 'filled' | 'wrong'

/** A field with its current value and state. */
export interface DisplayedField extends FilledField {
  readonly state: FieldState
  /** The buttons of a radio group, at the first one; the group is filled in there as one field. */
  readonly options?: readonly FilledField[]
}

interface Typed {
  readonly typed: FieldValues
  /** Ids of the fields whose typed value the server refused. */
  readonly refused: readonly string[]
}

interface Signed {
  readonly adopted: Adopted | undefined
  /** Ids of the fields that the client signed. */
  readonly placed: readonly string[]
}

/** The field with its draft, or else with the value of the server. */
export function showField(field: FilledField, { typed, refused }: Typed, signed: Signed): DisplayedField {
  const own = typed[field.id]
  const shown = own === undefined || !isTypedIn(field) ? field : { ...field, value: own, masked: false }
  return { ...shown, state: stateOf(shown, refused.includes(field.id), signed) }
}

/** Of the states in a group of radio buttons, the first one that any has is the state of the group. */
const groupStates = ['wrong', 'filled', 'open'] as const

/** Makes one step of each group of radio buttons: its first button stands for all. */
export function joinGroups(fields: readonly DisplayedField[]): DisplayedField[] {
  return fields.map((field) => {
    const options = field.kind === 'radio' ? membersOf(fields, field) : []
    if (options[0] !== field) return field
    const state = groupStates.find((known) => options.some((option) => option.state === known)) ?? field.state
    return { ...field, options, required: options.some(({ required }) => required), state }
  })
}

/** The radio buttons that are one choice with this one. */
export function membersOf<Field extends FilledField>(fields: readonly Field[], { group }: FilledField): Field[] {
  return fields.filter((other) => other.kind === 'radio' && other.group === group)
}

function stateOf(field: FilledField, refused: boolean, { adopted, placed }: Signed): FieldState {
  if (refused) return 'wrong'
  if (isAdopted(field)) return hasAdopted(field, adopted) && placed.includes(field.id) ? 'filled' : 'open'
  if (isSigningDay(field)) return 'automatic'
  if (!field.editable) return 'fixed'
  const { value, masked } = field
  if (masked) return 'filled'
  if (value === null || value === false || (typeof value === 'string' && value.trim() === '')) return 'open'
  return isKeepable(field, value) ? 'filled' : 'wrong'
}

/** Whether the client types or ticks it. */
export function isTypedIn(field: FilledField): boolean {
  return field.editable && !isAdopted(field) && !isSigningDay(field)
}

/** Whether it is filled with the adopted signature or initials. */
export function isAdopted({ kind }: Pick<FilledField, 'kind'>): boolean {
  return kind === 'signature' || kind === 'initials'
}

/** Whether there is an adopted signature, or adopted initials, for the field. */
export function hasAdopted({ kind }: Pick<FilledField, 'kind'>, adopted: Adopted | undefined): boolean {
  return kind === 'initials' ? Boolean(adopted?.initials) : adopted !== undefined
}

/** Whether the client can fill it in. */
export function isInHand(field: FilledField): boolean {
  return isTypedIn(field) || isAdopted(field)
}

/** Whether it is a step of filling in: all that the client fills in, but a group of radio buttons once. */
export function isStep(field: DisplayedField): boolean {
  return isInHand(field) && (field.kind !== 'radio' || field.options !== undefined)
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

/** Whether a value can be saved: an incomplete date stays on the page. */
export function isKeepable({ kind }: Pick<FilledField, 'kind'>, value: FieldValue): boolean {
  return kind !== 'date' || (typeof value === 'string' && (value === '' || isIsoDate(value)))
}

/**
 * The error of a field. An incomplete date is an error only after the field lost the focus.
 * @returns the message, if any, and the function to call when the field loses the focus
 */
export function useFieldFault(field: DisplayedField) {
  const t = useMessages()
  const [left, setLeft] = useState(field.state === 'wrong')
  const whole = field.value === null || isKeepable(field, field.value)
  const shown = field.state === 'wrong' && (whole || left)
  return { fault: shown ? faultText(field, whole, t) : undefined, leave: () => setLeft(true) }
}

function faultText({ value }: DisplayedField, whole: boolean, t: Translate): string {
  if (!whole) return t('fields.wrongDate')
  return value === null || value === false || value === '' ? t('fields.missing') : t('fields.wrong')
}
