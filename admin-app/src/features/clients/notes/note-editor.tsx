import { type NoteKind, noteKinds } from '@agency/contract/client-notes'
import { type KeyboardEvent, useState } from 'react'
import { closeUnlessDirty, useEditorGuard } from '../../../shared/dialogs/discard-guard'
import { serverMessage } from '../../../shared/dialogs/save-dialog'
import { useSubmission } from '../../../shared/dialogs/submission'
import { Button, RichText } from '../../../shared/shared-ui'
import { usePastedPictures } from '../../../shared/text/pasted-pictures'
import { kindLabels } from './note-queries'
import styles from './notes.module.css'

export interface NoteDraft {
  readonly kind: NoteKind
  /** HTML; `''` when nothing is left. */
  readonly text: string
}

export interface NoteEditorProps {
  /** The accessible name of the text. */
  readonly label: string
  readonly draft: NoteDraft
  readonly onChange: (draft: NoteDraft) => void
  readonly saveLabel?: string | undefined
  readonly onSave: () => unknown
  readonly isDirty: boolean
  /** Closes the editor, whatever was typed. */
  readonly onClose: () => void
  readonly busy: boolean
  readonly error: string | null
}

/** Why a note was not saved. */
export const failureText = (error: Error): string =>
  serverMessage()(error) ?? 'The note could not be saved. Please try again.'

/** The text and kind of a note. Ctrl+Enter saves it. */
export function NoteEditor(props: NoteEditorProps) {
  const { label, draft, onChange, saveLabel = 'Save Note', onSave, isDirty, onClose, busy, error } = props
  const submit = useSubmission(busy)
  // A text that is handed back while the person types on would replace what was typed since.
  const [initial] = useState(draft.text)
  const isEmpty = draft.text === ''
  useEditorGuard(isDirty && !busy, onClose)
  const save = () => {
    if (!isEmpty) submit(onSave)
  }
  const saveByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    // The editor would begin another line.
    event.preventDefault()
    event.stopPropagation()
    save()
  }
  return (
    <div className={styles.editor} onKeyDownCapture={saveByKey}>
      <fieldset className={styles.kinds}>
        <legend className="visually-hidden">Kind of note</legend>
        {noteKinds.map((kind) => (
          <button
            key={kind}
            type="button"
            className="chip"
            aria-pressed={draft.kind === kind}
            onClick={() => onChange({ ...draft, kind })}
          >
            {kindLabels[kind]}
          </button>
        ))}
      </fieldset>
      <RichText
        label={label}
        value={initial}
        onChange={(text) => onChange({ ...draft, text })}
        {...usePastedPictures()}
        autoFocus
      />
      {error !== null && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      <div className={styles.actions}>
        <Button busy={busy} busyLabel="Saving..." aria-disabled={isEmpty} title="Ctrl+Enter" onClick={save}>
          {saveLabel}
        </Button>
        <Button variant="secondary" onClick={() => void closeUnlessDirty(isDirty, onClose)}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
