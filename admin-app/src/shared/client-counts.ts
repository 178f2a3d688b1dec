import { type ClientCountsQuery, clientApi } from '@agency/contract/clients'
import { keepPreviousData } from '@tanstack/react-query'
import { callQuery } from './call'

/** Counts what a search and filter find. Not in client-queries.ts: the first screen loads it without their schemas. */
export const clientCountsQuery = (query: ClientCountsQuery = {}) => ({
  ...callQuery(['clients', 'counts', query], clientApi.counts, { query }),
  placeholderData: keepPreviousData,
})
