import type { Feature } from '../../platform/feature.ts'
import { providerJobs } from './redirect-signing-plugin.ts'
import { webhookRoutes } from './webhook-routes.ts'

export const redirectSigning: Feature = { plugins: [providerJobs, webhookRoutes] }
