import { ClientCounts } from '@agency/contract/clients'
import { queryOptions } from '@tanstack/react-query'
import { parseAnswer } from './answer'
import { api } from './api'

/**
 * The number of clients in all and by status. Not in client-queries.ts: the first screen loads this query alone, without
 * the schemas of the others (0.9 kB).
 */
export const clientCountsQuery = queryOptions({
  queryKey: ['clients', 'counts'],
  queryFn: async ({ signal }) => parseAnswer(ClientCounts, await api().get('clients/counts', { signal }).json()),
})
