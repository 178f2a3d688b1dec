import { type SessionForm, sessionFormApi } from '@agency/contract/session-forms'
import { useForm } from 'react-hook-form'
import { call } from '../../../shared/call'
import { Field } from '../../../shared/controls/field'
import { FormModal } from '../../../shared/dialogs/form-modal'
import { serverMessage, useSaveDialog } from '../../../shared/dialogs/save-dialog'
import { useRefreshSession } from '../session-form-state'

interface VoidDocumentDialogProps {
  readonly form: SessionForm
  readonly onVoided: (form: SessionForm) => void
  /** Called at the end, whether it was voided or not. */
  readonly onClose: () => void
}

export function VoidDocumentDialog({ form: document, onVoided, onClose }: VoidDocumentDialogProps) {
  const form = useForm({ defaultValues: { reason: '' } })
  const { register, formState } = form
  const refresh = useRefreshSession(document.session_id)
  const modal = useSaveDialog({
    form,
    save: ({ reason }) =>
      call(sessionFormApi.voidForm, { params: { id: document.id }, body: { reason: reason.trim() } }),
    onSaved: async (voided) => {
      onVoided(voided)
      await refresh()
      onClose()
    },
    failure: 'The document could not be voided. Please try again.',
    explain: serverMessage('WRONG_STATE', 'ESIGN_FAILED'),
  })
  return (
    <FormModal
      title="Void Document"
      description={`The client can no longer sign “${document.title || 'Untitled'}”. A signed copy stays available. To send it again, set the status to Pending.`}
      {...modal}
      danger
      saveLabel="Void Document"
      busyLabel="Voiding..."
      onClose={onClose}
    >
      <Field label="Reason" hint="For staff; the client doesn't see it." error={formState.errors.reason?.message}>
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
