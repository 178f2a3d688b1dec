import { type ClientListView, clientListViewApi } from '@agency/contract/client-list-views'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/call'
import type { ListView } from './list-view'

/** One's own views of the client list, and those that others share. */
export const savedViewsQuery = queryOptions({
  queryKey: ['client-list-views'],
  queryFn: async ({ signal }) => (await call(clientListViewApi.list, { signal })).views,
})

/** What is saved of the shown list: never the search. */
export const savedPartOf = (
  { status, followUp, proposing, sort, order }: ListView,
  columns: readonly string[] | null,
): ClientListView => ({
  status,
  follow_up: followUp,
  proposing,
  sort,
  order,
  columns: columns === null ? null : [...columns],
})

/** The change that shows a saved view, from its first page, without a search. */
export const shownBy = ({ follow_up, columns: _, ...view }: ClientListView): ListView => ({
  ...view,
  followUp: follow_up,
  archived: false,
  q: '',
  page: 1,
})
