import { SessionForm } from 'contract/session-forms'
import { useState } from 'react'
import { readRefusal } from '../../shared/api-error'
import { closeUnlessDirty } from '../../shared/discard-guard'
import { FormModal } from '../../shared/form-modal'
import { keptEdit, keptState } from '../../shared/kept-state'
import { useVersionedSave } from '../../shared/use-versioned-save'
import { DocumentActions } from './document-actions'
import { DocumentNotices } from './document-notices'
import { EditDocumentFields } from './edit-document-fields'
import { changeOf, draftFields, draftOf } from './form-draft'
import { FormFacts } from './form-facts'
import { SessionFormPreview } from './session-form-preview'
import { updateForm } from './session-forms-api'
import { useRefreshSession } from './use-refresh-session'
import { VoidDocumentDialog } from './void-document-dialog'

interface EditDocumentDialogProps {
  readonly form: SessionForm
  readonly onClose: () => void
}

const useEdit = keptEdit(draftOf)
const useVoiding = keptState<boolean>()

/** One document of a session: its words and dates, how it stands, and the ways to end it. */
export function EditDocumentDialog({ form, onClose }: EditDocumentDialogProps) {
  const [voiding, setVoiding] = useVoiding(form.id, false)
  const [voided, setVoided] = useState<SessionForm | null>(null)
  if (voiding) return <VoidDocumentDialog form={form} onVoided={setVoided} onClose={() => setVoiding(false)} />
  // The answer is here before the list that was fetched again: nothing may be edited over what stood before.
  const newest = voided !== null && voided.version > form.version ? voided : form
  return <EditDocument form={newest} onVoid={() => setVoiding(true)} onClose={onClose} />
}

interface EditDocumentProps extends EditDocumentDialogProps {
  readonly onVoid: () => void
}

function EditDocument({ form: document, onVoid, onClose }: EditDocumentProps) {
  const refresh = useRefreshSession(document.session_id)
  const edit = useEdit(document.id, document)
  const { form } = edit
  const [message, setMessage] = useState<string | null>(null)
  const save = useVersionedSave({
    schema: SessionForm,
    edit,
    fields: draftFields,
    save: async (draft, base) => {
      setMessage(null)
      await updateForm(base, changeOf(draft, base))
      await refresh()
    },
    onSaved: onClose,
    onError: (error) => setMessage(explain(error)),
    question: 'Someone else changed this document',
  })
  if (save.conflict !== null) return save.conflict
  return (
    <FormModal
      title="Edit Document"
      size="wide"
      dirty={form.formState.isDirty}
      busy={save.busy}
      onSubmit={form.handleSubmit(save.submit)}
      onClose={onClose}
      actions={
        <DocumentActions
          form={document}
          onVoid={() => void closeUnlessDirty(form.formState.isDirty, onVoid)}
          onRemoved={onClose}
        />
      }
    >
      {message !== null && (
        <p className="notice" data-tone="danger" role="alert">
          {message}
        </p>
      )}
      <DocumentNotices form={document} />
      <EditDocumentFields form={form} />
      <FormFacts form={document} />
      {document.has_file && <SessionFormPreview form={document} />}
    </FormModal>
  )
}

/** The server's own reason where the state of the document forbids the change. */
function explain(error: unknown): string {
  const body = readRefusal(error)?.body
  return body?.code === 'WRONG_STATE' ? body.message : 'The changes could not be saved. Please try again.'
}
