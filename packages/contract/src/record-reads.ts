import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Nullable, Timestamp } from './common.ts'
import { route } from './route.ts'

export const RecordReadAlert = Type.Object({
  id: Id,
  at: Timestamp,
  admin_id: Id,
  admin_name: Nullable(Type.String({ description: 'If the account still exists' })),
  refused: Type.Boolean({ description: 'Whether the limit was reached, so that reading was refused' }),
  detail: Nullable(Type.String({ description: 'The number of records, as a text' })),
})
export type RecordReadAlert = Static<typeof RecordReadAlert>

export const RecordReadAlerts = Type.Object({ alerts: Type.Array(RecordReadAlert) })
export type RecordReadAlerts = Static<typeof RecordReadAlerts>

export const recordReadApi = { alerts: route('GET', '/record-reads/alerts', { response: RecordReadAlerts }) }
