import type { ShownScreen } from '@agency/contract/entry-screens'
import { createContext, useContext, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'

/** The screen that the server rendered into this page, or null. */
export function readShownScreen(): ShownScreen | null {
  const json = document.getElementById('screen')?.textContent
  return json ? JSON.parse(json) : null
}

export const ShownScreenContext = createContext<ShownScreen | null>(null)

/** The screen that the server rendered, or null after the client has gone to another one. */
export function useShownScreen(): ShownScreen | null {
  const shown = useContext(ShownScreenContext)
  // The router's key of the address that the browser opened.
  return useLocation().key === 'default' ? shown : null
}

const never = () => () => undefined

/** False in a screen of the server until React has taken it over: what the server does not know is then rendered. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
