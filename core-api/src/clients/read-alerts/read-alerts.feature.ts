import type { Feature } from '../../platform/feature.ts'
import { recordReadCounting } from './record-read-counting.ts'
import { recordReadRoutes } from './record-read-routes.ts'
import { revealAlertRoutes } from './reveal-alert-routes.ts'

export const readAlerts: Feature = { plugins: [recordReadCounting, recordReadRoutes, revealAlertRoutes] }
