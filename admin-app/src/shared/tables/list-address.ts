import { type FetchQueryOptions, hashKey, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { startTransition, useOptimistic, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'

interface ListAddress<View, Data, Key extends QueryKey> {
  /** The view of an address. Missing and invalid parameters take their defaults. */
  readonly read: (params: URLSearchParams) => View
  /** The shortest address of a view: defaults are left out. */
  readonly write: (view: View) => URLSearchParams
  readonly queryOf: (view: View) => FetchQueryOptions<Data, Error, Data, Key>
}

export type ShowView<View> = (change: Partial<View>, replace?: boolean) => void

/** Milliseconds in which the page does not ask again for rows that were asked for beforehand. */
const freshFor = 1_000

/**
 * Held by the address, which the rendered page may not have followed yet.
 * @returns also `show`; `prefetch`, whose promise is fulfilled when the rows have come or failed; and `staleTime`, for
 * their query
 */
export function useListAddress<View extends object, Data, Key extends QueryKey>({
  read,
  write,
  queryOf,
}: ListAddress<View, Data, Key>) {
  const [params, setParams] = useSearchParams()
  const queryClient = useQueryClient()
  const requested = useRef<QueryKey>(undefined)
  const isRequested = ({ queryKey }: { readonly queryKey: QueryKey }) =>
    requested.current !== undefined && hashKey(queryKey) === hashKey(requested.current)
  // The page has a new view at once. The router follows the address in a transition.
  const [view, preview] = useOptimistic(read(params))
  const changed = (change: Partial<View>): View => ({
    ...read(new URLSearchParams(window.location.search)),
    ...change,
  })
  /** Cancels the call for rows that the page neither shows nor waits for. */
  const cancelRequest = () => {
    if (requested.current === undefined) return
    void queryClient.cancelQueries({ queryKey: requested.current, exact: true, type: 'inactive' })
    requested.current = undefined
  }
  const prefetch = (change: Partial<View>): Promise<void> => {
    cancelRequest()
    const query = queryOf(changed(change))
    requested.current = query.queryKey
    return queryClient.prefetchQuery(query)
  }
  const show: ShowView<View> = (change, replace = false) => {
    const next = changed(change)
    if (!isRequested(queryOf(next))) cancelRequest()
    startTransition(() => {
      preview(next)
      setParams(write(next), { replace })
    })
  }
  return {
    view,
    show,
    prefetch,
    staleTime: (query: { readonly queryKey: QueryKey }) => (isRequested(query) ? freshFor : 0),
  }
}
