import { ClientListItem, type ClientListQuery } from '@agency/contract/clients'
import { SessionListItem, type SessionListQuery } from '@agency/contract/sessions'
import { queryOptions } from '@tanstack/react-query'
import * as Type from 'typebox'
import { parseAnswer, readTotal } from '../../shared/answer'
import { api } from '../../shared/api'
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
    queryFn: async ({ signal }): Promise<DueRows<ClientListItem>> => {
      const response = await api().get('clients', { searchParams: { ...query, limit: most }, signal })
      const rows = parseAnswer(Type.Array(ClientListItem), await response.json())
      return { rows, total: readTotal(response.headers) }
    },
  })

/** The first sessions of a list. @param signed_since a day, `YYYY-MM-DD` */
export const dueSessionsQuery = ({ status, signed_since }: Pick<SessionListQuery, 'status' | 'signed_since'>) =>
  queryOptions({
    queryKey: ['sessions', 'due', { status, signed_since }],
    queryFn: async ({ signal }): Promise<DueRows<SessionListItem>> => {
      const since = signed_since === undefined ? undefined : startOfDay(signed_since)
      const searchParams = { status, signed_since: since, limit: most }
      const response = await api().get('sessions', { searchParams, signal })
      const rows = parseAnswer(Type.Array(SessionListItem), await response.json())
      return { rows, total: readTotal(response.headers) }
    },
  })
