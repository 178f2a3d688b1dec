import type { Feature } from '../../platform/feature.ts'
import { clientArchiveRoutes } from './client-archive-routes.ts'
import { permanentDeletionRoutes } from './permanent-deletion-routes.ts'

export const archive: Feature = { plugins: [clientArchiveRoutes, permanentDeletionRoutes] }
