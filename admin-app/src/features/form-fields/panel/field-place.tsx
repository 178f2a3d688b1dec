import type { FormField } from '@agency/contract/form-fields'
import { useState } from 'react'
import { Field } from '../../../shared/controls/field'
import type { FieldChange } from '../placed-fields'
import styles from './field-panel.module.css'

const lengths = [
  { name: 'x', label: 'X (pt)' },
  { name: 'y', label: 'Y (pt)' },
  { name: 'width', label: 'Width (pt)' },
  { name: 'height', label: 'Height (pt)' },
] as const

interface FieldPlaceProps {
  readonly field: FormField
  readonly pages: number
  readonly faults: Readonly<Record<string, string>>
  readonly onChange: (change: FieldChange, run: string) => void
}

/** A field's page, position and size as numbers, folded until they are wanted or wrong. */
export function FieldPlace({ field, pages, faults, onChange }: FieldPlaceProps) {
  const isFaulty = ['page', ...lengths.map(({ name }) => name)].some((name) => faults[name] !== undefined)
  return (
    <details open={isFaulty}>
      <summary>Position and size</summary>
      <fieldset className={styles.place}>
        <legend className="visually-hidden">Position and size</legend>
        <Field label="Page" error={faults.page}>
          {(ties) => (
            <select
              {...ties}
              value={field.page}
              onChange={({ target }) => onChange({ page: Number(target.value) }, 'page')}
            >
              {Array.from({ length: pages }, (_, page) => page + 1).map((number) => (
                <option key={number} value={number - 1}>
                  {number}
                </option>
              ))}
            </select>
          )}
        </Field>
        {lengths.map(({ name, label }) => (
          <NumberInput
            key={`${field.id} ${name}`}
            label={label}
            value={field[name]}
            error={faults[name]}
            onCommit={(value) => onChange({ [name]: value }, name)}
          />
        ))}
      </fieldset>
    </details>
  )
}

interface NumberInputProps {
  readonly label: string
  readonly value: number
  readonly error: string | undefined
  readonly onCommit: (value: number) => void
}

/** A length in points. It is committed on blur or Enter: a partly typed number would already move the field. */
function NumberInput({ label, value, error, onCommit }: NumberInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const commit = () => {
    const number = Number(typed)
    if (typed !== null && typed.trim() !== '' && Number.isFinite(number) && number !== value) onCommit(number)
    setTyped(null)
  }
  return (
    <Field label={label} error={error}>
      {(ties) => (
        <input
          {...ties}
          type="number"
          min={0}
          step="any"
          value={typed ?? value}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Commits the number instead of submitting the dialog.
            event.preventDefault()
            commit()
          }}
        />
      )}
    </Field>
  )
}
