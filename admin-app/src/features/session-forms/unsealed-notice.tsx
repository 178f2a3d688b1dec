import { type SessionForm, sessionFormApi } from '@agency/contract/session-forms'
import { useHandOnFocus } from '@agency/shared-ui/host/hand-on-focus'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../shared/call'
import { alertRefusal, serverMessage } from '../../shared/dialogs/save-dialog'
import { Button } from '../../shared/shared-ui'
import styles from './document-notice.module.css'
import { useRefreshSession } from './session-form-state'

interface UnsealedNoticeProps {
  readonly form: SessionForm
  /** Opens the document's dialog, in which it can be voided. Not given inside that dialog. */
  readonly onOpen?: () => void
}

/** Notice that a signed document could not be sealed, with the reason and a retry. */
export function UnsealedNotice({ form, onOpen }: UnsealedNoticeProps) {
  const refresh = useRefreshSession(form.session_id)
  const retry = useMutation({
    mutationFn: () => call(sessionFormApi.retrySealing, { params: { id: form.id } }),
    onSuccess: refresh,
    onError: async (error) => {
      await refresh()
      await alertRefusal('Sealing could not be tried again. Please try again.', error, serverMessage('WRONG_STATE'))
    },
  })
  const part = useHandOnFocus<HTMLDivElement>()
  return (
    <div ref={part} className={`notice ${styles.notice}`} data-tone="danger" role="status">
      <p>
        <strong>{form.title || 'Untitled'}</strong> is signed, but could not be sealed: {form.error} The signature is
        kept. A seal makes every later change to the PDF show. Retry sealing, or void the document and send it again.
      </p>
      <div className={styles.actions}>
        <Button variant="secondary" busy={retry.isPending} busyLabel="Retrying..." onClick={() => retry.mutate()}>
          Retry Sealing
        </Button>
        {onOpen !== undefined && (
          <Button variant="secondary" onClick={onOpen}>
            Open Document
          </Button>
        )}
      </div>
    </div>
  )
}

/** Whether the client has signed it and sealing has failed for good. */
export const isUnsealed = ({ sealing_failed_at }: SessionForm): boolean => sealing_failed_at !== null
