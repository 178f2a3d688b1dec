import { isUnanswered } from '@agency/http-client/call-error'
import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { checkConnection, followNetwork } from '../shared/connection'

/**
 * The cache of the server's data. Queries are not retried: each screen shows its failure with a retry button. After an
 * outage, `checkConnection` has the queries on the screen refetched.
 * `always`: a browser that reports no network may still reach its own machine.
 */
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
