import { type ClientCountsQuery, clientApi } from '@agency/contract/clients'
import { keepPreviousData } from '@tanstack/react-query'
import { callQuery } from './call'

/**
 * The number of clients in all and by status, of those that a search and filter find. Not in client-queries.ts: the first screen loads this query alone, without
 * the schemas of the others (0.9 kB).
 */
export const clientCountsQuery = (query: ClientCountsQuery = {}) => ({
  ...callQuery(['clients', 'counts', query], clientApi.counts, { query }),
  placeholderData: keepPreviousData,
})
