import type { Feature } from '../../platform/feature.ts'
import { exportRoutes } from './export-routes.ts'

export const clientExport: Feature = { plugins: [exportRoutes] }
