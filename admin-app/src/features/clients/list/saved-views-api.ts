import type { ClientListView, SaveClientListView } from '@agency/contract/client-list-views'
import { SavedClientListViews } from '@agency/contract/client-list-views'
import { queryOptions } from '@tanstack/react-query'
import { parseAnswer } from '../../../shared/answer'
import { api } from '../../../shared/api'
import type { ListView } from './list-view'

const path = 'client-list-views'

/** One's own views of the client list, and those that others share. */
export const savedViewsQuery = queryOptions({
  queryKey: ['client-list-views'],
  queryFn: async ({ signal }) => parseAnswer(SavedClientListViews, await api().get(path, { signal }).json()).views,
})

/** Saves a view under a name, over one's own view of that name. */
export async function saveView(view: SaveClientListView): Promise<void> {
  await api().put(path, { json: view })
}

/** Deletes one of one's own views. */
export async function deleteView(id: string): Promise<void> {
  await api().delete(`${path}/${id}`)
}

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
