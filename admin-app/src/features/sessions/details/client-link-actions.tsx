import type { Session } from '@agency/contract/sessions'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { CopyButton } from '../../../shared/controls/copy-button'
import { useEnvironment } from '../../../shared/environment'
import { Modal } from '../../../shared/shared-ui'
import styles from './client-link-actions.module.css'
import { invitationMessage } from './invitation-message'

const QrCode = lazy(async () => ({ default: (await import('./qr-code')).QrCode }))

interface ClientLinkActionsProps {
  readonly session: Session
  readonly link: string
}

/** Copies the client's link or shows it as a QR code. Never with the passcode, which must take another channel. */
export function ClientLinkActions({ session, link }: ClientLinkActionsProps) {
  const { agency } = useEnvironment()
  const [showing, setShowing] = useState(false)
  const language = session.client_language
  const { data: message } = useQuery({
    queryKey: ['invitation', session.session_code, language, session.client_first_name],
    queryFn: () => invitationMessage({ session, language, agency, link }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <>
      <CopyButton text={link} label="Copy client link" />
      {message && <CopyButton text={message} label="Copy with message" caption="Copy with message" />}
      <button type="button" className={`link-button ${styles.show}`} onClick={() => setShowing(true)}>
        Show QR code
      </button>
      {showing && (
        <Modal
          open
          onOpenChange={() => setShowing(false)}
          title="Client link"
          description="Scan it with the client's phone."
          size="small"
        >
          <Suspense fallback={<span role="status" aria-label="Loading" className={`skeleton ${styles.code}`} />}>
            <QrCode text={link} label={`QR code of ${link}`} />
          </Suspense>
        </Modal>
      )}
    </>
  )
}
