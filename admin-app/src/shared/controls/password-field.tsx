import { type ComponentProps, useState } from 'react'
import { Field } from './field'

interface PasswordFieldProps {
  readonly label: string
  readonly hint?: string
  readonly error: string | undefined
  /** What a password manager offers: the stored password, or one that it makes. */
  readonly autoComplete: 'current-password' | 'new-password'
  /** What the form registers the control with, or its name in a plain form. */
  readonly control: ComponentProps<'input'>
}

/** A new password, which is entered once, can be shown. */
export function PasswordField({ autoComplete, control, ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <>
      <Field {...field}>
        {(ties) => (
          <input
            {...ties}
            {...control}
            type={isShown ? 'text' : 'password'}
            maxLength={1_000}
            autoComplete={autoComplete}
            spellCheck={false}
          />
        )}
      </Field>
      {autoComplete === 'new-password' && (
        <label className="choice">
          <input type="checkbox" checked={isShown} onChange={({ target }) => setShown(target.checked)} /> Show password
        </label>
      )}
    </>
  )
}
