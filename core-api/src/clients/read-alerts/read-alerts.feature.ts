import type { Feature } from '../../platform/feature.ts'
import { alertRoutes } from './alert-routes.ts'
import { recordReading } from './record-reads.ts'

export const readAlerts: Feature = { plugins: [recordReading, alertRoutes] }
