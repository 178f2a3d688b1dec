import { sessionTypes } from '@agency/contract/sessions'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '../../shared/controls/field'
import styles from './session-type.module.css'

/** The control for a session's type. */
export function SessionTypeField({ control }: { readonly control: UseFormRegisterReturn }) {
  return (
    <Field label="Session type">
      {(ties) => (
        <select {...ties} {...control} className={styles.type}>
          {sessionTypes.map((type) => (
            <option key={type} value={type}>
              {type}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
