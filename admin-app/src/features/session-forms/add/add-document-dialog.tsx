import type { GlobalForm } from '@agency/contract/global-forms'
import type { SessionForm } from '@agency/contract/session-forms'
import { useMutation, useQuery } from '@tanstack/react-query'
import { alertFailure } from '../../../shared/dialogs/dialogs'
import { closeUnlessDirty } from '../../../shared/dialogs/discard-guard'
import { FormModal } from '../../../shared/dialogs/form-modal'
import { formatShortDate } from '../../../shared/formatting'
import { LoadFailure } from '../../../shared/loading/load-failure'
import { Loading } from '../../../shared/loading/loading'
import { globalFormsQuery } from '../../../shared/new-form/new-form-api'
import { persistState } from '../../../shared/persist-draft'
import { FolderGroup, groupByFolder } from '../../../shared/shared-ui'
import { attachForm, useRefreshSession } from '../session-forms-api'
import { nextOrderIndex } from '../table/form-order'
import styles from './add-document-dialog.module.css'

interface AddDocumentDialogProps {
  readonly sessionId: string
  /** The documents that the session already has. */
  readonly attached: readonly SessionForm[]
  /** Called when the person wants to create a new form. */
  readonly onCreate: () => void
  readonly onClose: () => void
}

const useChosen = persistState<readonly GlobalForm[]>()

/** Attaches forms of the library to a session. */
export function AddDocumentDialog({ sessionId, attached, onCreate, onClose }: AddDocumentDialogProps) {
  const { data: forms, isError, refetch } = useQuery(globalFormsQuery)
  const [chosen, setChosen] = useChosen(sessionId, [])
  const attach = useAttachForms(sessionId, attached, setChosen, onClose)
  const toggle = (form: GlobalForm) =>
    setChosen(chosen.some(({ id }) => id === form.id) ? chosen.filter(({ id }) => id !== form.id) : [...chosen, form])
  return (
    <FormModal
      title="Add Document"
      description="Select From Existing"
      dirty={chosen.length > 0}
      busy={attach.isPending}
      saveLabel="Use Selected"
      busyLabel="Adding..."
      saveDisabled={chosen.length === 0}
      onSubmit={() => attach.mutate(chosen)}
      onClose={onClose}
    >
      <button
        type="button"
        className={`link-button ${styles.create}`}
        onClick={() => void closeUnlessDirty(chosen.length > 0 && !attach.isPending, onCreate)}
      >
        Create New Form
      </button>
      {isError && <LoadFailure message="The forms could not be loaded." retry={refetch} />}
      {forms === undefined && !isError && <Loading label="Loading forms..." />}
      {forms?.length === 0 && <p className={styles.none}>No Global Forms Found</p>}
      {forms !== undefined &&
        groupByFolder(forms, { unfiled: 'Ungrouped', order: 'alphabetical' }).map(({ name, items }) => (
          <FolderGroup key={name} name={name} count={items.length}>
            <ul className={styles.choices}>
              {items.map((form) => (
                <li key={form.id}>
                  <FormChoice
                    form={form}
                    chosen={chosen.some(({ id }) => id === form.id)}
                    attached={attached.some(({ form_id }) => form_id === form.id)}
                    onToggle={() => toggle(form)}
                  />
                </li>
              ))}
            </ul>
          </FolderGroup>
        ))}
    </FormModal>
  )
}

interface FormChoiceProps {
  readonly form: GlobalForm
  readonly chosen: boolean
  readonly attached: boolean
  readonly onToggle: () => void
}

function FormChoice({ form, chosen, attached, onToggle }: FormChoiceProps) {
  return (
    <label className={styles.choice}>
      <input type="checkbox" checked={chosen} onChange={onToggle} />
      <span className={styles.text}>
        <span className={styles.title}>{form.title || 'Untitled'}</span>{' '}
        <span className={styles.facts}>
          {form.type} · {formatShortDate(form.created_at)}
          {attached && ' · already in this session'}
        </span>
      </span>
    </label>
  )
}

/** Attaches the forms in sequence, in the order in which they were chosen. After a failure the rest stays chosen. */
function useAttachForms(
  sessionId: string,
  attached: readonly SessionForm[],
  keepChosen: (forms: readonly GlobalForm[]) => void,
  onClose: () => void,
) {
  const refresh = useRefreshSession(sessionId)
  return useMutation({
    mutationFn: async (forms: readonly GlobalForm[]) => {
      const next = nextOrderIndex(attached)
      for (const [index, form] of forms.entries()) {
        keepChosen(forms.slice(index))
        await attachForm(sessionId, form, next + index)
      }
    },
    onSuccess: onClose,
    onError: (error) => alertFailure('Failed to save form. See console for details.', error),
    onSettled: refresh,
  })
}
