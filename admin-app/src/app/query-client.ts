import { isUnanswered } from '@agency/http-client/call-error'
import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { checkConnection, followNetwork } from '../shared/connection'

/** Screens show failures with a retry. `always`: a browser that reports no network may still reach its own machine. */
export function createQueryClient(): QueryClient {
  onlineManager.setEventListener(followNetwork)
  const onError = (error: Error) => {
    if (isUnanswered(error)) void checkConnection()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', refetchOnReconnect: true },
      mutations: { networkMode: 'always' },
    },
  })
}
