import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Outlet } from 'react-router-dom'
import { problemOf } from '../shared/api.ts'
import { useSession } from '../shared/session-store.ts'

/** The query cache of an open session. It goes away with the session, and what it knew about the client with it. */
export function SessionData() {
  const [client] = useState(createQueryClient)
  return (
    <QueryClientProvider client={client}>
      <Outlet />
    </QueryClientProvider>
  )
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: endLostSession }),
    mutationCache: new MutationCache({ onError: endLostSession }),
    // The network layer already tries reads again; writes are repeated by the person alone.
    defaultOptions: { queries: { retry: false, staleTime: 5_000 }, mutations: { retry: false } },
  })
}

/** When the server no longer knows the session, this browser forgets it too: the passcode screen follows. */
function endLostSession(error: unknown): void {
  const { code } = problemOf(error)
  const { close } = useSession.getState()
  if (code === 'NOT_SIGNED_IN' || code === 'SESSION_EXPIRED') close('expired')
  if (code === 'GONE') close('gone')
}
