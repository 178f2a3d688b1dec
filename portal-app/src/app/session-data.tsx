import { isUnanswered } from '@agency/http-client/call-error'
import { MutationCache, onlineManager, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Outlet } from 'react-router-dom'
import { checkConnection, followNetwork } from '../shared/connection.ts'
import { endLostSession, endReplacedSession, noteAnswer } from '../shared/session-api.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { useRestoredPage } from './use-restored-page.ts'

/** The query cache of an open session. It is dropped with the session, since it holds the client's data. */
export function SessionData() {
  const [client] = useState(createQueryClient)
  useRestoredPage(client)
  return (
    <QueryClientProvider client={client}>
      <ConnectionBanner />
      <Outlet />
    </QueryClientProvider>
  )
}

/** The HTTP client retries already. Calls are made even if the browser reports to be offline. */
function createQueryClient(): QueryClient {
  onlineManager.setEventListener(followNetwork)
  const onError = (error: Error) => {
    endLostSession(error)
    void endReplacedSession(error)
    if (isUnanswered(error)) void checkConnection()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError, onSuccess: noteAnswer }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { retry: false, staleTime: 5_000, networkMode: 'always', refetchOnReconnect: true },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
