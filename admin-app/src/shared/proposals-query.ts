import { ProposalList } from '@agency/contract/form-fields'
import { queryOptions } from '@tanstack/react-query'
import { parseAnswer } from './answer'
import { api } from './api'

/**
 * What a client wrote into documents in place of what the record holds, undecided. An answer with sensitive values is
 * an opening of them in the audit trail, so that merely coming back to the window must not ask again.
 */
export const proposalsQuery = (clientId: string) =>
  queryOptions({
    // Below the key of everything that a change to a client may alter.
    queryKey: ['clients', 'proposals', clientId],
    queryFn: async ({ signal }) =>
      parseAnswer(ProposalList, await api().get(`clients/${clientId}/proposals`, { signal }).json()).proposals,
    refetchOnWindowFocus: false,
  })
