import { useQuery } from '@tanstack/react-query'
import { clientCountsQuery } from '../../../shared/client-counts'
import { CountFilters } from '../../../shared/tables/count-filters'
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
    <CountFilters
      label="Filter by status"
      filters={filters.map(({ status, count, label }) => ({ filter: status, label, count: counts?.[count] }))}
      chosen={view.status}
      onChoose={(status) => onShow({ status, page: 1 })}
    />
  )
}
