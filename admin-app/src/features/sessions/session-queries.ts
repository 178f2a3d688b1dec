import { clientApi } from '@agency/contract/clients'
import { isUnfinished } from '@agency/contract/session-state'
import { type Session, type SessionStatus, sessionApi, type UpdateSession } from '@agency/contract/sessions'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { readRefusal } from '../../shared/api-error'
import { call, callPage, callQuery } from '../../shared/call'
import { sessionDetailsKey, sessionsQuery } from '../../shared/client-queries'
import { startOfDay } from '../../shared/dates/today'
import { clientName } from '../../shared/formatting'
import { pageSize } from '../../shared/tables/list-footer'
import { isWaitingFilter, type SessionListView } from './list/session-list-view'

/** Polling interval while a session is open, in milliseconds. */
const pollInterval = 4_000

export const sessionsKey = ['sessions'] as const

/** A client's sessions. Polled while the client may still act in one of them. */
export const liveSessionsQuery = (clientId: string) => ({
  ...sessionsQuery(clientId),
  refetchInterval: ({ state }: { state: { data?: readonly { status: SessionStatus }[] | undefined } }) =>
    state.data?.some(isUnfinished) ? pollInterval : false,
})

/** The server audits each answer, so only changes by staff fetch it again; `liveSessionsQuery` shows the client's. */
export const sessionQuery = (sessionCode: string) =>
  queryOptions({
    ...callQuery([...sessionDetailsKey, sessionCode], sessionApi.one, { params: { code: sessionCode } }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** One page of the list of all sessions, newest first; those that wait for their client by waiting. A request for an older view is cancelled. */
export const sessionListQuery = (view: SessionListView) =>
  queryOptions({
    queryKey: [...sessionsKey, 'list', view],
    queryFn: ({ signal }) => {
      const query = {
        limit: pageSize,
        offset: (view.page - 1) * pageSize,
        status: view.status ?? undefined,
        sort: isWaitingFilter(view.status) ? ('waiting' as const) : undefined,
        q: view.q === '' ? undefined : view.q,
        signed_since: view.signedSince === null ? undefined : startOfDay(view.signedSince),
      }
      return callPage(sessionApi.list, { query, signal })
    },
  })

export const sessionCountsQuery = (q: string) => ({
  ...callQuery([...sessionsKey, 'counts', q], sessionApi.counts, { query: { q: q || undefined } }),
  placeholderData: keepPreviousData,
})

/** Saves the sent fields of a session. @throws HTTPError EDIT_CONFLICT when someone else has saved since it was read */
export const updateSession = ({ session_code: code, version }: Session, body: UpdateSession): Promise<Session> =>
  call(sessionApi.update, { params: { code }, version, body })

/** Whether someone else has saved since the session was read. The page then reads it again. */
export const isEditConflict = (error: unknown): boolean => readRefusal(error)?.body?.code === 'EDIT_CONFLICT'

/** What the page says after an edit conflict about which there is nothing to choose. */
export const changedMeanwhile =
  'Someone else changed this session meanwhile. You now see its current state. Please try again if it is still needed.'

/** Null without one. From the list, since reading the record would decrypt all its sensitive values. */
export async function findPhone(session: Session): Promise<string | null> {
  const q = clientName(session)
  const clients = await call(clientApi.list, { query: { q, limit: 200 } })
  return clients.find(({ id }) => id === session.client_id)?.primary_phone ?? null
}
