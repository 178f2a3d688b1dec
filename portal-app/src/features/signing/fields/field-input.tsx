import type { FieldValue } from '@agency/contract/form-fields'
import type { HTMLInputAutoCompleteAttribute, HTMLInputTypeAttribute } from 'react'
import { type ChangeEvent, type KeyboardEvent, useState } from 'react'
import { useLanguage, useMessages } from '../../../shared/language.ts'
import { formatDate, parseDate, withSlashes } from './date-text.ts'
import type { DisplayedField } from './displayed-field.ts'

/** The longest value that the contract allows. */
const longestValue = 1_000

export interface FieldInputProps {
  readonly field: DisplayedField
  readonly id: string
  /** The accessible name, if there is no visible label. */
  readonly label?: string
  readonly describedBy?: string
  readonly invalid: boolean
  readonly multiline: boolean
  readonly onValue: (value: FieldValue) => void
  readonly onLeave: () => void
  readonly onEnter?: () => void
}

/** The input of a text or date. A stored value stays masked; typing replaces it. */
export function FieldInput(props: FieldInputProps) {
  return props.field.kind === 'date' ? <DateInput {...props} /> : <TextInput {...props} />
}

function TextInput(props: FieldInputProps) {
  const { field, multiline, onValue, onLeave, onEnter } = props
  const { autoComplete, type = 'text', inputMode } = purposeOf(field.binding)
  const shared = {
    ...attributes(props),
    value: textOf(field),
    autoComplete,
    inputMode,
    maxLength: longestValue,
    placeholder: placeholderOf(field),
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onValue(event.target.value),
    onBlur: onLeave,
  }
  return multiline ? (
    <textarea {...shared} />
  ) : (
    <input {...shared} type={type} enterKeyHint="next" onKeyDown={(event) => goOn(event, onEnter)} />
  )
}

/** An input in the date format of the language. A complete date is saved; an incomplete one stays as typed. */
function DateInput(props: FieldInputProps) {
  const { field, onValue, onLeave, onEnter } = props
  const language = useLanguage((state) => state.language)
  const t = useMessages()
  const [text, setText] = useState<string>()
  const shown = text ?? formatDate(textOf(field), language)

  function change(event: ChangeEvent<HTMLInputElement>) {
    const typed = withSlashes(event.target.value, shown)
    setText(typed)
    onValue(parseDate(typed, language) ?? typed.trim())
  }

  function leave() {
    setText(undefined)
    onLeave()
  }

  return (
    <input
      {...attributes(props)}
      value={shown}
      type="text"
      inputMode="numeric"
      autoComplete={purposeOf(field.binding).autoComplete}
      maxLength={40}
      placeholder={placeholderOf(field) ?? t('fields.datePlaceholder')}
      enterKeyHint="next"
      onChange={change}
      onBlur={leave}
      onKeyDown={(event) => goOn(event, onEnter)}
    />
  )
}

function attributes({ field, id, label, describedBy, invalid }: FieldInputProps) {
  return {
    id,
    'aria-label': label,
    'aria-required': field.required,
    'aria-invalid': invalid,
    'aria-describedby': describedBy,
  }
}

function goOn(event: KeyboardEvent, onEnter: (() => void) | undefined): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  onEnter?.()
}

/** The editable text. A mask is shown as the placeholder instead. */
function textOf({ value, masked }: DisplayedField): string {
  return typeof value === 'string' && !masked ? value : ''
}

function placeholderOf({ value, masked }: DisplayedField): string | undefined {
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
function purposeOf(binding: string | null): Purpose {
  if (binding === null) return unknown
  return purposes[binding] ?? (digits.test(binding) ? { ...unknown, inputMode: 'numeric' } : unknown)
}
