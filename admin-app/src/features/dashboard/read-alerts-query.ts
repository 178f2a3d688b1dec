import { RecordReadAlerts } from '@agency/contract/record-reads'
import { queryOptions } from '@tanstack/react-query'
import { parseAnswer } from '../../shared/answer'
import { api } from '../../shared/api'

/** Staff who opened many client records within an hour; the server gives it to power admins alone. */
export const readAlertsQuery = queryOptions({
  queryKey: ['record-read-alerts'],
  queryFn: async ({ signal }) =>
    parseAnswer(RecordReadAlerts, await api().get('record-reads/alerts', { signal }).json()),
})
