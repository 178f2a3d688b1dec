import { type GlobalForm, globalFormApi } from '@agency/contract/global-forms'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ReadOnly, readOnlyReason, useReadOnly } from '../../shared/archive/read-only'
import { call } from '../../shared/call'
import { alertFailure } from '../../shared/dialogs/dialogs'
import { useRequestedDialog } from '../../shared/dialogs/requested-dialog'
import { findForms } from '../../shared/form-picker/find-forms'
import { FormSearch } from '../../shared/form-picker/form-search'
import { LoadFailure } from '../../shared/loading/load-failure'
import { Loading } from '../../shared/loading/loading'
import { globalFormsQuery } from '../../shared/new-form/create-form'
import { PageHeading } from '../../shared/page-heading'
import { useAnnouncedChecks } from '../../shared/pdf-checks/announce-checks'
import { Button, useReadyFolders } from '../../shared/shared-ui'
import { usePermission } from '../../shared/use-permission'
import { AddFormDialog } from './add-form-dialog'
import { EditFormDialog } from './edit-form-dialog'
import { useRefreshForms } from './form-actions'
import { FormFolders } from './form-folders'
import styles from './forms-page.module.css'
import { PresetsCard } from './presets-card'
import { ConnectedProvider, SyncOutcome, useSyncTemplates } from './sync-templates'

const archivedFormsQuery = queryOptions({
  queryKey: [...globalFormsQuery.queryKey, 'archived'],
  queryFn: async ({ signal }) => (await call(globalFormApi.list, { query: { archived: true }, signal })).forms,
})

interface FormsPageProps {
  /** The section about the fields on a form's pages; `placing`: with their editor open. */
  readonly fields: (form: GlobalForm, placing: boolean, close: () => void) => ReactNode
  /** Offers to place the fields of a form that was just added. */
  readonly offer: (form: GlobalForm, onPlace: () => void) => ReactNode
}

export function FormsPage({ fields, offer }: FormsPageProps) {
  const { library, archive, archived, setArchived, forms: loaded, failed } = useForms()
  const ready = useReadyFolders()
  const forms = ready ? loaded : undefined
  const [dialog, request] = useRequestedDialog()
  const [added, setAdded] = useState<GlobalForm | null>(null)
  // The palette and the offer after an upload name forms of the library, whichever list is shown.
  const named = (wanted: string) => [...library, ...archive].find(({ id }) => id === wanted)
  const edited = dialog?.name === 'edit-form' ? named(dialog.id) : undefined
  const close = () => request(null)
  const sync = useSyncTemplates()
  const mayWrite = usePermission('forms.write')
  useAnnouncedChecks(forms)
  // The list has its newest state, once its PDF is checked.
  const offered = added === null ? null : (named(added.id) ?? added)
  return (
    <ReadOnly value={readOnlyReason(false, mayWrite)}>
      <div className={styles.page}>
        <PageHeading title="Forms">Forms</PageHeading>
        <section className="card" aria-labelledby="global-forms">
          <header className="card-header">
            <h2 id="global-forms">Global Forms</h2>
            {mayWrite && (
              <div className={styles.actions}>
                <Button variant="secondary" busy={sync.isPending} busyLabel="Syncing..." onClick={sync.start}>
                  Sync Templates
                </Button>
                <Button onClick={() => request({ name: 'add-form' })}>Add Document</Button>
              </div>
            )}
          </header>
          <div className={styles.provider}>
            <ConnectedProvider />
            <SyncOutcome done={sync.done} reason={sync.reason} />
            {offered !== null && offer(offered, () => request({ name: 'edit-form', id: offered.id, placing: true }))}
          </div>
          {forms === undefined && failed === undefined && <Loading label="Loading forms" skeleton={styles.loading} />}
          {failed !== undefined && <LoadFailure message="The forms could not be loaded." retry={failed.refetch} />}
          {forms !== undefined && (
            <Library
              forms={forms}
              archived={archived}
              onArchived={setArchived}
              onEdit={({ id }) => request({ name: 'edit-form', id })}
              onAdd={() => request({ name: 'add-form' })}
            />
          )}
        </section>
        {/* What loads above it would move it. */}
        {(forms !== undefined || failed !== undefined) && <PresetsCard />}
        {mayWrite && dialog?.name === 'add-form' && (
          <AddFormDialog
            onAdded={(form, places) => {
              request(places ? { name: 'edit-form', id: form.id, placing: true } : null)
              setAdded(places ? null : form)
            }}
            onClose={close}
          />
        )}
        {edited !== undefined && (
          <EditFormDialog
            key={edited.id}
            form={edited}
            fields={fields(edited, dialog?.name === 'edit-form' && dialog.placing === true, close)}
            onClose={close}
          />
        )}
      </div>
    </ReadOnly>
  )
}

