import type { InputHTMLAttributes } from 'react'
import { FieldNotes, notesOf } from '../fields/field-notes.tsx'

interface SignerFieldProps
  extends Pick<InputHTMLAttributes<HTMLInputElement>, 'autoComplete' | 'autoCapitalize' | 'maxLength'> {
  readonly id: string
  readonly label: string
  readonly value: string
  /** What is said when it is left empty; undefined as long as that is not held against it. */
  readonly fault: string | undefined
  readonly hint?: string
  readonly onValue: (value: string) => void
}

/** A line of text that the signer gives of themselves. */
export function SignerField({ id, label, value, fault, hint, onValue, ...native }: SignerFieldProps) {
  const notes = { id, fault, hint }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...native}
        id={id}
        value={value}
        type="text"
        spellCheck={false}
        aria-invalid={fault !== undefined}
        aria-describedby={notesOf(notes)}
        onChange={(event) => onValue(event.target.value)}
      />
      <FieldNotes {...notes} />
    </div>
  )
}
