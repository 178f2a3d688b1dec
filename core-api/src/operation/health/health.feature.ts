import type { Feature } from '../../platform/feature.ts'
import { capabilityRoutes } from './capability-routes.ts'
import { descriptionRoutes } from './description-routes.ts'
import { healthRoutes } from './health-routes.ts'
import { installationChecks } from './installation-checks.ts'

export const health: Feature = { plugins: [installationChecks, healthRoutes, capabilityRoutes, descriptionRoutes] }
