import type { Feature } from '../../platform/feature.ts'
import { auditRoutes } from './audit-routes.ts'

export const audit: Feature = { plugins: [auditRoutes] }
