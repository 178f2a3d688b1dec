import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '../../shared/loading/load-failure'
import { Loading } from '../../shared/loading/loading'
import { Entry } from './activity-dialog'
import styles from './activity-dialog.module.css'
import { isOpening } from './activity-folds'
import { latestActivityQuery } from './activity-query'

const glance = 5

interface LatestActivityProps {
  readonly clientId: string
  readonly onShowAll: () => void
}

/** What happened last with a client, as a card of the record: changes, not that somebody looked at it. */
export function LatestActivity({ clientId, onShowAll }: LatestActivityProps) {
  const { data, isError, refetch } = useQuery(latestActivityQuery(clientId))
  const events = data?.filter((event) => !isOpening(event)).slice(0, glance)
  return (
    <section className={`card ${styles.latest}`} aria-labelledby="latest-activity">
      <header>
        <h2 id="latest-activity">Activity</h2>
        <button type="button" className="link-button" onClick={onShowAll}>
          Show all activity
        </button>
      </header>
      {events === undefined && isError && <LoadFailure message="The activity could not be loaded." retry={refetch} />}
      {events === undefined && !isError && <Loading label="Loading activity" skeleton={styles.loading} />}
      {events?.length === 0 && <p className={styles.none}>Nothing has changed lately.</p>}
      {events !== undefined && events.length > 0 && (
        <ol className={styles.events} aria-label="Latest activity">
          {events.map((event) => (
            <Entry key={event.id} entry={{ event: { ...event, address: null }, folded: [] }} />
          ))}
        </ol>
      )}
    </section>
  )
}
