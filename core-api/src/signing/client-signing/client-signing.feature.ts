import type { Feature } from '../../platform/feature.ts'
import { reviewRetention } from './review-retention.ts'
import { signingRoutes } from './signing-routes.ts'

export const clientSigning: Feature = { plugins: [reviewRetention, signingRoutes] }
