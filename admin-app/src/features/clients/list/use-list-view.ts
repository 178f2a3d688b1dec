import { useSearchParams } from 'react-router-dom'
import { type ListView, readView, writeView } from './list-view'

/** Goes to another view of the list: what is not named stays as it is. */
export type ShowList = (change: Partial<ListView>, replace?: boolean) => void

/**
 * The view of the client list that the address holds, and how to go to another. A change is one of the address as it
 * is: a press that ends a search comes before the page has followed it.
 */
export function useListView(): readonly [view: ListView, show: ShowList] {
  const [params, setParams] = useSearchParams()
  const show: ShowList = (change, replace = false) => {
    const now = readView(new URLSearchParams(window.location.search))
    setParams(writeView({ ...now, ...change }), { replace })
  }
  return [readView(params), show]
}
