import { create } from 'zustand'
import { readStored, writeStored } from '../../../shared/browser-storage'

/** Where the client list was left for a client's page. */
interface ListPlace {
  /** The history entry of the list. */
  readonly entry: string
  /** Filter, search, sort and page, as in the address. */
  readonly search: string
  readonly clientId: string
  readonly scrollY: number
}

interface ListPlaces {
  readonly place: ListPlace | null
  /** The search of the list of policies if the client was opened from there. */
  readonly policies: string | null
}

/** Kept in memory alone: a search may hold a name. */
export const useListPlace = create<ListPlaces>(() => ({ place: null, policies: null }))

const changeKey = 'lastClientChange'

/** The id of the last change of selected clients: until it is closed, it can be undone, also after a reload. */
export const useLastChange = create<{ readonly id: string | null }>(() => ({ id: readStored('session', changeKey) }))

export function keepLastChange(id: string | null): void {
  writeStored('session', changeKey, id)
  useLastChange.setState({ id })
}

/** Forgets both, as when someone else logs in. */
export function forgetListPlace(): void {
  useListPlace.setState({ place: null, policies: null })
  keepLastChange(null)
}
