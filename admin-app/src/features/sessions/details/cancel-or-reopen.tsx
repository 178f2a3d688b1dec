import type { SessionStatus } from '@agency/contract/sessions'
import { confirm } from '../../../shared/dialogs/dialogs'
import { Button } from '../../../shared/shared-ui'

interface CancelOrReopenProps {
  readonly status: SessionStatus
  readonly busy: boolean
  /** Called with true to cancel the session, with false to reopen it. */
  readonly onTurn: (cancelled: boolean) => void
}

/** Ends a session before its time, or lets the client in again. */
export function CancelOrReopen({ status, busy, onTurn }: CancelOrReopenProps) {
  if (status === 'cancelled' || status === 'expired') {
    return (
      <Button variant="secondary" busy={busy} onClick={() => onTurn(false)}>
        Reopen Session
      </Button>
    )
  }
  const askAndCancel = async () => {
    const question = 'Cancel this session? The client can no longer open it until you reopen it.'
    if (await confirm(question, { confirmLabel: 'Cancel Session', cancelLabel: 'Keep', danger: true })) onTurn(true)
  }
  return (
    <Button variant="danger" busy={busy} onClick={askAndCancel}>
      Cancel Session
    </Button>
  )
}
