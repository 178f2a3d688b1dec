import { type SessionForm, sessionFormApi } from '@agency/contract/session-forms'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { readRefusal } from '../../../shared/api-error'
import { call } from '../../../shared/call'
import { Field } from '../../../shared/controls/field'
import { FormModal } from '../../../shared/dialogs/form-modal'
import { persistDraft } from '../../../shared/persist-draft'
import { useRefreshSession } from '../session-form-state'

interface VoidDocumentDialogProps {
  readonly form: SessionForm
  readonly onVoided: (form: SessionForm) => void
  /** Called at the end, whether it was voided or not. */
  readonly onClose: () => void
}

const useDraft = persistDraft<{ reason: string }>()

/** Voids a document that was sent for signing, and stores the reason. */
export function VoidDocumentDialog({ form: document, onVoided, onClose }: VoidDocumentDialogProps) {
  const { register, handleSubmit, formState } = useDraft(document.id, {
    defaultValues: { reason: '' },
  })
  const [message, setMessage] = useState<string | null>(null)
  const refresh = useRefreshSession(document.session_id)
  const voiding = useMutation({
    mutationFn: ({ reason }: { readonly reason: string }) =>
      call(sessionFormApi.voidForm, { params: { id: document.id }, body: { reason: reason.trim() } }),
    onMutate: () => setMessage(null),
    onSuccess: async (voided) => {
      onVoided(voided)
      await refresh()
      onClose()
    },
    onError: (error) => setMessage(explain(error)),
  })
  return (
    <FormModal
      title="Void Document"
      description={`The client can no longer sign “${document.title || 'Untitled'}”. A signed copy stays available. To send it again, set the status to Pending.`}
      dirty={formState.isDirty}
      busy={voiding.isPending}
      saveLabel="Void Document"
      busyLabel="Voiding..."
      onSubmit={handleSubmit((typed) => voiding.mutate(typed))}
      onClose={onClose}
    >
      {message !== null && (
        <p className="notice" data-tone="danger" role="alert">
          {message}
        </p>
      )}
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

/** The server's message when the document's state or provider forbids it. */
function explain(error: unknown): string {
  const body = readRefusal(error)?.body
  const isExplained = body?.code === 'WRONG_STATE' || body?.code === 'ESIGN_FAILED'
  return isExplained ? body.message : 'The document could not be voided. Please try again.'
}
