import { sessionTypes } from '@agency/contract/sessions'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '../controls/field'
import styles from './session-type.module.css'

interface SessionTypeFieldProps {
  readonly control: UseFormRegisterReturn
  /** The label of a first option without a type. Without it, a type must be chosen. */
  readonly noType?: string
}

export function SessionTypeField({ control, noType }: SessionTypeFieldProps) {
  return (
    <Field label="Session type">
      {(ties) => (
        <select {...ties} {...control} className={styles.type}>
          {noType !== undefined && <option value="">{noType}</option>}
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
