import { SessionListItem } from '@agency/contract/sessions'
import { queryOptions } from '@tanstack/react-query'
import Type from 'typebox'
import { parseAnswer, readTotal } from '../../../shared/answer'
import { api } from '../../../shared/api'
import { startOfDay } from '../../../shared/formatting'
import { pageSize } from '../../../shared/tables/list-footer'
import { sessionsKey } from '../sessions-api'
import type { SessionListView } from './session-list-view'

/** One page of the list of all sessions, the newest first; an overtaken request is cancelled. */
export const sessionListQuery = (view: SessionListView) =>
  queryOptions({
    queryKey: [...sessionsKey, 'list', view],
    queryFn: async ({ signal }) => {
      const searchParams = {
        limit: pageSize,
        offset: (view.page - 1) * pageSize,
        status: view.status ?? undefined,
        signed_since: view.signedSince === null ? undefined : startOfDay(view.signedSince),
      }
      const response = await api().get('sessions', { searchParams, signal })
      const sessions = parseAnswer(Type.Array(SessionListItem), await response.json())
      return { sessions, total: readTotal(response.headers) }
    },
  })
