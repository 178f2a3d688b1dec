import type { Feature } from '../../platform/feature.ts'
import { reminderRoutes } from './reminder-routes.ts'
import { reminderSending } from './reminder-sending.ts'
import { scheduleRoutes } from './schedule-routes.ts'
import { scheduleSending } from './schedule-sending.ts'

export const reminders: Feature = { plugins: [reminderSending, reminderRoutes, scheduleSending, scheduleRoutes] }
