import type { GlobalForm } from '@agency/contract/global-forms'
import { formatShortDate } from '../../../shared/formatting'
import styles from './form-choice.module.css'

interface FormChoiceProps {
  readonly form: GlobalForm
  readonly chosen: boolean
  readonly attached: boolean
  readonly onToggle: () => void
}

/** A form of the library that can be ticked. */
export function FormChoice({ form, chosen, attached, onToggle }: FormChoiceProps) {
  return (
    <label className={styles.choice}>
      <input type="checkbox" checked={chosen} onChange={onToggle} />
      <span className={styles.text}>
        <span className={styles.title}>{form.title || 'Untitled'}</span>{' '}
        <span className={styles.facts}>
          {form.type} · {formatShortDate(form.created_at)}
          {attached && ' · already in this session'}
        </span>
      </span>
    </label>
  )
}
