import { useInfiniteQuery } from '@tanstack/react-query'
import type { AuditEvent } from 'contract/audit'
import { readRefusal } from '../../shared/api-error'
import { formatMoment } from '../../shared/format-date'
import { LoadFailure } from '../../shared/load-failure'
import { Button, Modal } from '../../shared/shared-ui'
import styles from './activity-dialog.module.css'
import { actionText, actorText, fieldsText } from './activity-words'
import { activityQuery } from './audit-api'

interface ActivityDialogProps {
  readonly clientId: string
  readonly onClose: () => void
}

/** What happened to a client's record, from the audit trail: who, what, which fields, and from where. */
export function ActivityDialog({ clientId, onClose }: ActivityDialogProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    activityQuery(clientId),
  )
  const events = data?.pages.flatMap((page) => page.events)
  return (
    <Modal
      open
      onOpenChange={onClose}
      title="Activity"
      description="Newest first. What is written here can't be changed by anyone."
      size="wide"
      footer={
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      {events === undefined && error === null && (
        <span role="status" aria-label="Loading activity" className={`skeleton ${styles.loading}`} />
      )}
      {events === undefined && error !== null && <Failure error={error} retry={refetch} />}
      {events?.length === 0 && <p className={styles.none}>Nothing has happened yet.</p>}
      {events !== undefined && events.length > 0 && (
        <>
          {/* Also what the keyboard scrolls the events from. */}
          <button type="button" className={`link-button ${styles.refresh}`} onClick={() => refetch()}>
            Refresh
          </button>
          <ol className={styles.events}>
            {events.map((event) => (
              <Entry key={event.id} event={event} />
            ))}
          </ol>
        </>
      )}
      {hasNextPage && (
        <Button variant="secondary" busy={isFetchingNextPage} busyLabel="Loading..." onClick={() => fetchNextPage()}>
          Show More
        </Button>
      )}
    </Modal>
  )
}

function Failure({ error, retry }: { readonly error: Error; readonly retry: () => void }) {
  if (readRefusal(error)?.status === 403)
    return <p className="notice">Only admins with power access may see the activity.</p>
  return <LoadFailure message="The activity could not be loaded." retry={retry} />
}

function Entry({ event }: { readonly event: AuditEvent }) {
  const fields = fieldsText(event)
  return (
    <li className={styles.event}>
      <time dateTime={event.at} className={styles.aside}>
        {formatMoment(event.at)}
      </time>
      <div>
        <p>
          <strong>{actorText(event)}</strong> · {actionText(event.action)}
        </p>
        {fields !== '' && <p className={styles.aside}>{fields}</p>}
        {event.address !== null && <p className={styles.aside}>From {event.address}</p>}
      </div>
    </li>
  )
}
