import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Nullable, Timestamp } from './common.ts'
import { route } from './route.ts'

export const RevealAlert = Type.Object({
  id: Id,
  raised_at: Timestamp,
  admin_id: Id,
  admin_name: Nullable(Type.String({ description: 'If the account still exists' })),
  clients: Type.Integer({ description: 'The most clients within an hour while the alert was open' }),
  usual_clients: Nullable(
    Type.Number({ description: 'Clients in an hour of the four weeks before; null: too few hours to tell' }),
  ),
  acknowledged_at: Nullable(Timestamp),
  acknowledged_by_name: Nullable(Type.String()),
})
export type RevealAlert = Static<typeof RevealAlert>

export const RevealAlerts = Type.Object({ alerts: Type.Array(RevealAlert) })
export type RevealAlerts = Static<typeof RevealAlerts>

export const revealAlertApi = {
  list: route('GET', '/reveal-alerts', { response: RevealAlerts }),
  acknowledge: route('POST', '/reveal-alerts/:id/acknowledge'),
}
