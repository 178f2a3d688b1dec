import { capabilityApi } from '@agency/contract/capabilities'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from './call'

/** The features of this deployment. They do not change while the app is open. */
export const capabilitiesQuery = () => ({
  ...callQuery(['capabilities'], capabilityApi.read),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Whether emails reach anybody; so until that is known. */
export const useMailReaches = (): boolean => useQuery(capabilitiesQuery()).data?.mail_reaches ?? true
