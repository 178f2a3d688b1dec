import type { ReactNode } from 'react'
import { Button, Modal } from '../shared-ui'
import styles from './template-note.module.css'

interface TemplateNoteProps {
  readonly title: string
  readonly onClose: () => void
  readonly onRefresh: () => void
  readonly children: ReactNode
}

/** Says where DocuSign templates come from: nothing is created here. */
export function TemplateNote({ title, onClose, onRefresh, children }: TemplateNoteProps) {
  return (
    <Modal open onOpenChange={onClose} title={title} footer={<Button onClick={onRefresh}>Close &amp; Refresh</Button>}>
      <div className={styles.body}>
        {children}
        <p className="notice" data-tone="info">
          Templates are created on the e-signature provider's site. Pull them in with Sync Templates.
        </p>
      </div>
    </Modal>
  )
}
