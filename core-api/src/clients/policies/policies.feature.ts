import type { Feature } from '../../platform/feature.ts'
import { policyRoutes } from './policy-routes.ts'

export const policies: Feature = { plugins: [policyRoutes] }
