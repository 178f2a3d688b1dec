import { create } from 'zustand'

/** Where the client list was left for a client's page. */
interface ListPlace {
  /** The history entry of the list. */
  readonly entry: string
  /** Filter, search, sort and page, as the address says them. */
  readonly search: string
  readonly clientId: string
  readonly scrollY: number
}

/** In memory alone: a search may hold a name. */
export const useListPlace = create<{ readonly place: ListPlace | null }>(() => ({ place: null }))

/** Keeps where the list is left. */
export const keepListPlace = (place: ListPlace): void => useListPlace.setState({ place })

/** Forgets it, as when someone else logs in. */
export const forgetListPlace = (): void => useListPlace.setState({ place: null })
