import { useQueryClient } from '@tanstack/react-query'
import { sessionListsKey } from '../../shared/client-queries'
import { sessionFormsKey } from './session-forms-api'

/** Fetches a session's documents again after one of them changed, and how the session stands, which follows them. */
export function useRefreshSession(sessionId: string): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: sessionFormsKey(sessionId) }),
      queryClient.invalidateQueries({ queryKey: sessionListsKey }),
    ])
  }
}
