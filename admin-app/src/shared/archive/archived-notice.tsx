import type { ReactNode } from 'react'
import { Button } from '../shared-ui'
import { usePermission } from '../use-permission'
import styles from './archived-notice.module.css'

interface ArchivedNoticeProps {
  readonly children: ReactNode
  readonly busy: boolean
  readonly onRestore: () => void
  readonly onDelete: () => void
}

/** Says that a record is archived and read-only. It can be restored from here, or deleted for good. */
export function ArchivedNotice({ children, busy, onRestore, onDelete }: ArchivedNoticeProps) {
  const mayRestore = usePermission('clients.write')
  const mayDelete = usePermission('clients.delete')
  return (
    <div className={`notice ${styles.notice}`} data-tone="warning" role="status">
      <span>{children}</span>
      <span className={styles.actions}>
        {mayDelete && (
          <Button variant="secondary" busy={busy} onClick={onDelete}>
            Delete for good
          </Button>
        )}
        {mayRestore && (
          <Button busy={busy} onClick={onRestore}>
            Restore
          </Button>
        )}
      </span>
    </div>
  )
}
