import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Timestamp } from './common.ts'
import { route } from './route.ts'

export const HealthState = Type.Union([Type.Literal('ok'), Type.Literal('warning'), Type.Literal('failing')], {
  description: 'warning: works, and needs attention; failing: part of the product does not work',
})
export type HealthState = Static<typeof HealthState>

export const HealthEntry = Type.Object({
  id: Type.String({ description: 'Stable id in kebab-case, as in /readyz' }),
  title: Type.String(),
  state: HealthState,
  message: Type.String({ description: 'The finding and what to do about it, for staff' }),
  at: Timestamp,
})
export type HealthEntry = Static<typeof HealthEntry>

export const HealthReport = Type.Array(HealthEntry)
export type HealthReport = Static<typeof HealthReport>

export const healthApi = { report: route('GET', '/health-report', { response: HealthReport }) }
