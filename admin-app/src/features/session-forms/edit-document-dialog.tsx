import { useMutation, useQueryClient } from '@tanstack/react-query'
import { SessionForm } from 'contract/session-forms'
import { useState } from 'react'
import { readRefusal } from '../../shared/api-error'
import { alert, alertFailure, confirm } from '../../shared/dialogs'
import { FormModal } from '../../shared/form-modal'
import { keptEdit } from '../../shared/kept-state'
import { downloadFile, pdfName } from '../../shared/open-file'
import { Button } from '../../shared/shared-ui'
import { useVersionedSave } from '../../shared/use-versioned-save'
import { EditDocumentFields } from './edit-document-fields'
import { changeOf, draftFields, draftOf } from './form-draft'
import { FormFacts } from './form-facts'
import { SessionFormPreview } from './session-form-preview'
import { formFilePath, removeForm, sessionFormsKey, updateForm } from './session-forms-api'

interface EditDocumentDialogProps {
  readonly form: SessionForm
  readonly onClose: () => void
}

const useEdit = keptEdit(draftOf)

/** One document of a session: its words and dates, how it stands, and the way to take it out of the session. */
export function EditDocumentDialog({ form: document, onClose }: EditDocumentDialogProps) {
  const queryClient = useQueryClient()
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
      await queryClient.invalidateQueries({ queryKey: sessionFormsKey(document.session_id) })
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
      actions={<Actions document={document} onRemoved={onClose} />}
    >
      {message !== null && (
        <p className="notice" data-tone="danger" role="alert">
          {message}
        </p>
      )}
      {document.error !== null && (
        <p className="notice" data-tone="warning">
          {document.error}
        </p>
      )}
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

function Actions({ document, onRemoved }: { readonly document: SessionForm; readonly onRemoved: () => void }) {
  const remove = useRemoveForm(document, onRemoved)
  const download = useMutation({
    mutationFn: () => downloadFile(formFilePath(document.id), pdfName(document.title)),
    onError: (error) => alertFailure('Failed to download the document.', error),
  })
  const askAndRemove = async () => {
    const agreed = await confirm('Are you sure you want to remove this document from this session?', {
      confirmLabel: 'Remove',
      danger: true,
    })
    if (agreed) remove.mutate()
  }
  return (
    <>
      <Button variant="danger" busy={remove.isPending} busyLabel="Deleting..." onClick={askAndRemove}>
        Delete
      </Button>
      {document.has_file && (
        <Button
          variant="secondary"
          busy={download.isPending}
          busyLabel="Downloading..."
          onClick={() => download.mutate()}
        >
          Download
        </Button>
      )}
    </>
  )
}

function useRemoveForm({ id, session_id }: SessionForm, onRemoved: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => removeForm(id),
    onSuccess: async () => {
      onRemoved()
      await queryClient.invalidateQueries({ queryKey: sessionFormsKey(session_id) })
    },
    onError: async (error) => {
      const body = readRefusal(error)?.body
      if (body?.code === 'WRONG_STATE') await alert(body.message)
      else await alertFailure('Failed to remove the document.', error)
    },
  })
}
