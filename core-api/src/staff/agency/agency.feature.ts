import type { Feature } from '../../platform/feature.ts'
import { agencyRoutes } from './agency-routes.ts'

export const agency: Feature = { plugins: [agencyRoutes] }
