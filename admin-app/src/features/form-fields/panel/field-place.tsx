import type { FormField } from '@agency/contract/form-fields'
import { Field } from '../../../shared/controls/field'
import type { FieldChange } from './field-change'
import styles from './field-panel.module.css'
import { NumberInput } from './number-input'

const lengths = [
  { name: 'x', label: 'From the left' },
  { name: 'y', label: 'From the top' },
  { name: 'width', label: 'Width' },
  { name: 'height', label: 'Height' },
] as const

interface FieldPlaceProps {
  readonly field: FormField
  readonly pages: number
  readonly faults: Readonly<Record<string, string>>
  readonly onChange: (change: FieldChange, run: string) => void
}

/** Where a field is, as numbers. */
export function FieldPlace({ field, pages, faults, onChange }: FieldPlaceProps) {
  return (
    <fieldset className={styles.place}>
      <legend>Position and size, in points</legend>
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
  )
}
