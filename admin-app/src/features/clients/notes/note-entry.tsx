import { type ClientNote, clientNoteApi, type UpdateClientNote } from '@agency/contract/client-notes'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readRefusal } from '../../../shared/api-error'
import { useReadOnly } from '../../../shared/archive/read-only'
import { call } from '../../../shared/call'
import { alertFailure, confirm } from '../../../shared/dialogs/dialogs'
import { formatMoment } from '../../../shared/formatting'
import { LoadFailure } from '../../../shared/loading/load-failure'
import { Loading } from '../../../shared/loading/loading'
import panel from '../../../shared/tables/panel.module.css'
import { RichTextView } from '../../../shared/text/rich-text-view'
import { showToast } from '../../../shared/toasts/toasts'
import { failureText, type NoteDraft, NoteEditor } from './note-editor'
import { kindLabels, noteHistoryQuery, notesKey } from './note-queries'
import styles from './notes.module.css'

interface NoteEntryProps {
  readonly clientId: string
  readonly note: ClientNote
}

interface ListedNoteProps extends NoteEntryProps {
  /** Called once the note is deleted, with what has the focus gone. */
  readonly onRemoved: () => void
}

/** Characters of a text that is shown as a whole. */
const longText = 1_500

/** Sends a change of a note, and fetches the notes again: also after a refusal, whose cause they show. */
function useNoteChange({ clientId, note }: NoteEntryProps, onSaved: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ version, ...body }: UpdateClientNote & { readonly version: number }) =>
      call(clientNoteApi.update, { params: { id: clientId, noteId: note.id }, version, body }),
    onSuccess: onSaved,
    onSettled: () => queryClient.invalidateQueries({ queryKey: notesKey(clientId) }),
  })
}

/** One note: kind, time and author, its text, and what can be done with it. */
export function NoteEntry({ clientId, note, onRemoved }: ListedNoteProps) {
  const [editing, setEditing] = useState(false)
  const [shown, setShown] = useState(false)
  const name = `${kindLabels[note.kind]} of ${formatMoment(note.created_at)}`
  return (
    <li className={styles.entry} aria-label={name}>
      <p className={styles.head}>
        {note.pinned && <span className="badge">Pinned</span>}
        <strong>{kindLabels[note.kind]}</strong>
        <span className={styles.aside}>
          <time dateTime={note.created_at}>{formatMoment(note.created_at)}</time> ·{' '}
          {note.author_name ?? 'A former admin'}
        </span>
        {note.former_texts > 0 && (
          <button
            type="button"
            className="link-button"
            aria-expanded={shown}
            aria-label={`Earlier texts of the ${name}`}
            onClick={() => setShown(!shown)}
          >
            Edited
          </button>
        )}
      </p>
      {editing ? (
        <EditNote clientId={clientId} note={note} onClose={() => setEditing(false)} />
      ) : (
        <NoteText html={note.text} />
      )}
      {shown && <NoteHistory clientId={clientId} note={note} />}
      {!editing && (
        <NoteActions
          clientId={clientId}
          note={note}
          name={name}
          onEdit={() => setEditing(true)}
          onRemoved={onRemoved}
        />
      )}
    </li>
  )
}

/** A long text is cut, so that what stands below stays in reach. */
function NoteText({ html }: { readonly html: string }) {
  const [whole, setWhole] = useState(html.length <= longText)
  if (whole) return <RichTextView html={html} />
  return (
    <>
      <div className={styles.cut}>
        <RichTextView html={html} />
      </div>
      <button type="button" className={`link-button ${styles.more}`} onClick={() => setWhole(true)}>
        Show the whole note
      </button>
    </>
  )
}

interface EditNoteProps extends NoteEntryProps {
  readonly onClose: () => void
}

function EditNote({ clientId, note, onClose }: EditNoteProps) {
  const [base] = useState(note)
  const [draft, setDraft] = useState<NoteDraft>(note)
  const save = useNoteChange({ clientId, note }, onClose)
  const isStale = note.version !== base.version && note.text !== base.text
  // Who has seen the other text saves over it.
  const over = isStale ? note : base
  const isDirty = draft.text !== base.text || draft.kind !== base.kind
  return (
    <>
      {isStale && (
        <div className="notice" data-tone="warning" role="alert">
          <p>Someone else changed this note meanwhile. Their text:</p>
          <RichTextView html={note.text} />
        </div>
      )}
      <NoteEditor
        label="Text of the note"
        draft={draft}
        onChange={setDraft}
        saveLabel={isStale ? 'Save Mine over Theirs' : undefined}
        onSave={() => save.mutateAsync({ version: over.version, kind: draft.kind, text: draft.text }).catch(() => {})}
        isDirty={isDirty}
        onClose={onClose}
        busy={save.isPending}
        error={isStale ? null : save.error && failureText(save.error)}
      />
    </>
  )
}

interface NoteActionsProps extends ListedNoteProps {
  readonly name: string
  readonly onEdit: () => void
}

function NoteActions({ clientId, note, name, onEdit, onRemoved }: NoteActionsProps) {
  const readOnly = useReadOnly()
  const queryClient = useQueryClient()
  const change = useNoteChange({ clientId, note }, () => undefined)
  const remove = useMutation({
    mutationFn: () => call(clientNoteApi.remove, { params: { id: clientId, noteId: note.id } }),
    onSuccess: () => {
      onRemoved()
      showToast({ text: 'Note deleted.' })
    },
    onError: (error) => {
      if (readRefusal(error)?.status !== 404)
        void alertFailure('The note could not be deleted. Please try again.', error)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: notesKey(clientId) }),
  })
  if (readOnly) return null
  const askAndRemove = async () => {
    if (await confirm(`Delete the ${name}? It is gone for good.`, { confirmLabel: 'Delete', danger: true }))
      remove.mutate()
  }
  const pin = () =>
    change.mutate(
      { version: note.version, pinned: !note.pinned },
      { onError: (error) => void alertFailure('The note could not be changed. Please try again.', error) },
    )
  return (
    <div className={styles.actions}>
      <button type="button" className="link-button" aria-label={`Edit the ${name}`} onClick={onEdit}>
        Edit
      </button>
      <button
        type="button"
        className="link-button"
        aria-label={`${note.pinned ? 'Unpin' : 'Pin'} the ${name}`}
        aria-disabled={change.isPending}
        onClick={() => !change.isPending && pin()}
      >
        {note.pinned ? 'Unpin' : 'Pin'}
      </button>
      {note.may_delete && (
        <button
          type="button"
          className="link-button"
          aria-label={`Delete the ${name}`}
          aria-disabled={remove.isPending}
          onClick={() => !remove.isPending && void askAndRemove()}
        >
          Delete
        </button>
      )}
    </div>
  )
}

function NoteHistory({ clientId, note }: NoteEntryProps) {
  const { data, isError, refetch } = useQuery(noteHistoryQuery(clientId, note.id))
  if (data === undefined)
    return isError ? (
      <LoadFailure message="The earlier texts could not be loaded." retry={refetch} />
    ) : (
      <Loading label="Loading earlier texts" skeleton={panel.loading} />
    )
  return (
    <ol className={styles.history} aria-label="Earlier texts">
      {data.texts.map(({ id, text, replaced_at, replaced_by_name }) => (
        <li key={id}>
          <p className={styles.aside}>
            Until <time dateTime={replaced_at}>{formatMoment(replaced_at)}</time>, then changed by{' '}
            {replaced_by_name ?? 'a former admin'}
          </p>
          <RichTextView html={text} />
        </li>
      ))}
    </ol>
  )
}
