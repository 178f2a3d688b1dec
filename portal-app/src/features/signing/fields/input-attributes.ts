import type { FieldValue } from '@agency/contract/form-fields'
import type { HTMLInputAutoCompleteAttribute, HTMLInputTypeAttribute, KeyboardEvent } from 'react'
import type { DisplayedField } from './displayed-field.ts'

export interface FieldInputProps {
  readonly field: DisplayedField
  readonly id: string
  /** The accessible name, if there is no visible label. */
  readonly label?: string
  readonly describedBy?: string | undefined
  readonly invalid: boolean
  readonly multiline: boolean
  readonly onValue: (value: FieldValue) => void
  readonly onLeave: () => void
  readonly onEnter?: () => void
}

/** What all inputs of a field have. */
export function attributesOf({ field, id, label, describedBy, invalid }: FieldInputProps) {
  return {
    id,
    'aria-label': label,
    'aria-required': field.required,
    'aria-invalid': invalid,
    'aria-describedby': describedBy,
  }
}

/** Leads on with Enter. */
export function goOn(event: KeyboardEvent, onEnter: (() => void) | undefined): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  onEnter?.()
}

/** The editable text. A mask is shown as the placeholder instead. */
export function textOf({ value, masked }: DisplayedField): string {
  return typeof value === 'string' && !masked ? value : ''
}

export function placeholderOf({ value, masked }: DisplayedField): string | undefined {
  return masked && typeof value === 'string' ? value : undefined
}

interface Purpose {
  readonly autoComplete: HTMLInputAutoCompleteAttribute
  readonly type?: HTMLInputTypeAttribute
  readonly inputMode?: 'numeric'
}

/** Autofill purposes (WCAG 2.2, 1.3.5) by field of the client record. */
const purposes: Readonly<Record<string, Purpose>> = {
  client_name: { autoComplete: 'name' },
  client_first_name: { autoComplete: 'given-name' },
  client_last_name: { autoComplete: 'family-name' },
  dob: { autoComplete: 'bday' },
  primary_phone: { autoComplete: 'tel', type: 'tel' },
  secondary_phone: { autoComplete: 'off', type: 'tel' },
  primary_email: { autoComplete: 'email', type: 'email' },
  secondary_email: { autoComplete: 'off', type: 'email' },
  address: { autoComplete: 'street-address' },
  occupation: { autoComplete: 'organization-title' },
  name_of_employer: { autoComplete: 'organization' },
  name_on_card: { autoComplete: 'cc-name' },
  card_number: { autoComplete: 'cc-number', inputMode: 'numeric' },
  exp_date: { autoComplete: 'cc-exp' },
}

/** Fields of the record that hold digits alone. */
const digits = /(^|_)ssn$|^age_of_|^(routing|account)_number$/

const unknown: Purpose = { autoComplete: 'off' }

/** Autofill and keyboard of a text field. */
export function purposeOf(binding: string | null): Purpose {
  if (binding === null) return unknown
  return purposes[binding] ?? (digits.test(binding) ? { ...unknown, inputMode: 'numeric' } : unknown)
}
