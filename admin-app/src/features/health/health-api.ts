import { FileFinding } from '@agency/contract/file-findings'
import { HealthReport } from '@agency/contract/health'
import { queryOptions } from '@tanstack/react-query'
import * as Type from 'typebox'
import { parseAnswer } from '../../shared/answer'
import { api } from '../../shared/api'

/** The results of the installation's health checks. */
export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: async ({ signal }) => parseAnswer(HealthReport, await api().get('health-report', { signal }).json()),
})

const Findings = Type.Array(FileFinding)

/** The stored files that the daily check found missing or damaged. */
export const findingsQuery = queryOptions({
  queryKey: ['file-findings'],
  queryFn: async ({ signal }) => parseAnswer(Findings, await api().get('file-findings', { signal }).json()),
})
