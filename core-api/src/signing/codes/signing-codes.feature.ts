import type { Feature } from '../../platform/feature.ts'
import { signingCodeHealth } from './signing-code-health.ts'
import { signingCodeRoutes } from './signing-code-routes.ts'

export const signingCodes: Feature = { plugins: [signingCodeHealth, signingCodeRoutes] }
