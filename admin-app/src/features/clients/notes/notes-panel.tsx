import { clientNoteApi, type NoteKind, noteKinds } from '@agency/contract/client-notes'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useReadOnly } from '../../../shared/archive/read-only'
import { call } from '../../../shared/call'
import { focusOnPage } from '../../../shared/focus-on-page'
import { LoadFailure } from '../../../shared/loading/load-failure'
import { Loading } from '../../../shared/loading/loading'
import { useOfferedCommands } from '../../../shared/page-commands'
import { persistState } from '../../../shared/persist-draft'
import { Button, prepareEditor } from '../../../shared/shared-ui'
import panel from '../../../shared/tables/panel.module.css'
import { showToast } from '../../../shared/toasts/toasts'
import { failureText, type NoteDraft, NoteEditor } from './note-editor'
import { NoteEntry } from './note-entry'
import { kindLabels, notesKey, notesQuery } from './note-queries'
import styles from './notes.module.css'

const useDraft = persistState<NoteDraft | null>()

/** The dated notes of a client, below the two of its record, with the buttons that add one. */
export function NotesPanel({ clientId }: { readonly clientId: string }) {
  const readOnly = useReadOnly()
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    notesQuery(clientId),
  )
  const notes = data?.pages.flatMap((page) => page.notes)
  const place = useRef<HTMLDivElement>(null)
  const focusFirst = () => focusOnPage(place.current?.querySelector('button') ?? null, { preventScroll: true })
  return (
    <div ref={place} className={panel.panel}>
      {!readOnly && <NewNote clientId={clientId} />}
      {notes === undefined && isError && <LoadFailure message="The notes could not be loaded." retry={refetch} />}
      {notes === undefined && !isError && <Loading label="Loading notes" skeleton={panel.loading} />}
      {notes?.length === 0 && <p className={panel.none}>No dated notes yet.</p>}
      {notes !== undefined && notes.length > 0 && (
        <ol className={styles.entries} aria-label="Dated notes">
          {notes.map((note) => (
            <NoteEntry key={note.id} clientId={clientId} note={note} onRemoved={focusFirst} />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button
          variant="secondary"
          className={panel.action}
          busy={isFetchingNextPage}
          busyLabel="Loading..."
          onClick={() => fetchNextPage()}
        >
          Show Older Notes
        </Button>
      )}
    </div>
  )
}

function NewNote({ clientId }: { readonly clientId: string }) {
  const [draft, setDraft] = useDraft(clientId, null)
  const queryClient = useQueryClient()
  const buttons = useRef<HTMLFieldSetElement>(null)
  const close = () => {
    setDraft(null)
    setTimeout(() => focusOnPage(buttons.current?.querySelector('button') ?? null, { preventScroll: true }))
  }
  const add = useMutation({
    mutationFn: (body: NoteDraft) => call(clientNoteApi.add, { params: { id: clientId }, body }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: notesKey(clientId) })
      close()
      showToast({ text: 'Note added.' })
    },
  })
  const start = (kind: NoteKind) => {
    add.reset()
    setDraft({ kind, text: '' })
  }
  useOfferedCommands(
    draft === null ? noteKinds.map((kind) => ({ label: `Add ${kindLabels[kind]}`, run: () => start(kind) })) : [],
  )
  if (draft !== null)
    return (
      <NoteEditor
        label="New note"
        draft={draft}
        onChange={setDraft}
        onSave={() => add.mutate(draft)}
        isDirty={draft.text !== ''}
        onClose={close}
        busy={add.isPending}
        error={add.error && failureText(add.error)}
      />
    )
  return (
    <fieldset ref={buttons} className={styles.kinds} onPointerEnter={prepareEditor} onFocus={prepareEditor}>
      <legend className="visually-hidden">Add a note</legend>
      {noteKinds.map((kind) => (
        <Button key={kind} variant="secondary" aria-label={`Add ${kindLabels[kind]}`} onClick={() => start(kind)}>
          + {kindLabels[kind]}
        </Button>
      ))}
    </fieldset>
  )
}
