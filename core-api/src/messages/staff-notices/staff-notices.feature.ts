import type { Feature } from '../../platform/feature.ts'
import { digestRoutes } from './digest-routes.ts'
import { noticeJobs } from './staff-notices.ts'

export const staffNotices: Feature = { plugins: [noticeJobs, digestRoutes] }
