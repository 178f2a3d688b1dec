import type { Feature } from '../../platform/feature.ts'
import { sealedAuditTrail } from './sealed-trail.ts'
import { verifyRoutes } from './verify-routes.ts'

export const verification: Feature = { plugins: [sealedAuditTrail, verifyRoutes] }
