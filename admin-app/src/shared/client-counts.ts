import { clientApi } from '@agency/contract/clients'
import { callQuery } from './call'

/**
 * The number of clients in all and by status. Not in client-queries.ts: the first screen loads this query alone, without
 * the schemas of the others (0.9 kB).
 */
export const clientCountsQuery = callQuery(['clients', 'counts'], clientApi.counts)
