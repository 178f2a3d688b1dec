import { envelopeApi } from '@agency/contract/esign'
import type { SessionForm } from '@agency/contract/session-forms'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../shared/call'
import { alert } from '../../../shared/dialogs/dialogs'
import { alertRefusal, serverMessage } from '../../../shared/dialogs/save-dialog'
import { isOpenToClient } from '../../../shared/session-documents'
import { Button } from '../../../shared/shared-ui'
import { useRefreshSession } from '../session-form-state'

interface SendButtonProps {
  readonly form: SessionForm
  /** Whether it only keeps its place. */
  readonly disabled: boolean
}

/** Sends a document to DocuSign before the client opens it, such as after a failure. */
export function SendButton({ form, disabled }: SendButtonProps) {
  const refresh = useRefreshSession(form.session_id)
  const send = useMutation({
    mutationFn: () => call(envelopeApi.send, { params: { id: form.id } }),
    onSuccess: async () => {
      await refresh()
      await alert('The document is at DocuSign. The client signs it from the portal.')
    },
    onError: async (error) => {
      await refresh()
      const explain = serverMessage('EMAIL_MISSING', 'ESIGN_FAILED', 'WRONG_STATE')
      await alertRefusal('Failed to send the document. Please try again.', error, explain)
    },
  })
  return (
    <Button
      variant="secondary"
      busy={send.isPending}
      busyLabel="Sending..."
      aria-disabled={disabled || undefined}
      onClick={() => disabled || send.mutate()}
    >
      Send to DocuSign
    </Button>
  )
}

/** Whether it is to be signed on the provider's site and was not sent yet. */
export const isUnsent = (form: SessionForm): boolean =>
  form.signing === 'redirect' && form.envelope_id === null && isOpenToClient(form)
