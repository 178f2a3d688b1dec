import { proposalApi } from '@agency/contract/form-fields'
import { sessionApi } from '@agency/contract/sessions'
import { queryOptions } from '@tanstack/react-query'
import { call, callQuery } from './call'

/** Prefix of the keys of the clients' session lists. A change to a session's documents may change its status there. */
export const sessionListsKey = ['sessions', 'of-client'] as const

/** Prefix of the keys of single sessions, which hold the client's name and destinations. */
export const sessionDetailsKey = ['sessions', 'details'] as const

export const sessionsQuery = (id: string) =>
  callQuery([...sessionListsKey, id], sessionApi.ofClient, { params: { id } })

/** The server audits an answer with sensitive values, so it is not refetched on window focus. */
export const proposalsQuery = (id: string) =>
  queryOptions({
    // Below the key that every change to a client invalidates.
    queryKey: ['clients', 'proposals', id],
    queryFn: async ({ signal }) => (await call(proposalApi.list, { params: { id }, signal })).proposals,
    refetchOnWindowFocus: false,
  })
