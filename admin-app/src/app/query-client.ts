import { isUnanswered } from '@agency/http-client/call-error'
import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { latestActivityKey } from '../features/audit/activity-query'
import { checkConnection, followNetwork } from '../shared/connection'

/** Screens show failures with a retry. `always`: a browser that reports no network may still reach its own machine. */
export function createQueryClient(): QueryClient {
  onlineManager.setEventListener(followNetwork)
  const onError = (error: Error) => {
    if (isUnanswered(error)) void checkConnection()
  }
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError,
      // Each change is on the audit trail, of which a record shows the latest.
      onSuccess: () => void queryClient.invalidateQueries({ queryKey: latestActivityKey }),
    }),
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', refetchOnReconnect: true },
      mutations: { networkMode: 'always' },
    },
  })
  return queryClient
}
