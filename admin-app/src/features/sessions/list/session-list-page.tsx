import { sessionStatuses } from '@agency/contract/sessions'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { formatLongDate } from '../../../shared/formatting'
import { LoadFailure } from '../../../shared/loading/load-failure'
import { Loading } from '../../../shared/loading/loading'
import { PageHeading } from '../../../shared/page-heading'
import { FilterChip } from '../../../shared/tables/filter-chip'
import { ListFooter } from '../../../shared/tables/list-footer'
import { statusText } from '../session-status'
import { sessionListQuery } from '../sessions-api'
import styles from './session-list-page.module.css'
import { SessionListTable } from './session-list-table'
import { findFilter, readSessionListView, type SessionListView, writeSessionListView } from './session-list-view'

/** The sessions of all clients. The server filters and pages them, as the address asks. */
export function SessionListPage() {
  const [params, setParams] = useSearchParams()
  const view = readSessionListView(params)
  const show = (next: SessionListView) => setParams(writeSessionListView(next))
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...sessionListQuery(view),
    placeholderData: keepPreviousData,
  })
  return (
    <div className={styles.page}>
      <PageHeading title="Sessions">Sessions</PageHeading>
      <Filters view={view} onShow={show} />
      {isError && data === undefined && <LoadFailure message="The sessions could not be loaded." retry={refetch} />}
      {!isError && data === undefined && <Loading label="Loading sessions" skeleton={styles.loading} />}
      {data?.total === 0 && (
        <div className="empty-state">
          <p>No sessions found.</p>
        </div>
      )}
      {data !== undefined && data.sessions.length > 0 && (
        <SessionListTable sessions={data.sessions} stale={isPlaceholderData} />
      )}
      {data !== undefined && (
        <ListFooter
          page={view.page}
          shown={data.sessions.length}
          total={data.total}
          noun={['session', 'sessions']}
          onPage={(page) => show({ ...view, page })}
        />
      )}
    </div>
  )
}

interface FiltersProps {
  readonly view: SessionListView
  readonly onShow: (next: SessionListView) => void
}

function Filters({ view, onShow }: FiltersProps) {
  return (
    <div className={styles.filters}>
      <select
        aria-label="Filter by status"
        value={view.status ?? ''}
        onChange={({ target }) => onShow({ ...view, status: findFilter(target.value), page: 1 })}
      >
        <option value="">All sessions</option>
        <option value="waiting">Waiting for the client</option>
        <option value="sealing_failed">Signed, could not be sealed</option>
        {sessionStatuses.map((status) => (
          <option key={status} value={status}>
            {capitalize(statusText(status))}
          </option>
        ))}
      </select>
      {view.signedSince !== null && (
        <FilterChip
          label={`Signed since ${formatLongDate(view.signedSince)}`}
          onRemove={() => onShow({ ...view, signedSince: null, page: 1 })}
        />
      )}
    </div>
  )
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
