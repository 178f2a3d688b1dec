import { SessionSummary } from '@agency/contract/sessions'
import { queryOptions } from '@tanstack/react-query'
import Type from 'typebox'
import { parseAnswer } from './answer'
import { api } from './api'
import { sessionListsKey } from './session-lists-key'

/** A client's sessions. */
export const sessionsQuery = (clientId: string) =>
  queryOptions({
    queryKey: [...sessionListsKey, clientId],
    queryFn: async ({ signal }) =>
      parseAnswer(Type.Array(SessionSummary), await api().get(`clients/${clientId}/sessions`, { signal }).json()),
  })
