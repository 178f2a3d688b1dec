import { Field } from '../../../shared/controls/field'

interface SelectProps<Value extends string> {
  readonly label: string
  readonly hint?: string | undefined
  readonly value: Value
  readonly options: readonly (readonly [Value, string])[]
  readonly onChange: (value: Value) => void
}

export function Select<Value extends string>({ label, hint, value, options, onChange }: SelectProps<Value>) {
  return (
    <Field label={label} hint={hint}>
      {(ties) => (
        <select
          {...ties}
          value={value}
          onChange={({ target }) => {
            const chosen = options.find(([option]) => option === target.value)
            if (chosen) onChange(chosen[0])
          }}
        >
          {options.map(([option, name]) => (
            <option key={option} value={option}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
