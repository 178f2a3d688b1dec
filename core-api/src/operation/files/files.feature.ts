import type { Feature } from '../../platform/feature.ts'
import { fileFindingRoutes } from './file-finding-routes.ts'
import { fileUpkeep } from './file-upkeep.ts'

export const files: Feature = { plugins: [fileUpkeep, fileFindingRoutes] }
