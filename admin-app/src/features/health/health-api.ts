import { HealthReport } from '@agency/contract/health'
import { queryOptions } from '@tanstack/react-query'
import { parseAnswer } from '../../shared/answer'
import { api } from '../../shared/api'

/** What is right and wrong with the installation. */
export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: async ({ signal }) => parseAnswer(HealthReport, await api().get('health-report', { signal }).json()),
})
