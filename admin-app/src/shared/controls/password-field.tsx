import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from './field'

interface PasswordFieldProps {
  readonly label: string
  readonly hint?: string
  readonly error: string | undefined
  /** What a password manager offers: the stored password, or one that it makes. */
  readonly autoComplete: 'current-password' | 'new-password'
  /** What the form registers the control with. */
  readonly control: UseFormRegisterReturn
}

export function PasswordField({ autoComplete, control, ...field }: PasswordFieldProps) {
  return (
    <Field {...field}>
      {(ties) => <input {...ties} {...control} type="password" maxLength={1_000} autoComplete={autoComplete} />}
    </Field>
  )
}
