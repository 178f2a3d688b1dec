import { type ClientDocument, documentApi } from '@agency/contract/documents'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../shared/call'
import { Field } from '../../shared/controls/field'
import { FormModal } from '../../shared/dialogs/form-modal'
import { persistDraft } from '../../shared/persist-draft'
import { showToast } from '../../shared/toasts/toasts'
import { documentsQuery } from './document-queries'

interface DeleteSealedDialogProps {
  readonly clientId: string
  readonly document: ClientDocument
  readonly onDeleted: () => void
  /** Called when it is not deleted. */
  readonly onClose: () => void
}

const useDraft = persistDraft<{ reason: string }>()

/** Deletes a signed document, and stores the reason. Of a sealed one, only the entry is deleted. */
export function DeleteSealedDialog({ clientId, document, onDeleted, onClose }: DeleteSealedDialogProps) {
  const { register, handleSubmit, formState } = useDraft(document.id, { defaultValues: { reason: '' } })
  const [failed, setFailed] = useState(false)
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: ({ reason }: { readonly reason: string }) =>
      call(documentApi.removeSigned, { params: { id: document.id }, body: { reason: reason.trim() } }),
    onMutate: () => setFailed(false),
    onSuccess: async () => {
      onClose()
      onDeleted()
      showToast({ text: 'Document deleted.' })
      await queryClient.invalidateQueries({ queryKey: documentsQuery(clientId).queryKey })
    },
    onError: () => setFailed(true),
  })
  return (
    <FormModal
      title="Delete Signed Document"
      description={
        document.sealed === null
          ? `“${document.file_name}” is removed from the client’s documents. The trash of the server keeps its file for 30 days.`
          : `“${document.file_name}” is removed from the client’s documents. The sealed copy stays with its session.`
      }
      dirty={formState.isDirty}
      busy={remove.isPending}
      saveLabel="Delete Document"
      busyLabel="Deleting..."
      onSubmit={handleSubmit((typed) => remove.mutate(typed))}
      onClose={onClose}
    >
      {failed && (
        <p className="notice" data-tone="danger" role="alert">
          The document could not be deleted. Please try again.
        </p>
      )}
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
