import { queryOptions } from '@tanstack/react-query'
import { Session, SessionSummary, type StartSession } from 'contract/sessions'
import Type from 'typebox'
import { parseAnswer } from '../../shared/answer'
import { api } from '../../shared/api'

/** How often an open session is asked for news, in milliseconds. */
const pollInterval = 4_000

/** A client's sessions. */
export const sessionsQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['sessions', 'of-client', clientId],
    queryFn: async ({ signal }) =>
      parseAnswer(Type.Array(SessionSummary), await api().get(`clients/${clientId}/sessions`, { signal }).json()),
  })

/** One session with its passcode; asked for again while the client may still be at work in it. */
export const sessionQuery = (sessionCode: string) =>
  queryOptions({
    queryKey: ['sessions', 'details', sessionCode],
    queryFn: async ({ signal }) =>
      parseAnswer(
        Session,
        await api()
          .get(`session/${encodeURIComponent(sessionCode)}/details`, { signal })
          .json(),
      ),
    refetchInterval: ({ state }) =>
      state.data?.status === 'not_started' || state.data?.status === 'in_progress' ? pollInterval : false,
  })

const StartedSession = Type.Object({ session_code: Type.Optional(Type.String()) })

/** Starts a session; its code is missing when the server gave none. @throws HTTPError when it is refused. */
export async function startSession(body: StartSession): Promise<{ session_code?: string }> {
  return parseAnswer(StartedSession, await api().post('session', { json: body }).json())
}
