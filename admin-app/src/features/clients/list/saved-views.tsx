import { clientListViewApi, type SavedClientListView } from '@agency/contract/client-list-views'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../../../shared/call'
import { Field } from '../../../shared/controls/field'
import { alertFailure, confirm } from '../../../shared/dialogs/dialogs'
import { FormModal } from '../../../shared/dialogs/form-modal'
import { serverMessage, useSaveDialog } from '../../../shared/dialogs/save-dialog'
import { usePermission } from '../../../shared/use-permission'
import { chooseColumns, useChosenIds } from './column-choice'
import type { ListView, ShowList } from './list-view'
import { savedPartOf, savedViewsQuery, shownBy } from './saved-view'
import styles from './saved-views.module.css'

interface SavedViewsProps {
  readonly view: ListView
  readonly onShow: ShowList
}

/**
 * The saved views of the list, own and shared, as buttons. The button that saves the current view comes first, so that
 * it does not move when the views are loaded.
 */
export function SavedViews({ view, onShow }: SavedViewsProps) {
  const { data: views = [] } = useQuery(savedViewsQuery)
  const [saving, setSaving] = useState(false)
  const maySave = usePermission('views.write')
  return (
    <fieldset className={styles.views}>
      <legend className="visually-hidden">Saved views</legend>
      {maySave && (
        <button type="button" className="chip" onClick={() => setSaving(true)}>
          Save this view
        </button>
      )}
      {views.map((saved) => (
        <SavedView
          key={saved.id}
          saved={saved}
          onOpen={() => {
            chooseColumns(saved.view.columns)
            onShow(shownBy(saved.view))
          }}
        />
      ))}
      {saving && <SaveViewDialog view={view} onClose={() => setSaving(false)} />}
    </fieldset>
  )
}

interface SavedViewProps {
  readonly saved: SavedClientListView
  readonly onOpen: () => void
}

function SavedView({ saved, onOpen }: SavedViewProps) {
  const { id, name, own, owner_name } = saved
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call(clientListViewApi.remove, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: savedViewsQuery.queryKey }),
    onError: (error) => void alertFailure('The view could not be deleted. Please try again.', error),
  })
  const ask = async () => {
    if (await confirm(`Delete the view ${name}?`, { confirmLabel: 'Delete', danger: true })) remove.mutate()
  }
  return (
    <span className={styles.view}>
      <button type="button" title={own ? undefined : `Shared by ${owner_name ?? 'a former admin'}`} onClick={onOpen}>
        {name}
      </button>
      {own && (
        <button type="button" aria-label={`Delete the view ${name}`} onClick={() => void ask()}>
          <X size={14} />
        </button>
      )}
    </span>
  )
}

interface SaveViewDialogProps {
  readonly view: ListView
  readonly onClose: () => void
}

/** Shows the server's message when a person has the most views that one may save; otherwise the failure. */
function SaveViewDialog({ view, onClose }: SaveViewDialogProps) {
  const queryClient = useQueryClient()
  const columns = useChosenIds()
  const form = useForm({ defaultValues: { name: '', shared: false } })
  const { register } = form
  const modal = useSaveDialog({
    form,
    save: ({ name, shared }) =>
      call(clientListViewApi.save, { body: { name: name.trim(), shared, view: savedPartOf(view, columns) } }),
    onSaved: async () => {
      await queryClient.invalidateQueries({ queryKey: savedViewsQuery.queryKey })
      onClose()
    },
    failure: 'The view could not be saved. Please try again.',
    explain: serverMessage('WRONG_STATE'),
    alerts: true,
  })
  return (
    <FormModal
      title="Save View"
      description="Filter, order and columns of the list. A search is not saved."
      size="small"
      {...modal}
      onClose={onClose}
    >
      <Field label="Name">
        {(ties) => (
          <input {...ties} required pattern=".*\S.*" maxLength={60} autoComplete="off" {...register('name')} />
        )}
      </Field>
      <label className={styles.shared}>
        <input type="checkbox" {...register('shared')} /> Share with all staff
      </label>
    </FormModal>
  )
}
