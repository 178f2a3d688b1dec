import { AuditPage, type AuditQuery } from '@agency/contract/audit'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { parseAnswer } from '../../shared/answer'
import { api } from '../../shared/api'

/** A client with its sessions and documents, or one other record such as a staff member's. */
export type ActivityAbout = Required<Pick<AuditQuery, 'client_id'>> | Required<Pick<AuditQuery, 'subject_id'>>

/** The audit events of a record, newest first, page by page. */
export const activityQuery = (about: ActivityAbout) =>
  infiniteQueryOptions({
    queryKey: ['audit', about],
    queryFn: async ({ signal, pageParam }) => {
      const searchParams = { ...about, cursor: pageParam || undefined }
      return parseAnswer(AuditPage, await api().get('audit', { searchParams, signal }).json())
    },
    // The first page has no cursor.
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    gcTime: 0,
  })
