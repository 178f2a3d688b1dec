import { CopyButton } from '../../shared/controls/copy-button'
import { useEnvironment } from '../../shared/environment'
import { Button, Modal } from '../../shared/shared-ui'
import styles from './security-page.module.css'

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[]
  readonly onClose: () => void
}

/** Shows new recovery codes, which the server does not show again. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const { agency } = useEnvironment()
  const text = codes.join('\n')
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${agency.name}: recovery codes\n\n${text}\n`)}`
  return (
    <Modal
      open
      dismissible={false}
      size="small"
      onOpenChange={onClose}
      title="Save your recovery codes"
      description="Each code logs you in once, together with your password, if you lose your phone or passkey. They are not shown again."
      footer={<Button onClick={onClose}>I have saved them</Button>}
    >
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.row}>
        <CopyButton text={text} label="Copy the codes" />
        <a href={file} download="recovery-codes.txt">
          Download
        </a>
      </div>
    </Modal>
  )
}
