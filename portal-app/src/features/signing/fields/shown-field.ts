import type { FieldValue, FieldValues, FilledField } from '@agency/contract/form-fields'
import { useState } from 'react'
import type { Translate } from '../../../shared/language.ts'
import { useMessages } from '../../../shared/language.ts'
import type { Adopted } from '../signature/adopted-signature.ts'
import { isIsoDate } from './date-text.ts'

/**
 * `fixed`: shown, not to be changed here · `automatic`: the server fills it in · `open`: empty · `filled` ·
 * `wrong`: what stands in it is not accepted.
 */
type FieldState = 'fixed' | 'automatic' | 'open' | 'filled' | 'wrong'

/** A field with what stands in it now, and how it stands. */
export interface ShownField extends FilledField {
  readonly state: FieldState
}

interface Typed {
  readonly typed: FieldValues
  /** Ids of the fields that the server refused what was typed for. */
  readonly refused: readonly string[]
}

/** Lays what was typed over what the server has. */
export function showField(field: FilledField, { typed, refused }: Typed, adopted: Adopted | undefined): ShownField {
  const own = typed[field.id]
  const shown = own === undefined || !isTypedIn(field) ? field : { ...field, value: own, masked: false }
  return { ...shown, state: stateOf(shown, refused.includes(field.id), adopted) }
}

function stateOf(field: FilledField, refused: boolean, adopted: Adopted | undefined): FieldState {
  if (refused) return 'wrong'
  if (field.kind === 'signature') return adopted ? 'filled' : 'open'
  if (field.kind === 'initials') return adopted?.initials ? 'filled' : 'open'
  if (isSigningDay(field)) return 'automatic'
  if (!field.editable) return 'fixed'
  const { value, masked } = field
  if (masked) return 'filled'
  if (value === null || value === false || (typeof value === 'string' && value.trim() === '')) return 'open'
  return isKeepable(field, value) ? 'filled' : 'wrong'
}

/** Whether the client types into it, or ticks it. */
export function isTypedIn(field: FilledField): boolean {
  return field.editable && !isAdopted(field) && !isSigningDay(field)
}

/** Whether it takes what the signer adopts. */
export function isAdopted({ kind }: Pick<FilledField, 'kind'>): boolean {
  return kind === 'signature' || kind === 'initials'
}

/** Whether the client can do something about it. */
export function isInHand(field: FilledField): boolean {
  return isTypedIn(field) || isAdopted(field)
}

/** A date that is bound to nothing is the day of signing. */
function isSigningDay({ kind, binding }: FilledField): boolean {
  return kind === 'date' && binding === null
}

/** Whether signing waits for it. */
export function isWanted(field: ShownField): boolean {
  return field.state === 'wrong' || (field.required && field.state === 'open')
}

/** A date is kept once it is one; half a date stays on the page until then. */
export function isKeepable({ kind }: Pick<FilledField, 'kind'>, value: FieldValue): boolean {
  return kind !== 'date' || (typeof value === 'string' && (value === '' || isIsoDate(value)))
}

/**
 * What is wrong with a field. Half a date is no fault while it is being typed; it is one once the field was left.
 * @returns the words, if any, and what to call when the field is left
 */
export function useFieldFault(field: ShownField) {
  const t = useMessages()
  const [left, setLeft] = useState(field.state === 'wrong')
  const whole = field.value === null || isKeepable(field, field.value)
  const shown = field.state === 'wrong' && (whole || left)
  return { fault: shown ? faultText(field, whole, t) : undefined, leave: () => setLeft(true) }
}

function faultText({ value }: ShownField, whole: boolean, t: Translate): string {
  if (!whole) return t('fields.wrongDate')
  return value === null || value === false || value === '' ? t('fields.missing') : t('fields.wrong')
}
