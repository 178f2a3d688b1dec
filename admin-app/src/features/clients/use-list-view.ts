import { useSearchParams } from 'react-router-dom'
import { type ListView, readView, writeView } from './list-view'

/** The view of the client list that the address holds, and how to go to another. */
export function useListView(): readonly [view: ListView, show: (next: ListView, replace?: boolean) => void] {
  const [params, setParams] = useSearchParams()
  return [readView(params), (next, replace = false) => setParams(writeView(next), { replace })]
}
