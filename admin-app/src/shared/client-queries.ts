import { ProposalList } from '@agency/contract/form-fields'
import { SessionSummary } from '@agency/contract/sessions'
import { queryOptions } from '@tanstack/react-query'
import * as Type from 'typebox'
import { parseAnswer } from './answer'
import { api } from './api'

/** Prefix of the keys of the clients' session lists. A change to a session's documents may change its status there. */
export const sessionListsKey = ['sessions', 'of-client'] as const

/** Prefix of the keys of single sessions, which hold the client's name and destinations. */
export const sessionDetailsKey = ['sessions', 'details'] as const

/** A client's sessions. */
export const sessionsQuery = (clientId: string) =>
  queryOptions({
    queryKey: [...sessionListsKey, clientId],
    queryFn: async ({ signal }) =>
      parseAnswer(Type.Array(SessionSummary), await api().get(`clients/${clientId}/sessions`, { signal }).json()),
  })

/**
 * The open proposals of a client: values written into documents that differ from the record. The server audits an
 * answer with sensitive values as an access, so it is not refetched on window focus.
 */
export const proposalsQuery = (clientId: string) =>
  queryOptions({
    // Below the key that every change to a client invalidates.
    queryKey: ['clients', 'proposals', clientId],
    queryFn: async ({ signal }) =>
      parseAnswer(ProposalList, await api().get(`clients/${clientId}/proposals`, { signal }).json()).proposals,
    refetchOnWindowFocus: false,
  })
