import Pencil from 'lucide-react/icons/pencil'
import type { ReactNode } from 'react'
import { alertFailure } from '../../../../shared/dialogs/dialogs'
import { reportReveal } from '../../clients-api'
import { hasValue, type RecordField, spokenLabel } from '../../record/record-fields'
import { FieldEditor } from './field-editor'
import styles from './in-place-value.module.css'
import { useRecordEditing } from './record-editing'

interface InPlaceValueProps {
  readonly field: RecordField
  /** Tells the places apart where the page shows a field. */
  readonly place: 'header' | 'card'
  /** The value as it is shown. */
  readonly children: ReactNode
}

/** A value that can be edited where it stands. A press anywhere on it opens its editor; its own links and buttons work. */
export function InPlaceValue({ field, place, children }: InPlaceValueProps) {
  const { client, editing, start, closed } = useRecordEditing()
  const value = `${place} ${field.name}`
  if (editing === value) return <FieldEditor field={field} />

  const edit = async () => {
    try {
      // The editor shows the whole value, as a reveal does, and so is audited like one.
      if (field.mask !== undefined && hasValue(client, field)) await reportReveal(client.id, field.name)
      start(value)
    } catch (error) {
      await alertFailure('The value could not be shown. Please try again.', error)
    }
  }
  const takeFocusBack = (button: HTMLButtonElement | null) => {
    if (button === null || closed.current !== value) return
    closed.current = null
    button.focus()
  }
  return (
    <span className={styles.value}>
      <span className={styles.shown}>{children}</span>
      <button
        ref={takeFocusBack}
        type="button"
        className={styles.edit}
        aria-label={`Change ${spokenLabel(field)}`}
        onClick={() => void edit()}
      >
        <Pencil size={14} aria-hidden="true" />
      </button>
    </span>
  )
}
