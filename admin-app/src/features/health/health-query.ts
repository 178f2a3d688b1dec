import { healthApi } from '@agency/contract/health'
import { callQuery } from '../../shared/call'

export const healthQuery = callQuery(['health'], healthApi.report)
