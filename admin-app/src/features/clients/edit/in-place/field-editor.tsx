import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useLeaveGuard } from '../../../../shared/dialogs/discard-guard'
import { type RecordField, spokenLabel } from '../../record/record-fields'
import { RecordControl } from '../record-control'
import { useRecordEdit, useRecordSave } from '../use-record-save'
import styles from './in-place-value.module.css'
import { useRecordEditing } from './record-editing'

/** Edits one field where its value stands: Enter saves, Esc restores the stored value. */
export function FieldEditor({ field }: { readonly field: RecordField }) {
  const { client, stop, dirty } = useRecordEditing()
  const form = useRef<HTMLFormElement>(null)
  const [failed, setFailed] = useState(false)
  const edit = useRecordEdit(`${client.id} in place ${field.name}`, client, [field])
  const save = useRecordSave(edit, { name: field.label, onSaved: stop, onRefused: (marked) => setFailed(!marked) })
  const { isDirty } = edit.form.formState
  useLeaveGuard(isDirty)
  useEffect(() => {
    dirty.current = isDirty
  }, [dirty, isDirty])
  useEffect(() => {
    const control = form.current?.querySelector<HTMLElement>('input, select, textarea')
    control?.focus()
    if (control instanceof HTMLInputElement) control.select()
  }, [])
  if (save.conflict !== null) return save.conflict

  const submit = edit.form.handleSubmit((draft) => {
    setFailed(false)
    if (edit.form.formState.isDirty) save.submit(draft)
    else stop()
  })
  const steer = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      if (!save.busy) stop()
    } else if (event.key === 'Enter' && savesOnEnter(event)) {
      event.preventDefault()
      event.currentTarget.requestSubmit()
    }
  }
  return (
    <form
      ref={form}
      className={styles.editor}
      aria-label={`Change ${spokenLabel(field)}`}
      onKeyDown={steer}
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.busy) void submit(event)
      }}
    >
      <div className={styles.row}>
        <div className={styles.control}>
          <RecordControl field={field} form={edit.form} />
        </div>
        <button type="submit" className={`${styles.action} ${styles.save}`} aria-label="Save" aria-busy={save.busy}>
          <Check size={16} aria-hidden="true" />
        </button>
        <button type="button" className={styles.action} aria-label="Cancel" onClick={() => !save.busy && stop()}>
          <X size={16} aria-hidden="true" />
        </button>
      </div>
      {failed && (
        <p className={styles.failed} role="alert">
          The changes could not be saved. Please try again.
        </p>
      )}
    </form>
  )
}

/** Enter in a text of several lines starts a new one; with Ctrl or ⌘ it saves. A button is pressed by it. */
function savesOnEnter({ target, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (target instanceof HTMLTextAreaElement) return ctrlKey || metaKey
  return !(target instanceof HTMLButtonElement)
}
