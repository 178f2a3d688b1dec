import { guardRestoredPage } from '@agency/http-client/restored-page'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sessionQuery } from '../shared/session-api.ts'
import { useSession } from '../shared/session-store.ts'

/** Longest wait for the check of the session, in ms; then the page is shown anyway. */
const checkTimeOut = 4_000

/** Asks before Back shows a page of the bfcache: the session may have ended in another tab. A refusal ends it here. */
export function useRestoredPage(queries: QueryClient): void {
  useEffect(
    () =>
      guardRestoredPage(async () => {
        const { session } = useSession.getState()
        if (!session) return
        const query = sessionQuery(session.session_code)
        // A request from before the page was left would answer for that time.
        await queries.cancelQueries({ queryKey: query.queryKey })
        const answer = queries.fetchQuery({ ...query, staleTime: 0 })
        const timeOut = new Promise((resolve) => setTimeout(resolve, checkTimeOut))
        await Promise.race([answer.catch(() => undefined), timeOut])
      }),
    [queries],
  )
}
