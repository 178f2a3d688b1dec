import { useQuery } from '@tanstack/react-query'
import { clientCountsQuery } from '../../../shared/client-counts'
import { useToday } from '../../../shared/dates/today'
import { CountFilters } from '../../../shared/tables/count-filters'
import type { ListView, ShowList } from './list-view'

const filters = [
  { status: null, count: 'all', label: 'All' },
  { status: 'active', count: 'active', label: 'Active' },
  { status: 'inactive', count: 'inactive', label: 'Inactive' },
  { status: 'unpaid', count: 'unpaid', label: 'Unpaid' },
  { status: 'cancelled', count: 'cancelled', label: 'Cancelled' },
  { status: 'archived', count: 'archived', label: 'Archived' },
] as const

interface ClientFiltersProps {
  readonly view: ListView
  /** Whether the server counts what the list shows: not by sensitive fields. */
  readonly counted: boolean
  readonly onShow: ShowList
}

/** Buttons that filter the list by status, or show the archived clients, with the number of each. */
export function ClientFilters({ view, counted, onShow }: ClientFiltersProps) {
  const today = useToday()
  const { q, followUp, proposing, where } = view
  const dated = {
    ...(followUp !== null && { follow_up: followUp }),
    ...(where !== '' && { where }),
    ...((followUp !== null || where !== '') && { date: today }),
  }
  const search = q.trim()
  const { data } = useQuery(
    clientCountsQuery({ ...(search && { q: search }), ...dated, ...(proposing && { proposals: 'open' as const }) }),
  )
  // Only the list finds by the last four of an SSN, since it records that.
  const counts = !counted || /^\d{4}$/.test(search) ? undefined : data
  return (
    <CountFilters
      label="Filter by status"
      filters={filters.map(({ status, count, label }) => ({ filter: status, label, count: counts?.[count] }))}
      chosen={view.archived ? ('archived' as const) : view.status}
      onChoose={(chosen) => {
        const archived = chosen === 'archived'
        onShow({ archived, status: archived ? null : chosen, page: 1 })
      }}
    />
  )
}
