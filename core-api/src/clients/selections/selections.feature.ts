import type { Feature } from '../../platform/feature.ts'
import { selectionRoutes, selectionWork } from './selection-routes.ts'
import { tagRoutes } from './tag-routes.ts'

export const selections: Feature = { plugins: [selectionWork, selectionRoutes, tagRoutes] }
