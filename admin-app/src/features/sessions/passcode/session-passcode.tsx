import { passcodeMask, type Session, sessionApi } from '@agency/contract/sessions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../shared/call'
import { CopyButton } from '../../../shared/controls/copy-button'
import { alertFailure, confirm } from '../../../shared/dialogs/dialogs'
import { revealHeaders } from '../../../shared/reveals/reveal-headers'
import { usePermission } from '../../../shared/use-permission'
import { useHandOver } from '../messages/use-hand-over'
import { sessionsKey } from '../session-queries'
import { ShowPasscode } from './show-passcode'

/** The passcode of a session as the person may see it. */
export function SessionPasscode({ session }: { readonly session: Session }) {
  const maySee = usePermission('sessions.passcode')
  const { passcode, identification } = session
  const [revealed, setRevealed] = useState(false)
  if (identification === null && passcode === null) return 'N/A'
  if (!maySee || passcode === null) return 'Not shown to you. The client gets it by Send.'
  return passcode === passcodeMask ? (
    <UnseenPasscode session={session} onRevealed={() => setRevealed(true)} />
  ) : (
    <Passcode session={session} passcode={passcode} revealed={revealed} />
  )
}

interface PasscodeProps {
  readonly session: Session
  readonly passcode: string
  /** The person has just asked for it. */
  readonly revealed: boolean
}

/** Hidden by default: screens can be seen by others in an office. */
function Passcode({ session, passcode, revealed }: PasscodeProps) {
  const handOver = useHandOver(session)
  const [shown, setShown] = useState(revealed)
  return (
    <>
      <code>{shown ? passcode : passcodeMask}</code>
      <ShowPasscode shown={shown} onShow={setShown} />
      <CopyButton text={passcode} label="Copy passcode" onCopied={handOver} />
    </>
  )
}

/** A passcode that nobody has seen. Showing it is on the audit trail, and the certificate no longer says so. */
function UnseenPasscode({ session, onRevealed }: { readonly session: Session; readonly onRevealed: () => void }) {
  const queryClient = useQueryClient()
  const reveal = useMutation({
    mutationFn: async () => {
      const headers = await revealHeaders(queryClient, session.client_id)
      return call(sessionApi.revealPasscode, { params: { code: session.session_code }, headers })
    },
    onSuccess: () => {
      onRevealed()
      return queryClient.invalidateQueries({ queryKey: sessionsKey })
    },
    onError: (error) => {
      if (error instanceof DOMException && error.name === 'AbortError') return
      return alertFailure('The passcode could not be shown. Please try again.', error)
    },
  })
  const askAndReveal = async () => {
    const question =
      'Show the passcode? Activity records it, and from now on certificates of this session say that staff have seen the passcode.'
    if (await confirm(question, { confirmLabel: 'Show Passcode', cancelLabel: 'Cancel' })) reveal.mutate()
  }
  return (
    <>
      <code>{passcodeMask}</code>
      <button
        type="button"
        className="link-button"
        aria-label="Show passcode"
        aria-disabled={reveal.isPending}
        onClick={() => void askAndReveal()}
      >
        Show
      </button>
    </>
  )
}
