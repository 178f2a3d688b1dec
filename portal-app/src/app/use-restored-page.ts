import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sessionQuery } from '../shared/session-api.ts'
import { useSession } from '../shared/session-store.ts'

/** Milliseconds after which a page shows again although the server has not said whether the session is still open. */
const patience = 4_000

/**
 * Hides the session while the browser keeps its page for Back (bfcache), and asks the server about the session before it
 * is shown again: it may have been left in another tab.
 */
export function useRestoredPage(queries: QueryClient): void {
  useEffect(() => {
    const { style } = document.documentElement
    const hide = ({ persisted }: PageTransitionEvent) => {
      if (persisted) style.visibility = 'hidden'
    }
    const show = async ({ persisted }: PageTransitionEvent) => {
      const { session } = useSession.getState()
      if (persisted && session) {
        const asked = queries.fetchQuery({ ...sessionQuery(session.session_code), staleTime: 0 })
        // A refusal ends the session by itself; the cache's own handler sees it.
        await Promise.race([asked.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, patience))])
      }
      style.visibility = ''
    }
    window.addEventListener('pagehide', hide)
    window.addEventListener('pageshow', show)
    return () => {
      window.removeEventListener('pagehide', hide)
      window.removeEventListener('pageshow', show)
      style.visibility = ''
    }
  }, [queries])
}
