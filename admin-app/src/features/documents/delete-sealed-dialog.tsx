import { type ClientDocument, documentApi } from '@agency/contract/documents'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { call } from '../../shared/call'
import { Field } from '../../shared/controls/field'
import { FormModal } from '../../shared/dialogs/form-modal'
import { useSaveDialog } from '../../shared/dialogs/save-dialog'
import { showToast } from '../../shared/toasts/toasts'
import { documentsQuery } from './document-queries'

interface DeleteSealedDialogProps {
  readonly clientId: string
  readonly document: ClientDocument
  readonly onDeleted: () => void
  readonly onClose: () => void
}

/** Deletes a signed document, and stores the reason. Of a sealed one, only the entry is deleted. */
export function DeleteSealedDialog({ clientId, document, onDeleted, onClose }: DeleteSealedDialogProps) {
  const form = useForm({ defaultValues: { reason: '' } })
  const { register, formState } = form
  const queryClient = useQueryClient()
  const modal = useSaveDialog({
    form,
    save: ({ reason }) =>
      call(documentApi.removeSigned, { params: { id: document.id }, body: { reason: reason.trim() } }),
    onSaved: async () => {
      onClose()
      onDeleted()
      showToast({ text: 'Document deleted.' })
      await queryClient.invalidateQueries({ queryKey: documentsQuery(clientId).queryKey })
    },
    failure: 'The document could not be deleted. Please try again.',
  })
  return (
    <FormModal
      title="Delete Signed Document"
      description={
        document.sealed === null
          ? `“${document.file_name}” is removed from the client’s documents. The trash of the server keeps its file for 30 days.`
          : `“${document.file_name}” is removed from the client’s documents. The sealed copy stays with its session.`
      }
      {...modal}
      danger
      saveLabel="Delete Document"
      busyLabel="Deleting..."
      onClose={onClose}
    >
      <Field label="Reason" hint="For staff; it is shown in Activity." error={formState.errors.reason?.message}>
        {(ties) => (
          <textarea
            {...ties}
            {...register('reason', { validate: (typed) => typed.trim() !== '' || 'Please give a reason.' })}
            rows={3}
            maxLength={1_000}
          />
        )}
      </Field>
    </FormModal>
  )
}
