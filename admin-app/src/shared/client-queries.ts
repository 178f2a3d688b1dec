import { ClientCounts } from '@agency/contract/clients'
import { queryOptions } from '@tanstack/react-query'
import { parseAnswer } from './answer'
import { api } from './api'

/** How many clients there are in all and with each status. */
export const clientCountsQuery = queryOptions({
  queryKey: ['clients', 'counts'],
  queryFn: async ({ signal }) => parseAnswer(ClientCounts, await api().get('clients/counts', { signal }).json()),
})
