import Type, { type Static } from 'typebox'
import { Id, Nullable, Timestamp } from './common.ts'

/** A member of staff who opened more client records within an hour than a threshold allows. */
export const RecordReadAlert = Type.Object({
  id: Id,
  at: Timestamp,
  admin_id: Id,
  admin_name: Nullable(Type.String({ description: 'Of staff who are still known' })),
  refused: Type.Boolean({ description: 'Whether the hard limit was reached, so that reading was refused' }),
  detail: Nullable(Type.String({ description: 'How many records, in words' })),
})
export type RecordReadAlert = Static<typeof RecordReadAlert>

/** Those of the last seven days, newest first. */
export const RecordReadAlerts = Type.Object({ alerts: Type.Array(RecordReadAlert) })
export type RecordReadAlerts = Static<typeof RecordReadAlerts>
