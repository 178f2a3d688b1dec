import type { Feature } from '../../platform/feature.ts'
import { archiveRoutes } from './archive-routes.ts'

export const agencyArchive: Feature = { plugins: [archiveRoutes] }
