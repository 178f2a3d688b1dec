import type { Feature } from '../../platform/feature.ts'
import { adminDeletionRoutes } from './admin-deletion-routes.ts'
import { handOverRoutes } from './hand-over-routes.ts'
import { teamDeletionRoutes } from './team-deletion-routes.ts'

export const handOver: Feature = { plugins: [handOverRoutes, adminDeletionRoutes, teamDeletionRoutes] }
