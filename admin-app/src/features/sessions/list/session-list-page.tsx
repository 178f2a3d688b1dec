import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { LoadFailure } from '../../../shared/loading/load-failure'
import { Loading } from '../../../shared/loading/loading'
import { PageHeading } from '../../../shared/page-heading'
import { paths } from '../../../shared/paths'
import { useListAddress } from '../../../shared/tables/list-address'
import { ListFilters } from '../../../shared/tables/list-filters'
import { ListFooter } from '../../../shared/tables/list-footer'
import { ListSearch } from '../../../shared/tables/list-search'
import { useRowFocus } from '../../../shared/tables/row-focus'
import { useRowsInSight } from '../../../shared/tables/rows-in-sight'
import { sessionListQuery } from '../session-queries'
import { SessionFilters } from './session-filters'
import styles from './session-list-page.module.css'
import { SessionListTable } from './session-list-table'
import { isWaitingFilter, readSessionListView, writeSessionListView } from './session-list-view'
import { WaitingSessions } from './waiting-sessions'

/** The sessions of all clients. The server searches, filters and pages them, as the address asks. */
export function SessionListPage() {
  const { view, show, prefetch, staleTime } = useListAddress({
    read: readSessionListView,
    write: writeSessionListView,
    queryOf: sessionListQuery,
  })
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...sessionListQuery(view),
    staleTime,
    placeholderData: keepPreviousData,
  })
  const { shown } = useRowsInSight(data?.rows)
  const focusRows = useRowFocus(view, data !== undefined && !isPlaceholderData)
  return (
    <div className={styles.page}>
      <PageHeading title="Sessions">Sessions</PageHeading>
      <ListSearch
        label="Search sessions"
        placeholder="Name, email, phone or session code"
        q={view.q}
        onAsk={(q) => prefetch({ q, page: 1 })}
        onSearch={(q) => show({ q, page: 1 }, true)}
        onEnterRows={(q) => focusRows({ when: (shown) => shown.q === q, toTop: false })}
      />
      <ListFilters>
        <SessionFilters view={view} onShow={show} />
      </ListFilters>
      {isError && data === undefined && <LoadFailure message="The sessions could not be loaded." retry={refetch} />}
      {!isError && data === undefined && <Loading label="Loading sessions" skeleton={styles.loading} />}
      {data?.total === 0 && (
        <div className="empty-state">
          <p>No sessions found.</p>
          <p>Choose another state, change the search, or start a session from a client.</p>
          <Link to={paths.clients}>Choose a client</Link>
        </div>
      )}
      {shown !== undefined &&
        shown.length > 0 &&
        (isWaitingFilter(view.status) ? (
          <WaitingSessions key={`${view.status} ${view.page}`} sessions={shown} stale={isPlaceholderData} />
        ) : (
          <SessionListTable sessions={shown} stale={isPlaceholderData} />
        ))}
      {data !== undefined && (
        <ListFooter
          page={view.page}
          shown={data.rows.length}
          total={data.total}
          noun={['session', 'sessions']}
          onBeyond={isPlaceholderData ? undefined : (page) => show({ page }, true)}
          onPage={(page) => {
            show({ page })
            focusRows({ when: (shown) => shown.page === page, toTop: true })
          }}
        />
      )}
    </div>
  )
}
