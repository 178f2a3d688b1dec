import Type, { type Static } from 'typebox'
import { Timestamp } from './common.ts'

export const HealthState = Type.Union([Type.Literal('ok'), Type.Literal('warning'), Type.Literal('failing')], {
  description: 'warning: works, and needs attention; failing: part of the product does not work',
})
export type HealthState = Static<typeof HealthState>

/** What one check of the installation found. */
export const HealthEntry = Type.Object({
  id: Type.String({ description: 'Stable, in kebab-case, as /readyz names it' }),
  title: Type.String(),
  state: HealthState,
  message: Type.String({ description: 'What was found and what to do about it, in words for staff' }),
  at: Timestamp,
})
export type HealthEntry = Static<typeof HealthEntry>

/** Every check, in the order in which staff see them. */
export const HealthReport = Type.Array(HealthEntry)
export type HealthReport = Static<typeof HealthReport>
