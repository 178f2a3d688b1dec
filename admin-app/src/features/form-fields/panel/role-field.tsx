import { type FieldRole, fieldRoles } from '@agency/contract/form-fields'
import { Field } from '../../../shared/controls/field'
import { roleNames } from '../field-kinds'

interface RoleFieldProps {
  /** Undefined if several fields have different ones. */
  readonly role: FieldRole | undefined
  readonly error?: string | undefined
  readonly onRole: (role: FieldRole) => void
}

/** Chooses who fills a field in. Only the client is asked for it; all others leave it empty, or with its first value. */
export function RoleField({ role, error, onRole }: RoleFieldProps) {
  return (
    <Field
      label="Who fills it in"
      hint={role === undefined || role === 'client' ? undefined : 'The client is not asked for it.'}
      error={error}
    >
      {(ties) => (
        <select
          {...ties}
          value={role ?? ''}
          onChange={({ target }) => {
            const chosen = fieldRoles.find((known) => known === target.value)
            if (chosen !== undefined) onRole(chosen)
          }}
        >
          {role === undefined && <option value="">Different</option>}
          {fieldRoles.map((known) => (
            <option key={known} value={known}>
              {roleNames[known]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
