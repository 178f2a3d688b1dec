import { formatSessionCode } from '@agency/contract/session-code'
import type { Session } from '@agency/contract/sessions'
import { lazy, Suspense, useState } from 'react'
import { CopyButton } from '../../../shared/controls/copy-button'
import { useEnvironment } from '../../../shared/environment'
import { Modal } from '../../../shared/shared-ui'
import styles from './client-link-actions.module.css'

const QrCode = lazy(async () => ({ default: (await import('./qr-code')).QrCode }))

interface ClientLinkActionsProps {
  readonly session: Session
  readonly link: string
}

/** Copies the client's link or shows it as a QR code. Never with the passcode, which must take another channel. */
export function ClientLinkActions({ session, link }: ClientLinkActionsProps) {
  const { agency } = useEnvironment()
  const [showing, setShowing] = useState(false)
  const greeting = session.client_first_name === null ? 'Hello' : `Hello ${session.client_first_name}`
  const message = [
    `${greeting},`,
    `please review and sign your documents for ${agency.name} here: ${link}`,
    `Your session code is ${formatSessionCode(session.session_code)}. You will be asked for your passcode.`,
    `Questions? Call us at ${agency.phone}.`,
  ].join('\n')
  return (
    <>
      <CopyButton text={link} label="Copy client link" />
      <CopyButton text={message} label="Copy with message" caption="Copy with message" />
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
