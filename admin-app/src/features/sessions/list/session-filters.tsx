import { closedStatuses, unfinishedStates } from '@agency/contract/session-state'
import type { SessionCounts } from '@agency/contract/sessions'
import { useQuery } from '@tanstack/react-query'
import { formatLongDate } from '../../../shared/formatting'
import { CountFilters } from '../../../shared/tables/count-filters'
import { FilterChip } from '../../../shared/tables/filter-chip'
import { sessionCountsQuery } from '../session-queries'
import styles from './session-list-page.module.css'
import { findFilter, type SessionFilter, type SessionListView } from './session-list-view'

const states: readonly { filter: SessionFilter | null; label: string; count: keyof SessionCounts }[] = [
  { filter: null, label: 'All', count: 'all' },
  { filter: 'waiting_for_us', label: 'Waiting for us', count: 'waiting_for_us' },
  { filter: 'waiting', label: 'Waiting for the client', count: 'waiting' },
  { filter: 'declined', label: 'Declined', count: 'declined' },
  { filter: 'expiring', label: 'Expiring', count: 'expiring' },
  { filter: 'completed', label: 'Done', count: 'completed' },
  { filter: 'archived', label: 'Archived', count: 'archived' },
]

/** Statuses that are no state of the work. */
const others = ['waiting_long', ...unfinishedStates, ...closedStatuses, 'sealing_failed'] as const
const otherLabels: Readonly<Partial<Record<SessionFilter, string>>> = {
  draft: 'Not started',
  waiting_long: 'Waiting longer than 3 days',
  sealing_failed: 'Signed, could not be sealed',
}

interface SessionFiltersProps {
  readonly view: SessionListView
  /** Shows another view. What the change does not name stays as it is. */
  readonly onShow: (change: Partial<SessionListView>) => void
}

/** Filters the sessions by state, with the number of each, or by another status. */
export function SessionFilters({ view, onShow }: SessionFiltersProps) {
  const { data: counts } = useQuery(sessionCountsQuery(view.q))
  const other = others.find((status) => status === view.status) ?? ''
  const choose = (status: SessionFilter | null) => onShow({ status, page: 1 })
  return (
    <div className={styles.filters}>
      <CountFilters
        label="Filter by state"
        filters={states.map(({ filter, label, count }) => ({ filter, label, count: counts?.[count] }))}
        chosen={view.status}
        onChoose={choose}
      />
      <select
        aria-label="Filter by status"
        data-foldable={other === '' || undefined}
        value={other}
        onChange={({ target }) => choose(findFilter(target.value))}
      >
        <option value="">Other statuses</option>
        {others.map((status) => (
          <option key={status} value={status}>
            {otherLabels[status] ?? capitalize(status.replaceAll('_', ' '))}
          </option>
        ))}
      </select>
      {view.signedSince !== null && (
        <FilterChip
          label={`Signed since ${formatLongDate(view.signedSince)}`}
          onRemove={() => onShow({ signedSince: null, page: 1 })}
        />
      )}
    </div>
  )
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
