import { useHandOnFocus } from '@agency/shared-ui/host/hand-on-focus'
import { type UndefinedInitialDataOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Field } from '../../../shared/controls/field'
import { alertFailure, confirm } from '../../../shared/dialogs/dialogs'
import { FormModal } from '../../../shared/dialogs/form-modal'
import { serverMessage, useSaveDialog } from '../../../shared/dialogs/save-dialog'
import { usePermission } from '../../../shared/use-permission'
import type { NewView, Saved } from './saved-view'
import styles from './saved-views.module.css'

interface SavedViewsProps<View> {
  /** Own and shared views, as the cache has them. */
  readonly query: UndefinedInitialDataOptions<readonly Saved<View>[], Error, readonly Saved<View>[], string[]>
  /** What would be saved now. */
  readonly present: View
  readonly save: (view: NewView<View>) => Promise<unknown>
  readonly remove: (id: string) => Promise<unknown>
  readonly onOpen: (view: View) => void
  /** What a view holds. */
  readonly description: string
}

/** The button that saves comes first, so that it does not move when the views are loaded. */
export function SavedViews<View extends object>({
  query,
  present,
  save,
  remove,
  onOpen,
  description,
}: SavedViewsProps<View>) {
  const { data: views = [] } = useQuery(query)
  const queryClient = useQueryClient()
  const [saving, setSaving] = useState(false)
  const maySave = usePermission('views.write')
  const refetch = () => queryClient.invalidateQueries({ queryKey: query.queryKey })
  return (
    <fieldset className={styles.views} data-foldable>
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
          inUse={saysOf(saved.view) === saysOf(present)}
          remove={remove}
          onRemoved={refetch}
          onOpen={() => onOpen(saved.view)}
        />
      ))}
      {saving && (
        <SaveViewDialog
          description={description}
          own={views.filter(({ own }) => own)}
          save={(named) => save({ ...named, view: present })}
          onSaved={refetch}
          onClose={() => setSaving(false)}
        />
      )}
    </fieldset>
  )
}

/** What a view says. What is absent, empty or off says nothing. */
const saysOf = (view: object): string =>
  JSON.stringify(
    Object.entries(view)
      .filter(([, value]) => value)
      .sort(([one], [other]) => one.localeCompare(other)),
  )

interface SavedViewProps {
  readonly saved: Saved<unknown>
  readonly inUse: boolean
  readonly remove: (id: string) => Promise<unknown>
  readonly onRemoved: () => Promise<unknown>
  readonly onOpen: () => void
}

function SavedView({ saved, inUse, remove, onRemoved, onOpen }: SavedViewProps) {
  const { id, name, own, shared, owner_name } = saved
  const part = useHandOnFocus<HTMLSpanElement>()
  const removal = useMutation({
    mutationFn: () => remove(id),
    onSuccess: onRemoved,
    onError: (error) => void alertFailure('The view could not be deleted. Please try again.', error),
  })
  const ask = async () => {
    const question = shared ? `Delete the view ${name}? It goes for all staff.` : `Delete the view ${name}?`
    if (await confirm(question, { confirmLabel: 'Delete', danger: true })) removal.mutate()
  }
  return (
    <span ref={part} className={styles.view}>
      <button
        type="button"
        title={own ? undefined : `Shared by ${owner_name ?? 'a former admin'}`}
        aria-pressed={inUse}
        onClick={onOpen}
      >
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
  readonly description: string
  /** The person's views: a view of the same name is replaced. */
  readonly own: readonly Saved<unknown>[]
  readonly save: (view: { name: string; shared: boolean }) => Promise<unknown>
  readonly onSaved: () => Promise<unknown>
  readonly onClose: () => void
}

/** Shows the server's message when a person has the most views that one may save; otherwise the failure. */
function SaveViewDialog({ description, own, save, onSaved, onClose }: SaveViewDialogProps) {
  const form = useForm({ defaultValues: { name: '', shared: false } })
  const { register } = form
  const modal = useSaveDialog({
    form,
    confirm: async ({ name, shared }) => {
      const former = own.find((view) => view.name === name.trim())
      if (former === undefined) return true
      const isLost = former.shared && !shared ? ' It is shared now, and will be yours alone.' : ''
      return confirm(`Replace your view ${former.name}?${isLost}`, { confirmLabel: 'Replace' })
    },
    save: ({ name, shared }) => save({ name: name.trim(), shared }),
    onSaved: async () => {
      await onSaved()
      onClose()
    },
    failure: 'The view could not be saved. Please try again.',
    explain: serverMessage('WRONG_STATE'),
    alerts: true,
  })
  return (
    <FormModal title="Save View" description={description} size="small" {...modal} onClose={onClose}>
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
