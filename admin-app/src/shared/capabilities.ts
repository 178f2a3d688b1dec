import { Capabilities } from '@agency/contract/capabilities'
import { queryOptions } from '@tanstack/react-query'
import { parseAnswer } from './answer'
import { api } from './api'

/** The features of this deployment. They do not change while the app is open. */
export const capabilitiesQuery = () =>
  queryOptions({
    queryKey: ['capabilities'],
    queryFn: async ({ signal }) => parseAnswer(Capabilities, await api().get('capabilities', { signal }).json()),
    staleTime: Number.POSITIVE_INFINITY,
  })
