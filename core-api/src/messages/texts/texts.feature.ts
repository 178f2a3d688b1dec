import type { Feature } from '../../platform/feature.ts'
import { clientTextRoutes } from './client-text-routes.ts'
import { textWebhookRoutes } from './text-webhook-routes.ts'

export const texts: Feature = { plugins: [clientTextRoutes, textWebhookRoutes] }
