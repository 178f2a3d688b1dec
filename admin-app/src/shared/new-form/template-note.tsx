import type { ReactNode } from 'react'
import { closeUnlessDirty, useLeaveGuard } from '../dialogs/discard-guard'
import { Button, Modal } from '../shared-ui'
import styles from './template-note.module.css'

interface TemplateNoteProps {
  readonly title: string
  /** Whether closing would lose what was typed for another kind. */
  readonly dirty: boolean
  readonly onClose: () => void
  readonly onRefresh: () => void
  readonly children: ReactNode
}

/** Says where DocuSign templates come from: nothing is created here. */
export function TemplateNote({ title, dirty, onClose, onRefresh, children }: TemplateNoteProps) {
  useLeaveGuard(dirty)
  return (
    <Modal
      open
      onOpenChange={() => void closeUnlessDirty(dirty, onClose)}
      title={title}
      footer={<Button onClick={() => void closeUnlessDirty(dirty, onRefresh)}>Close &amp; Refresh</Button>}
    >
      <div className={styles.body}>
        {children}
        <p className="notice" data-tone="info">
          Templates are created on the e-signature provider's site. Pull them in with Sync Templates.
        </p>
      </div>
    </Modal>
  )
}
