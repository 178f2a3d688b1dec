import type { ClientFieldName } from '@agency/contract/client-fields'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { capabilitiesQuery } from '../../../shared/capabilities'
import { type ControlTies, Field } from '../../../shared/controls/field'
import { useAfterPress } from '../../../shared/controls/use-after-press'
import { DateField } from '../../../shared/dates/date-field'
import { today } from '../../../shared/dates/today'
import { counted } from '../../../shared/formatting'
import { NotesField } from '../../../shared/text/notes-field'
import type { RecordField } from '../record/record-fields'
import { FormattedInput } from './formatted-input'
import type { Draft } from './record-draft'
import { softWarning } from './soft-checks'
import { phoneFormat, ssnFormat, type TypedFormat } from './typed-format'

export interface RecordControlProps {
  readonly field: RecordField
  readonly form: UseFormReturn<Draft>
}

/** When the deployment deletes the value of this field. */
function retentionHint(days: number): string {
  if (days === 0) return 'Not stored: what you type here is discarded.'
  return `Deleted automatically after ${counted(days, 'day')}.`
}

export function RecordControl({ field, form }: RecordControlProps) {
  if (field.kind === 'rich-text') {
    const error = form.formState.errors[field.name]?.message
    return <NotesField control={form.control} name={field.name} label={field.label} error={error} />
  }
  if (field.kind === 'date') {
    const warningOf = (date: string) => softWarning(field, date, today())
    return <DateField control={form.control} name={field.name} label={field.label} warningOf={warningOf} />
  }
  if (field.name === 'cvc') return <CvcControl field={field} form={form} />
  return <CheckedControl field={field} form={form} />
}

/** Warns of a value that looks wrong: a stored one at once, a typed one after the field was left. */
function CheckedControl({ field, form, hint }: RecordControlProps & { readonly hint?: string }) {
  const value = form.watch(field.name) ?? ''
  const stored = form.formState.defaultValues?.[field.name] ?? ''
  const isLeft = useAfterPress(form.formState.touchedFields[field.name] === true)
  // Not while a value is typed for the first time: it is wrong until it is complete.
  const warning = isLeft || value === stored ? softWarning(field, value, today()) : undefined
  return (
    <Field
      label={field.label}
      error={form.formState.errors[field.name]?.message}
      warning={warning ?? null}
      {...(hint === undefined ? {} : { hint })}
    >
      {(ties) => control(field, form, ties)}
    </Field>
  )
}

function CvcControl({ field, form }: RecordControlProps) {
  const { data: capabilities } = useQuery(capabilitiesQuery())
  const hint = capabilities ? { hint: retentionHint(capabilities.cvc_retention_days) } : {}
  return <CheckedControl field={field} form={form} {...hint} />
}

function control(field: RecordField, form: UseFormReturn<Draft>, ties: ControlTies): ReactNode {
  if (field.kind === 'phone') return <NumberControl field={field} form={form} ties={ties} format={phoneFormat} />
  if (field.mask === 'ssn') return <NumberControl field={field} form={form} ties={ties} format={ssnFormat} />
  const props = { ...ties, ...form.register(field.name), autoComplete: 'off' }
  switch (field.kind) {
    case 'multiline':
      return <textarea {...props} rows={2} />
    case 'number':
      return <input {...props} type="number" inputMode="numeric" />
    case 'email':
      // The record does not validate addresses, so the browser must not either.
      return <input {...props} type="text" inputMode="email" spellCheck={false} />
    case 'choice':
      return <ChoiceControl {...props} field={field} stored={form.formState.defaultValues?.[field.name] ?? ''} />
    default:
      return <input {...props} type="text" inputMode={isDigits(field) ? 'numeric' : undefined} />
  }
}

const digitFields: readonly ClientFieldName[] = [
  'routing_number',
  'account_number',
  'card_number',
  'cvc',
  'business_ein',
]

/** Whether phones show the keyboard of digits. */
const isDigits = ({ name }: RecordField): boolean => digitFields.includes(name)

interface NumberControlProps extends RecordControlProps {
  readonly ties: ControlTies
  readonly format: TypedFormat
}

/** Shown with separators, stored without. */
function NumberControl({ field, form, ties, format }: NumberControlProps) {
  return (
    <Controller
      control={form.control}
      name={field.name}
      render={({ field: { value, ...controlled } }) => (
        <FormattedInput
          {...ties}
          {...controlled}
          value={value ?? ''}
          format={format}
          type={field.kind === 'phone' ? 'tel' : 'text'}
          inputMode={field.kind === 'phone' ? 'tel' : 'numeric'}
          autoComplete="off"
          spellCheck={false}
        />
      )}
    />
  )
}

interface ChoiceControlProps extends React.ComponentProps<'select'> {
  readonly field: RecordField
  readonly stored: string
}

/** A stored value that is not among the options is offered too. A status can't be empty. */
function ChoiceControl({ field, stored, ...props }: ChoiceControlProps) {
  const options = field.options ?? []
  const extra = stored === '' || options.includes(stored) ? [] : [stored]
  return (
    <select {...props}>
      {field.name !== 'status' && <option value="">-</option>}
      {[...options, ...extra].map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  )
}
