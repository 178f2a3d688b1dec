import { healthApi } from '@agency/contract/health'
import { callQuery } from '../../shared/call'

/** The results of the installation's health checks. */
export const healthQuery = callQuery(['health'], healthApi.report)
