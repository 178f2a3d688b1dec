import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useEditorGuard } from '../../../../shared/dialogs/discard-guard'
import { type RecordField, spokenLabel } from '../../record/record-fields'
import { RecordControl } from '../record-control'
import { useRecordEdit, useRecordSave } from '../use-record-save'
import { EditorForm } from './in-place-parts'
import styles from './in-place-value.module.css'
import { useRecordEditing, useReportedSaving } from './record-editing'

/** Hides a sensitive value when the window is no longer visible, as a reveal does. Unsaved input stays. */
function useHideWhenUnseen(isSensitive: boolean, hide: () => void): void {
  const latest = useRef(hide)
  useEffect(() => {
    latest.current = hide
  })
  useEffect(() => {
    if (!isSensitive) return
    const leave = () => {
      // Synchronously: the browser may not render a hidden page again before someone else sees it.
      if (document.visibilityState === 'hidden') flushSync(latest.current)
    }
    document.addEventListener('visibilitychange', leave)
    return () => document.removeEventListener('visibilitychange', leave)
  }, [isSensitive])
}

/** Edits one field where its value stands: Enter saves, Esc restores the stored value. */
export function FieldEditor({ field }: { readonly field: RecordField }) {
  const { revealed, stop, dirty } = useRecordEditing()
  const [failed, setFailed] = useState<string | null>(null)
  const edit = useRecordEdit(`${revealed.id} in place ${field.name}`, revealed, [field])
  const save = useRecordSave(edit, { name: field.label, onSaved: stop, onRefused: setFailed })
  useReportedSaving(save.busy)
  const isDirty = edit.form.formState.isDirty && !save.busy
  useEditorGuard(isDirty, stop)
  useEffect(() => {
    dirty.current = isDirty
  }, [dirty, isDirty])
  useHideWhenUnseen(field.mask !== undefined, () => {
    if (!edit.form.formState.isDirty && !save.busy) stop()
  })
  if (save.conflict !== null) return save.conflict

  const submit = edit.form.handleSubmit((draft) => {
    setFailed(null)
    if (edit.form.formState.isDirty) save.submit(draft)
    else stop()
  })
  return (
    <EditorForm label={spokenLabel(field)} busy={save.busy} onSubmit={submit} onCancel={stop}>
      <RecordControl field={field} form={edit.form} />
      {failed !== null && (
        <p className={styles.failed} role="alert">
          {failed}
        </p>
      )}
    </EditorForm>
  )
}
