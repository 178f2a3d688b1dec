import { sessionFormApi } from '@agency/contract/session-forms'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useReadOnly } from '../archive/read-only'
import { call } from '../call'
import { confirm } from '../dialogs/dialogs'
import { alertRefusal, onConflict } from '../dialogs/save-dialog'
import { Button } from '../shared-ui'
import { usePermission } from '../use-permission'
import { CallLink } from './call-link'
import { type Declined, OfferAgainDialog } from './offer-again-dialog'
import { useRefreshWork } from './refresh-work'

interface DeclineAnswersProps {
  readonly declined: Declined
  readonly phone: string | null
  /** Whether offering it again is the page's primary action. */
  readonly primary?: boolean
  /** Chooses another document in its place. */
  readonly onReplace: () => void
}

/** What staff do about a decline: call the client, offer the document again, replace it, or withdraw it. */
export function DeclineAnswers({ declined, phone, primary = false, onReplace }: DeclineAnswersProps) {
  const [offering, setOffering] = useState(false)
  const mayWrite = usePermission('sessions.write')
  const { withdraw, withdrawing } = useWithdraw()
  const readOnly = useReadOnly() || !mayWrite
  const title = declined.title || 'Untitled'
  const askAndWithdraw = async () => {
    const question = `Withdraw “${title}”? The client can no longer sign it. The decline stays on the session and on its certificates.`
    if (await confirm(question, { confirmLabel: 'Withdraw', cancelLabel: 'Keep', danger: true })) withdraw(declined)
  }
  return (
    <>
      <CallLink phone={phone} />
      {!readOnly && (
        <>
          <Button variant={primary ? 'primary' : 'secondary'} data-key="o" onClick={() => setOffering(true)}>
            Offer Again
          </Button>
          <Button variant="secondary" onClick={onReplace}>
            Replace
          </Button>
          <Button
            variant="secondary"
            className="quiet-danger"
            busy={withdrawing}
            busyLabel="Withdrawing..."
            onClick={() => void askAndWithdraw()}
          >
            Withdraw
          </Button>
        </>
      )}
      {offering && <OfferAgainDialog declined={declined} onClose={() => setOffering(false)} />}
    </>
  )
}

/** Takes a declined document back: it is voided by hand, and the decline stays in its history. */
export function useWithdraw() {
  const refresh = useRefreshWork()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id, version }: Declined) =>
      call(sessionFormApi.update, { params: { id }, version, body: { status: 'voided' } }),
    onError: (error) =>
      alertRefusal(
        'The document could not be withdrawn. Please try again.',
        error,
        onConflict('This document has changed meanwhile. You now see its current state.'),
      ),
    onSettled: refresh,
  })
  return { withdraw: mutate, withdrawing: isPending }
}
