import { type ClientCountsQuery, clientApi } from '@agency/contract/clients'
import { keepPreviousData } from '@tanstack/react-query'
import { callQuery } from './call'

/** Of a search and filter. Here, since the first screen loads it without the other schemas (0.9 kB). */
export const clientCountsQuery = (query: ClientCountsQuery = {}) => ({
  ...callQuery(['clients', 'counts', query], clientApi.counts, { query }),
  placeholderData: keepPreviousData,
})
