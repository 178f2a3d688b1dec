import { useQuery } from '@tanstack/react-query'
import { clientCountsQuery } from '../../../shared/client-counts'
import styles from './client-filters.module.css'
import type { ListView, ShowList } from './list-view'

const filters = [
  { status: null, count: 'all', label: 'All' },
  { status: 'active', count: 'active', label: 'Active' },
  { status: 'inactive', count: 'inactive', label: 'Inactive' },
  { status: 'unpaid', count: 'unpaid', label: 'Unpaid' },
  { status: 'cancelled', count: 'cancelled', label: 'Cancelled' },
] as const

interface ClientFiltersProps {
  readonly view: ListView
  readonly onShow: ShowList
}

/** Buttons that filter the list by status, with the number of clients of each. */
export function ClientFilters({ view, onShow }: ClientFiltersProps) {
  const { data: counts } = useQuery(clientCountsQuery)
  return (
    <fieldset className={styles.filters}>
      <legend className="visually-hidden">Filter by status</legend>
      {filters.map(({ status, count, label }) => (
        <button
          key={count}
          type="button"
          className={styles.filter}
          aria-pressed={view.status === status}
          onClick={() => onShow({ status, page: 1 })}
        >
          {label} {counts && <span className={styles.count}>{counts[count].toLocaleString('en-US')}</span>}
        </button>
      ))}
    </fieldset>
  )
}
