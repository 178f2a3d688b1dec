import { ClientListItem } from '@agency/contract/clients'
import { Session, type SessionStatus, type StartSession, type UpdateSession } from '@agency/contract/sessions'
import { queryOptions } from '@tanstack/react-query'
import Type from 'typebox'
import { parseAnswer } from '../../shared/answer'
import { api, ifMatch } from '../../shared/api'
import { clientName } from '../../shared/client-name'
import { sessionsQuery } from '../../shared/sessions-query'

/** How often an open session is asked for news, in milliseconds. */
const pollInterval = 4_000

/** Prefix of the keys of everything about sessions. */
export const sessionsKey = ['sessions'] as const

/** A client's sessions, asked for again while the client may still be at work in one of them. */
export const liveSessionsQuery = (clientId: string) => ({
  ...sessionsQuery(clientId),
  refetchInterval: ({ state }: { state: { data?: readonly { status: SessionStatus }[] | undefined } }) =>
    state.data?.some(({ status }) => status === 'not_started' || status === 'in_progress') ? pollInterval : false,
})

/**
 * One session with its passcode. Each answer is written to the audit trail as an opening, so it is asked for once; what
 * the client changes is followed in the list.
 */
export const sessionQuery = (sessionCode: string) =>
  queryOptions({
    queryKey: [...sessionsKey, 'details', sessionCode],
    queryFn: async ({ signal }) =>
      parseAnswer(
        Session,
        await api()
          .get(`session/${encodeURIComponent(sessionCode)}/details`, { signal })
          .json(),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  })

const StartedSession = Type.Object({ session_code: Type.Optional(Type.String()) })

/** Starts a session; its code is missing when the server gave none. @throws HTTPError when it is refused. */
export async function startSession(body: StartSession): Promise<{ session_code?: string }> {
  return parseAnswer(StartedSession, await api().post('session', { json: body }).json())
}

/** Saves a session; what is not sent stays. @throws HTTPError EDIT_CONFLICT when someone else saved meanwhile */
export async function updateSession({ session_code, version }: Session, body: UpdateSession): Promise<Session> {
  const options = { json: body, headers: ifMatch(version) }
  return parseAnswer(
    Session,
    await api()
      .put(`session/${encodeURIComponent(session_code)}`, options)
      .json(),
  )
}

/**
 * A client's phone, for the usual passcode; null when there is none. From the list: the record itself would open
 * everything that is sealed in it.
 */
export async function findPhone(session: Session): Promise<string | null> {
  const q = clientName(session)
  const clients = parseAnswer(
    Type.Array(ClientListItem),
    await api()
      .get('clients', { searchParams: { q, limit: 200 } })
      .json(),
  )
  return clients.find(({ id }) => id === session.client_id)?.primary_phone ?? null
}
