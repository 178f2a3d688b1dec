import { type ClientListItem, type ClientListQuery, clientApi } from '@agency/contract/clients'
import { declineApi } from '@agency/contract/declines'
import { type SessionListItem, type SessionListQuery, sessionApi } from '@agency/contract/sessions'
import { queryOptions } from '@tanstack/react-query'
import { callPage, callQuery } from '../../shared/call'

/** The most rows of each kind on the dashboard. */
const most = 5

interface Due<Row> {
  readonly rows: readonly Row[]
  readonly total: number
}
export type DueClients = Due<ClientListItem>
export type DueSessions = Due<SessionListItem>

export const dueClientsQuery = (query: Pick<ClientListQuery, 'follow_up' | 'date' | 'sort' | 'proposals'>) =>
  queryOptions({
    queryKey: ['clients', 'due', query],
    queryFn: ({ signal }) => callPage(clientApi.list, { query: { ...query, limit: most }, signal }),
  })

/** The first sessions of a list. */
export const dueSessionsQuery = (query: Pick<SessionListQuery, 'status' | 'sort'>) =>
  queryOptions({
    queryKey: ['sessions', 'due', query],
    queryFn: ({ signal }) => callPage(sessionApi.list, { query: { ...query, limit: most }, signal }),
  })

export const declinedQuery = callQuery(['clients', 'declined-documents'], declineApi.list)
