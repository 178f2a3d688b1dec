import { type ClientListView, clientListViewApi, type SavedClientListView } from '@agency/contract/client-list-views'
import { readWhere } from '@agency/contract/conditions'
import { policyListViewApi, type SavedPolicyView } from '@agency/contract/policy-list-views'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/call'
import type { PolicyListView } from '../policies/policy-list-view'
import type { ListView } from './list-view'

export type Saved<View> = Omit<SavedClientListView, 'view'> & { readonly view: View }

export interface NewView<View> {
  readonly name: string
  readonly shared: boolean
  readonly view: View
}

/** One's own views of the client list, and those that others share. */
export const savedViewsQuery = queryOptions({
  queryKey: ['client-list-views'],
  queryFn: async ({ signal }): Promise<readonly Saved<ClientListView>[]> =>
    (await call(clientListViewApi.list, { signal })).views,
})

/** The same of the list of policies. */
export const savedPolicyViewsQuery = queryOptions({
  queryKey: ['policy-list-views'],
  queryFn: async ({ signal }): Promise<readonly Saved<SavedPolicyView>[]> =>
    (await call(policyListViewApi.list, { signal })).views,
})

export const saveClientView = (body: NewView<ClientListView>) => call(clientListViewApi.save, { body })
export const removeClientView = (id: string) => call(clientListViewApi.remove, { params: { id } })
export const savePolicyView = (body: NewView<SavedPolicyView>) => call(policyListViewApi.save, { body })
export const removePolicyView = (id: string) => call(policyListViewApi.remove, { params: { id } })

const savedWhere = (text: string) => {
  const where = readWhere(text)
  return where === undefined ? {} : { where }
}

/** What is saved of the shown list: never the search. */
export const savedPartOf = (
  { status, followUp, proposing, where, sort, order }: ListView,
  columns: readonly string[] | null,
): ClientListView => ({
  status,
  follow_up: followUp,
  proposing,
  ...savedWhere(where),
  sort,
  order,
  columns: columns === null ? null : [...columns],
})

/** The change that shows a saved view, from its first page, without a search. */
export const shownBy = ({ follow_up, columns: _, where, ...view }: ClientListView): ListView => ({
  ...view,
  followUp: follow_up,
  where: where === undefined ? '' : JSON.stringify(where),
  archived: false,
  q: '',
  page: 1,
})

/** The same of the list of policies. */
export const savedPartOfPolicies = ({ q: _, page: __, where, ...view }: PolicyListView): SavedPolicyView => ({
  ...view,
  ...savedWhere(where),
})

export const policiesShownBy = ({ where, ...view }: SavedPolicyView): PolicyListView => ({
  ...view,
  where: where === undefined ? '' : JSON.stringify(where),
  q: '',
  page: 1,
})
