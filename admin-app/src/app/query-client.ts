import { isUnanswered } from '@agency/http-client/call-error'
import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { checkConnection, followNetwork } from '../shared/connection'

/**
 * The cache of what the server owns. Nothing is retried for long: every screen shows its failure soon, with a way to try
 * again; a server that was out of reach is watched for, and what is shown is fetched again once it is back.
 * `always`: a browser that thinks it is offline may still reach this very machine.
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
