import { useState } from 'react'
import { QrCode } from '../../../shared/qr-code/qr-code'
import { Modal } from '../../../shared/shared-ui'
import styles from './client-access.module.css'

/** The link as a small QR code, which opens a large one. */
export function QrButton({ link }: { readonly link: string }) {
  const [showing, setShowing] = useState(false)
  return (
    <>
      <button type="button" className={styles.qr} aria-label="Show QR code" onClick={() => setShowing(true)}>
        <span aria-hidden="true">
          <QrCode text={link} label="QR code" />
        </span>
      </button>
      {showing && (
        <Modal
          open
          onOpenChange={() => setShowing(false)}
          title="Client link"
          description="Scan it with the client's phone."
          size="small"
        >
          <QrCode text={link} label={`QR code of ${link}`} />
        </Modal>
      )}
    </>
  )
}
