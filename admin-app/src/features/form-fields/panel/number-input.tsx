import { useState } from 'react'
import { Field } from '../../../shared/controls/field'

interface NumberInputProps {
  readonly label: string
  readonly value: number
  readonly error: string | undefined
  readonly onCommit: (value: number) => void
}

/** A length in points. It holds what is typed until that is done: half a number would already move something. */
export function NumberInput({ label, value, error, onCommit }: NumberInputProps) {
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
          value={typed ?? value}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Takes the number over; the dialog is saved by its button.
            event.preventDefault()
            commit()
          }}
        />
      )}
    </Field>
  )
}
