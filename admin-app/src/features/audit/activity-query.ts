import { type AuditQuery, auditApi } from '@agency/contract/audit'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../shared/call'

/** A client with its sessions and documents, or one other record such as a staff member's. */
export type ActivityAbout = Required<Pick<AuditQuery, 'client_id'>> | Required<Pick<AuditQuery, 'subject_id'>>

/** Narrows the events; an absent one does not. */
export type ActivityFilter = Pick<AuditQuery, 'actor_id' | 'action' | 'from'>

export const activityQuery = (about: ActivityAbout, filter: ActivityFilter = {}) =>
  infiniteQueryOptions({
    queryKey: ['audit', about, filter],
    queryFn: ({ signal, pageParam }) =>
      call(auditApi.list, { query: { ...about, ...filter, cursor: pageParam || undefined }, signal }),
    // The first page has no cursor.
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    gcTime: 0,
  })

export const latestActivityKey = ['clients', 'activity'] as const

/** The newest events of a client. The key is below the one that every change to a client invalidates. */
export const latestActivityQuery = (clientId: string) =>
  queryOptions({
    queryKey: [...latestActivityKey, clientId],
    queryFn: async ({ signal }) =>
      (await call(auditApi.list, { query: { client_id: clientId, limit: 30 }, signal })).events,
  })
