import type { ClientProjection } from '@agency/contract/clients'
import type { Session } from '@agency/contract/sessions'
import { sendOnce } from '@agency/http-client/http-client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, problemOf } from './api.ts'
import { languageOfRecord, useLanguage } from './language.ts'
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
      // If the messages can't be loaded, the language stays as it is.
      await useLanguage
        .getState()
        .prefer(languageOfRecord(client.pref_lang))
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

export function fullName(client: Pick<ClientProjection, 'client_first_name' | 'client_last_name'>): string {
  return [client.client_first_name, client.client_last_name]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ')
}

/** Closes the session in this browser if the error says that it ended on the server. The passcode screen follows. */
export function endLostSession(error: unknown): void {
  const { code } = problemOf(error)
  const { close, isNew } = useSession.getState()
  if (code === 'NOT_SIGNED_IN') close(isNew ? 'cookies' : 'expired')
  if (code === 'SESSION_EXPIRED') close('expired')
  if (code === 'GONE') close('gone')
}

/** Notes that a call of the session was answered: the browser sends the cookie. */
export function noteAnswer(): void {
  if (useSession.getState().isNew) useSession.setState({ isNew: false })
}

/** Ends the session if the call fails since another one was opened: a browser has one cookie for all sessions. */
export async function endReplacedSession(error: unknown): Promise<void> {
  const { session } = useSession.getState()
  if (!session || problemOf(error).code !== 'NOT_FOUND') return
  const path = `session/${encodeURIComponent(session.session_code)}/details`
  const code = await api.get(path).then(
    () => undefined,
    (failure) => problemOf(failure).code,
  )
  const { session: now, close } = useSession.getState()
  if (code === 'NOT_FOUND' && now?.id === session.id) close('replaced')
}

/** Longest wait for a logout, in ms. */
const logOutTimeOut = 10_000

/** The one of the cookie, whatever the code. @param once without retries @returns false if not confirmed in time */
export async function endSession(code: string, once = false): Promise<boolean> {
  const options = { timeout: logOutTimeOut, ...(once ? { context: sendOnce } : {}) }
  return api.post(`api/session/${encodeURIComponent(code)}/logout`, options).then(
    () => true,
    () => false,
  )
}
