import type { AdminRole } from '@agency/contract/admins'
import type { UseFormReturn } from 'react-hook-form'
import { Field } from '../../shared/controls/field'
import { PasswordField } from '../../shared/controls/password-field'
import { roleNames } from './role-names'

export interface AdminDraft {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly username: string
  readonly role: AdminRole
  /** Used for a new staff member alone. */
  readonly password: string
}

interface AdminFieldsProps {
  readonly form: UseFormReturn<AdminDraft>
  readonly withPassword: boolean
  /** Whether no email is stored, as for the first admin, who is created without one. */
  readonly emailMissing: boolean
  /** The access levels that may be given to them. */
  readonly roles: readonly AdminRole[]
}

/** Name, login and access level of a staff member. The browser enforces required fields. */
export function AdminFields({
  form: { register, watch, formState },
  withPassword,
  emailMissing,
  roles,
}: AdminFieldsProps) {
  const { errors } = formState
  return (
    <div className="field-grid">
      <Field label="First Name" error={errors.first_name?.message}>
        {(ties) => <input {...ties} {...register('first_name')} required maxLength={200} autoComplete="off" />}
      </Field>
      <Field label="Last Name" error={errors.last_name?.message}>
        {(ties) => <input {...ties} {...register('last_name')} required maxLength={200} autoComplete="off" />}
      </Field>
      <Field
        label="Email"
        hint={emailMissing ? 'No email is stored yet. Add one, then the changes can be saved.' : undefined}
        error={errors.email?.message}
      >
        {(ties) => <input {...ties} {...register('email')} type="email" required maxLength={320} autoComplete="off" />}
      </Field>
      <Field label="Username" error={errors.username?.message}>
        {(ties) => (
          <input
            {...ties}
            {...register('username')}
            required
            maxLength={200}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      {withPassword && (
        <PasswordField
          label="Password"
          hint="At least 12 characters. Spaces are allowed."
          error={errors.password?.message}
          autoComplete="new-password"
          control={{ ...register('password'), required: true }}
        />
      )}
      <Field label="Access Level" hint={roleNames[watch('role')].hint} error={errors.role?.message}>
        {(ties) => (
          <select {...ties} {...register('role')}>
            {roles.map((role) => (
              <option key={role} value={role}>
                {roleNames[role].name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  )
}
