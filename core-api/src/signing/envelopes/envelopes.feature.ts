import type { Feature } from '../../platform/feature.ts'
import { declineRoutes } from './decline-routes.ts'

export const envelopes: Feature = { plugins: [declineRoutes] }
