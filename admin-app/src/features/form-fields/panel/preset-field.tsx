import { type FormField, longestFieldValue } from '@agency/contract/form-fields'
import { Field } from '../../../shared/controls/field'
import { isAdopted, isDate, isSigningDate, isSwitch } from '../field-kinds'
import type { FieldChange } from '../placed-fields'
import { isOfPolicy } from './field-bindings'
import { Tick } from './tick'

interface PresetFieldProps {
  readonly field: FormField
  readonly error: string | undefined
  readonly onChange: (change: FieldChange, run: string) => void
}

/** The first value of a field, which the client can change, or with which it stays if nobody is asked for it. */
export function PresetField({ field, error, onChange }: PresetFieldProps) {
  const { kind, binding, calculation, preset, choices = [] } = field
  if (isAdopted(kind) || isSigningDate(field) || calculation !== undefined) return null
  if (binding !== null && !isOfPolicy(binding)) return null
  const set = (value: string | true | undefined) => onChange({ preset: value || undefined }, 'preset')
  if (isSwitch(kind)) {
    return (
      <Tick
        label={kind === 'radio' ? 'Chosen at first' : 'Ticked at first'}
        checked={preset === true}
        onTick={(checked) => set(checked || undefined)}
      />
    )
  }
  const text = typeof preset === 'string' ? preset : ''
  return (
    <Field label="First value" error={error}>
      {(ties) => {
        const shared = { ...ties, value: text }
        if (kind === 'choice' && field.own_text !== true) {
          return (
            <select {...shared} onChange={({ target }) => set(target.value)}>
              <option value="">None</option>
              {choices.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )
        }
        if (field.multiline === true) {
          return <textarea {...shared} maxLength={longestFieldValue} onChange={({ target }) => set(target.value)} />
        }
        return (
          <input
            {...shared}
            type={isDate(kind) ? 'date' : 'text'}
            maxLength={field.max_length ?? longestFieldValue}
            autoComplete="off"
            onChange={({ target }) => set(target.value)}
            onKeyDown={(event) => {
              // Enter must not submit the dialog.
              if (event.key === 'Enter') event.preventDefault()
            }}
          />
        )
      }}
    </Field>
  )
}
