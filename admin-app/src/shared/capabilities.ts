import { capabilityApi } from '@agency/contract/capabilities'
import { callQuery } from './call'

/** The features of this deployment. They do not change while the app is open. */
export const capabilitiesQuery = () => ({
  ...callQuery(['capabilities'], capabilityApi.read),
  staleTime: Number.POSITIVE_INFINITY,
})
