import { create } from 'zustand'

/** Where the client list was left for a client's page. */
interface ListPlace {
  /** The history entry of the list. */
  readonly entry: string
  /** Filter, search, sort and page, as in the address. */
  readonly search: string
  readonly clientId: string
  readonly scrollY: number
}

/** Kept in memory alone: a search may hold a name. */
export const useListPlace = create<{ readonly place: ListPlace | null }>(() => ({ place: null }))

/** Forgets the place, as when someone else logs in. */
export const forgetListPlace = (): void => useListPlace.setState({ place: null })
