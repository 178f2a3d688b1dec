import type { ClientProjection } from '@agency/contract/clients'
import type { Session } from '@agency/contract/sessions'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, problemOf } from './api.ts'
import { useLanguage } from './language.ts'
import { useOpenSession, useSession } from './session-store.ts'

export const sessionQuery = (code: string) =>
  queryOptions({
    queryKey: ['session', code],
    queryFn: () => api.get(`session/${encodeURIComponent(code)}/details`).json<Session>(),
  })

const clientQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['client', clientId],
    queryFn: async () => {
      const client = await api.get(`clients/${encodeURIComponent(clientId)}`).json<ClientProjection>()
      // Words that can't be fetched are no reason to hide the client: the language in use stays.
      await useLanguage
        .getState()
        .prefer(client.pref_lang)
        .catch(() => undefined)
      return client
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

export function useSessionDetails() {
  return useQuery(sessionQuery(useOpenSession().session_code))
}

export function useClient() {
  return useQuery(clientQuery(useOpenSession().client_id))
}

/** First and last name, as far as the agency knows them. */
export function fullName(client: Pick<ClientProjection, 'client_first_name' | 'client_last_name'>): string {
  return [client.client_first_name, client.client_last_name]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ')
}

/** When the server no longer knows the session, this browser forgets it too: the passcode screen follows. */
export function endLostSession(error: unknown): void {
  const { code } = problemOf(error)
  const { close } = useSession.getState()
  if (code === 'NOT_SIGNED_IN' || code === 'SESSION_EXPIRED') close('expired')
  if (code === 'GONE') close('gone')
}
