import type { AuditEvent } from '@agency/contract/audit'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { readRefusal } from '../../shared/api-error'
import { counted, formatMoment } from '../../shared/formatting'
import { LoadFailure } from '../../shared/loading/load-failure'
import { Loading } from '../../shared/loading/loading'
import { Button, Modal } from '../../shared/shared-ui'
import styles from './activity-dialog.module.css'
import { ActivityFilters } from './activity-filters'
import { type ActivityEntry, foldOpenings } from './activity-folds'
import { actionText, actorText, changeLines, countText, fieldLines } from './activity-messages'
import { type ActivityAbout, type ActivityFilter, activityQuery } from './activity-query'

interface ActivityDialogProps {
  readonly about: ActivityAbout
  readonly onClose: () => void
}

/** The audit trail of a record: actor, action, fields and address of each event. */
export function ActivityDialog({ about, onClose }: ActivityDialogProps) {
  const [filter, setFilter] = useState<ActivityFilter>({})
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  const all = useInfiniteQuery(activityQuery(about))
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    activityQuery(about, filter),
  )
  const events = data?.pages.flatMap((page) => page.events)
  const entries = foldOpenings(events ?? [])
  const list = useMoreFocus(entries.length)
  return (
    <Modal
      open
      onOpenChange={onClose}
      title="Activity"
      description="Newest first. Nobody can change an event. Titles are shown as they are now."
      size="wide"
      footer={
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      {all.data !== undefined && (
        <ActivityFilters events={all.data.pages.flatMap((page) => page.events)} filter={filter} onChange={setFilter} />
      )}
      {events === undefined && error === null && <Loading label="Loading activity" skeleton={styles.loading} />}
      {events === undefined && error !== null && <Failure error={error} retry={refetch} />}
      {events?.length === 0 && (
        <p className={styles.none}>{isFiltered ? 'No activity matches.' : 'Nothing has happened yet.'}</p>
      )}
      {events !== undefined && events.length > 0 && (
        <>
          {/* Also gives keyboard users a focusable element from which the events scroll. */}
          <button type="button" className={`link-button ${styles.refresh}`} onClick={() => refetch()}>
            Refresh
          </button>
          <ol ref={list.ref} className={styles.events}>
            {entries.map((entry) => (
              <Entry key={entry.event.id} entry={entry} />
            ))}
          </ol>
        </>
      )}
      {events !== undefined && error !== null && (
        <p className="notice" data-tone="danger" role="alert">
          More events could not be loaded. Please try again.
        </p>
      )}
      {hasNextPage && (
        <Button
          className={styles.more}
          variant="secondary"
          busy={isFetchingNextPage}
          busyLabel="Loading..."
          onClick={() => {
            list.expectMore()
            void fetchNextPage()
          }}
        >
          Show More
        </Button>
      )}
    </Modal>
  )
}

/** Moves the focus to the first of the newly loaded events, since Show More may be removed by then. */
function useMoreFocus(count: number) {
  const ref = useRef<HTMLOListElement>(null)
  const known = useRef(Number.POSITIVE_INFINITY)
  useEffect(() => {
    const event = ref.current?.children.item(known.current)
    if (count <= known.current || !(event instanceof HTMLElement)) return
    known.current = Number.POSITIVE_INFINITY
    event.focus()
  }, [count])
  const expectMore = () => {
    known.current = count
  }
  return { ref, expectMore }
}

function Failure({ error, retry }: { readonly error: Error; readonly retry: () => void }) {
  if (readRefusal(error)?.status === 403)
    return <p className="notice">Your access level does not allow you to see the activity.</p>
  return <LoadFailure message="The activity could not be loaded." retry={retry} />
}

/** One event, with older ones that say the same. */
export function Entry({ entry: { event, folded } }: { readonly entry: ActivityEntry }) {
  const actor = actorText(event)
  return (
    <li className={styles.event} tabIndex={-1}>
      <time dateTime={event.at} className={styles.aside}>
        {formatMoment(event.at)}
      </time>
      <div>
        <p>
          {actor !== null && (
            <>
              <strong>{actor}</strong> ·{' '}
            </>
          )}
          <Action event={event} />
        </p>
        {event.reason !== null && <p className={styles.reason}>Reason: {event.reason}</p>}
        <Fields event={event} />
        {event.address !== null && <p className={styles.aside}>From {event.address}</p>}
        {folded.length > 0 && (
          <details>
            <summary className={styles.aside}>{counted(folded.length, 'earlier time')}</summary>
            {folded.map(({ id, at, address }) => (
              <p key={id} className={styles.aside}>
                <time dateTime={at}>{formatMoment(at)}</time>
                {address !== null && ` from ${address}`}
              </p>
            ))}
          </details>
        )}
      </div>
    </li>
  )
}

function Action({ event }: { readonly event: AuditEvent }) {
  const { before, document, isTitle, after } = actionText(event)
  return (
    <>
      {before}
      {isTitle ? <em>{document}</em> : document}
      {after}
    </>
  )
}

/** The most fields that are shown unfolded. */
const glance = 5

function Fields({ event }: { readonly event: AuditEvent }) {
  const lines = [...fieldLines(event), ...changeLines(event)].map((line) => (
    <p key={line} className={styles.aside}>
      {line}
    </p>
  ))
  if (event.fields.length <= glance) return lines
  return (
    <details>
      <summary className={styles.aside}>{countText(event)}</summary>
      {lines}
    </details>
  )
}
