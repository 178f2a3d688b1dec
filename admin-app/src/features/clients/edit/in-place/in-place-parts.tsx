import Check from 'lucide-react/icons/check'
import Pencil from 'lucide-react/icons/pencil'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useReadOnly } from '../../../../shared/archive/read-only'
import { useSubmission } from '../../../../shared/dialogs/submission'
import { focusOnPage } from '../../../../shared/focus-on-page'
import styles from './in-place-value.module.css'
import { useRecordEditing } from './record-editing'

interface EditableValueProps {
  /** What `RecordEditing` calls the value. */
  readonly value: string
  /** Names the value, as in `Change Bank Name`. */
  readonly label: string
  readonly onEdit: () => void
  readonly children: ReactNode
}

/** A shown value. A press anywhere on it edits it, unless the record is archived; its own links and buttons work. */
export function EditableValue({ value, label, onEdit, children }: EditableValueProps) {
  const { closed } = useRecordEditing()
  const readOnly = useReadOnly()
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const element = button.current
    if (element !== null && closed.current === value) {
      closed.current = null
      focusOnPage(element)
    }
    // Before React removes the button; in an effect without layout the focus would be lost already.
    return () => {
      if (element !== null && element === document.activeElement) closed.current = value
    }
  }, [closed, value])
  return (
    <span className={styles.value}>
      <span className={styles.shown}>{children}</span>
      {!readOnly && (
        <button ref={button} type="button" className={styles.edit} aria-label={`Change ${label}`} onClick={onEdit}>
          <Pencil size={14} />
        </button>
      )}
    </span>
  )
}

interface EditedValueProps {
  readonly shown: ReactNode
  readonly children: ReactNode
}

/** An open editor over its value, which keeps its place: opening and closing the editor moves nothing. */
export function EditedValue({ shown, children }: EditedValueProps) {
  return (
    <>
      {children}
      <span className={styles.value} data-state="edited" aria-hidden="true" inert>
        <span className={styles.shown}>{shown}</span>
      </span>
    </>
  )
}

interface EditorFormProps {
  /** Names the value, as in `Change Bank Name`. */
  readonly label: string
  readonly busy: boolean
  readonly onSubmit: () => unknown
  readonly onCancel: () => void
  readonly children: ReactNode
}

/** The form of one value, whose control takes the focus unless a dialog is open: Enter saves, Esc cancels. */
export function EditorForm({ label, busy, onSubmit, onCancel, children }: EditorFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const submission = useSubmission(busy)
  useEffect(() => {
    const control = form.current?.querySelector<HTMLElement>('input, select, textarea')
    focusOnPage(control)
    if (control instanceof HTMLInputElement && control === document.activeElement) control.select()
  }, [])
  const cancel = () => {
    if (!busy) onCancel()
  }
  const steer = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      cancel()
    } else if (event.key === 'Enter' && savesOnEnter(event)) {
      event.preventDefault()
      event.currentTarget.requestSubmit()
    }
  }
  return (
    <form
      ref={form}
      className={styles.editor}
      aria-label={`Change ${label}`}
      onKeyDown={steer}
      onSubmit={(event) => {
        event.preventDefault()
        submission(onSubmit)
      }}
    >
      <div className={styles.row}>
        <div className={styles.control}>{children}</div>
        <button type="submit" className={`${styles.action} ${styles.save}`} aria-label="Save" aria-busy={busy}>
          <Check size={16} />
        </button>
        <button type="button" className={styles.action} aria-label="Cancel" onClick={cancel}>
          <X size={16} />
        </button>
      </div>
    </form>
  )
}

/** Enter in a text of several lines starts a new one; with Ctrl or ⌘ it saves. A button is pressed by it. */
function savesOnEnter({ target, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (target instanceof HTMLTextAreaElement) return ctrlKey || metaKey
  return !(target instanceof HTMLButtonElement)
}