/** The archive is shown after it has arrived, so that the button that asked for it keeps the focus. */
function useForms() {
  const [isAsked, setArchived] = useState(false)
  const library = useQuery(globalFormsQuery)
  const archive = useQuery({ ...archivedFormsQuery, enabled: isAsked })
  const archived = isAsked && archive.data !== undefined
  return {
    library: library.data ?? [],
    archive: (isAsked ? archive.data : undefined) ?? [],
    /** Whether the archived forms are shown. */
    archived,
    setArchived,
    forms: archived ? archive.data : library.data,
    failed: [library, archive].find(({ isError, data }) => isError && data === undefined),
  }
}

interface LibraryProps {
  readonly forms: readonly GlobalForm[]
  /** Whether these are the archived forms. */
  readonly archived: boolean
  readonly onArchived: (archived: boolean) => void
  readonly onEdit: (form: GlobalForm) => void
  readonly onAdd: () => void
}

/** The forms by folder, with a search and the way to the archive. */
function Library({ forms, archived, onArchived, onEdit, onAdd }: LibraryProps) {
  const [typed, setTyped] = useState('')
  const found = findForms(forms, typed)
  const { said, move } = useMove()
  const readOnly = useReadOnly()
  return (
    <>
      <div className={styles.search}>
        <FormSearch
          typed={typed}
          onType={setTyped}
          found={found.length}
          all={forms.length}
          noun={archived ? 'archived form' : 'form'}
        >
          <button type="button" className="link-button" onClick={() => onArchived(!archived)}>
            {archived ? 'Back to the library' : 'Show archived'}
          </button>
        </FormSearch>
      </div>
      {forms.length === 0 && (
        <div className="empty-state">
          <p>{archived ? 'No archived forms.' : 'No Global Forms Found'}</p>
          {!archived && <p>Add Document uploads a PDF or adds a link.</p>}
          {!archived && !readOnly && (
            <Button variant="secondary" onClick={onAdd}>
              Add the first form
            </Button>
          )}
        </div>
      )}
      {forms.length > 0 && found.length === 0 && (
        <div className="empty-state">
          <p>No form has these words.</p>
          <p>Try fewer words, or a folder name.</p>
        </div>
      )}
      <FormFolders forms={found} onEdit={onEdit} onMove={archived || readOnly ? undefined : move} />
      <span role="status" className="visually-hidden">
        {said}
      </span>
    </>
  )
}

/** Moves a form to a folder, and says so. */
function useMove() {
  const refresh = useRefreshForms()
  const { data, mutate } = useMutation({
    mutationFn: async ({ form, folder }: { form: GlobalForm; folder: string | null }) => {
      await call(globalFormApi.update, { params: { id: form.id }, version: form.version, body: { folder } })
      await refresh()
      return `${form.title || 'Untitled'} is now in ${folder ?? 'no folder'}.`
    },
    onError: (error) => alertFailure('Error saving form. See console for details.', error),
  })
  return { said: data ?? '', move: (form: GlobalForm, folder: string | null) => mutate({ form, folder }) }
}
