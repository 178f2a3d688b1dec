import { infiniteQueryOptions } from '@tanstack/react-query'
import { AuditPage } from 'contract/audit'
import { parseAnswer } from '../../shared/answer'
import { api } from '../../shared/api'

/** What happened to a client's record, its sessions and documents: newest first, a page at a time. */
export const activityQuery = (clientId: string) =>
  infiniteQueryOptions({
    queryKey: ['audit', clientId],
    queryFn: async ({ signal, pageParam }) => {
      const searchParams = { client_id: clientId, cursor: pageParam || undefined }
      return parseAnswer(AuditPage, await api().get('audit', { searchParams, signal }).json())
    },
    // The first page has no cursor.
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    gcTime: 0,
  })
