import { type ClientListQuery, clientApi } from '@agency/contract/clients'
import { type SessionListQuery, sessionApi } from '@agency/contract/sessions'
import { queryOptions } from '@tanstack/react-query'
import { callPage } from '../../shared/call'
import { startOfDay } from '../../shared/dates/today'

/** The most rows of a list on the dashboard. */
const most = 5

/** The first rows of a list, and how many it has in all. */
export interface DueRows<Row> {
  readonly rows: readonly Row[]
  readonly total: number
}

/** The first clients of a list. */
export const dueClientsQuery = (query: Pick<ClientListQuery, 'follow_up' | 'date' | 'sort' | 'proposals'>) =>
  queryOptions({
    queryKey: ['clients', 'due', query],
    queryFn: ({ signal }) => callPage(clientApi.list, { query: { ...query, limit: most }, signal }),
  })

/** The first sessions of a list. @param signed_since a day, `YYYY-MM-DD` */
export const dueSessionsQuery = ({ status, signed_since }: Pick<SessionListQuery, 'status' | 'signed_since'>) =>
  queryOptions({
    queryKey: ['sessions', 'due', { status, signed_since }],
    queryFn: ({ signal }) => {
      const since = signed_since === undefined ? undefined : startOfDay(signed_since)
      return callPage(sessionApi.list, { query: { status, signed_since: since, limit: most }, signal })
    },
  })
