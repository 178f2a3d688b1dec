import { ClientListItem } from '@agency/contract/clients'
import type { ConfirmDeletion } from '@agency/contract/permanent-deletion'
import {
  RevealedPasscode,
  Session,
  SessionCounts,
  SessionListItem,
  type SessionStatus,
  type StartSession,
  type UpdateSession,
} from '@agency/contract/sessions'
import { queryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import { parseAnswer, readTotal } from '../../shared/answer'
import { api, ifMatch } from '../../shared/api'
import { readRefusal } from '../../shared/api-error'
import { sessionDetailsKey, sessionsQuery } from '../../shared/client-queries'
import { startOfDay } from '../../shared/dates/today'
import { clientName } from '../../shared/formatting'
import { pageSize } from '../../shared/tables/list-footer'
import type { SessionListView } from './list/session-list-view'

/** Polling interval while a session is open, in milliseconds. */
const pollInterval = 4_000

/** Prefix of all query keys about sessions. */
export const sessionsKey = ['sessions'] as const

/** A client's sessions. Polled while the client may still act in one of them. */
export const liveSessionsQuery = (clientId: string) => ({
  ...sessionsQuery(clientId),
  refetchInterval: ({ state }: { state: { data?: readonly { status: SessionStatus }[] | undefined } }) =>
    state.data?.some(({ status }) => status === 'not_started' || status === 'in_progress') ? pollInterval : false,
})

/**
 * One session with its passcode. The server audits each answer as an access, so it is fetched again only after a change
 * of the session or of its client by staff. Changes by the client are read from `liveSessionsQuery`.
 */
export const sessionQuery = (sessionCode: string) =>
  queryOptions({
    queryKey: [...sessionDetailsKey, sessionCode],
    queryFn: ({ signal }) => fetchSession(sessionCode, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** One session with its passcode, as it is stored now. The server audits it as an access. */
export async function fetchSession(sessionCode: string, signal?: AbortSignal): Promise<Session> {
  const path = `session/${encodeURIComponent(sessionCode)}/details`
  return parseAnswer(
    Session,
    await api()
      .get(path, signal ? { signal } : {})
      .json(),
  )
}

/** One page of the list of all sessions, newest first. A request for an older view is cancelled. */
export const sessionListQuery = (view: SessionListView) =>
  queryOptions({
    queryKey: [...sessionsKey, 'list', view],
    queryFn: async ({ signal }) => {
      const searchParams = {
        limit: pageSize,
        offset: (view.page - 1) * pageSize,
        status: view.status ?? undefined,
        q: view.q === '' ? undefined : view.q,
        signed_since: view.signedSince === null ? undefined : startOfDay(view.signedSince),
      }
      const response = await api().get('sessions', { searchParams, signal })
      const sessions = parseAnswer(Type.Array(SessionListItem), await response.json())
      return { sessions, total: readTotal(response.headers) }
    },
  })

/** The number of sessions in each state. */
export const sessionCountsQuery = queryOptions({
  queryKey: [...sessionsKey, 'counts'],
  queryFn: async ({ signal }) => parseAnswer(SessionCounts, await api().get('sessions/counts', { signal }).json()),
})

const StartedSession = Type.Object({
  id: Type.Optional(Type.String()),
  session_code: Type.Optional(Type.String()),
})
type StartedSession = Static<typeof StartedSession>

/** Starts a session. Id and code are undefined when the answer has none. @throws HTTPError when the server refuses */
export async function startSession(body: StartSession): Promise<StartedSession> {
  return parseAnswer(StartedSession, await api().post('session', { json: body }).json())
}

/** Saves the sent fields of a session. @throws HTTPError EDIT_CONFLICT when someone else has saved since it was read */
export async function updateSession({ session_code, version }: Session, body: UpdateSession): Promise<Session> {
  const options = { json: body, headers: ifMatch(version) }
  return parseAnswer(
    Session,
    await api()
      .put(`session/${encodeURIComponent(session_code)}`, options)
      .json(),
  )
}

/** Whether someone else has saved since the session was read. The page then reads it again. */
export const isEditConflict = (error: unknown): boolean => readRefusal(error)?.body?.code === 'EDIT_CONFLICT'

/** What the page says after an edit conflict about which there is nothing to choose. */
export const changedMeanwhile =
  'Someone else changed this session meanwhile. You now see its current state. Please try again if it is still needed.'

/** Archives or restores a session. */
export async function archiveSession(sessionCode: string, archived: boolean): Promise<Session> {
  const path = `session/${encodeURIComponent(sessionCode)}/archived`
  return parseAnswer(Session, await api().put(path, { json: { archived } }).json())
}

/** Has one-time codes sent to what the client's record holds now. */
export async function takeRecordedDestinations({ session_code }: Session): Promise<Session> {
  const path = `session/${encodeURIComponent(session_code)}/code-destinations`
  return parseAnswer(Session, await api().put(path).json())
}

/** Shows a passcode that the product made. The server writes that to the audit trail. */
export async function revealPasscode(sessionCode: string, headers: Record<string, string>): Promise<RevealedPasscode> {
  const path = `session/${encodeURIComponent(sessionCode)}/passcode/reveal`
  return parseAnswer(RevealedPasscode, await api().post(path, { headers }).json())
}

/** Deletes a session for good. @throws HTTPError WRONG_STATE when it holds a signature */
export async function deleteSession(sessionCode: string, body: ConfirmDeletion): Promise<void> {
  await api().delete(`session/${encodeURIComponent(sessionCode)}`, { json: body })
}

/**
 * A client's phone, for the suggested passcode; null when there is none. It is read from the client list, since reading
 * the record would decrypt all its sensitive values.
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
