import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Nullable, Strict, Timestamp } from './common.ts'
import { route } from './route.ts'
import { maskedFields } from './sensitive-fields.ts'

const ChangedValue = Type.Object({
  field: Type.String(),
  former: Nullable(Type.String()),
  present: Nullable(Type.String()),
})

/** One event: who, what, which record, which fields, from where. Never the value of an encrypted field. */
export const AuditEvent = Type.Object({
  id: Id,
  at: Timestamp,
  actor_kind: Type.Enum(['nobody', 'admin', 'session', 'system']),
  actor_id: Nullable(Id),
  actor_name: Nullable(
    Type.String({ description: 'Of staff also after their account was deleted; of a client while it exists' }),
  ),
  action: Type.String(),
  client_id: Nullable(Id),
  session_id: Nullable(Id),
  subject_id: Nullable(Id),
  subject_title: Nullable(
    Type.String({ description: 'Title of the document or form, or name of the file, as it is now' }),
  ),
  fields: Type.Array(Type.String()),
  address: Nullable(Type.String()),
  detail: Nullable(Type.String()),
  reason: Nullable(
    Type.String({
      description:
        'Why a client declined, or staff deleted a sealed document or looked at sensitive values; stored beside the trail',
    }),
  ),
  changes: Type.Optional(
    Type.Array(ChangedValue, {
      description:
        'Fields of the client record that are not sensitive, 2,000 characters of each at most; stored beside the trail, ' +
        'and only in a list of one client',
    }),
  ),
})
export type AuditEvent = Static<typeof AuditEvent>

export const AuditQuery = Strict({
  client_id: Type.Optional(Id),
  session_id: Type.Optional(Id),
  subject_id: Type.Optional(Id),
  actor_id: Type.Optional(Id),
  action: Type.Optional(Type.String({ maxLength: 100 })),
  from: Type.Optional(Timestamp),
  to: Type.Optional(Timestamp),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: '50 without it' })),
  cursor: Type.Optional(Type.String({ maxLength: 200, description: '`next_cursor` of the page before' })),
})
export type AuditQuery = Static<typeof AuditQuery>

export const AuditPage = Type.Object({ events: Type.Array(AuditEvent), next_cursor: Nullable(Type.String()) })
export type AuditPage = Static<typeof AuditPage>

/** Checks the stored events, the signed anchors in the file store, and the keyed records of sealed documents. */
export const AuditVerification = Type.Object({
  valid: Type.Boolean(),
  chains: Type.Integer(),
  events: Type.Integer(),
  broken: Type.Array(Type.Object({ chain: Type.String(), position: Type.Integer() }), {
    description:
      'The first event of each chain that was altered, or after which one is missing; the first 1,000 chains',
  }),
  anchors: Type.Object({
    checked: Type.Integer(),
    last_at: Nullable(Timestamp),
    problems: Type.Array(Type.String(), { description: 'A problem of an anchor, as a message for staff' }),
  }),
  documents: Type.Object({
    checked: Type.Integer(),
    broken: Type.Array(Id, { description: 'Envelopes whose sealed document differs from the recorded one' }),
  }),
})
export type AuditVerification = Static<typeof AuditVerification>

export const RevealedField = Strict({ field: Type.Enum(maskedFields) })
export type RevealedField = Static<typeof RevealedField>

export const auditApi = { list: route('GET', '/audit', { query: AuditQuery, response: AuditPage }) }
