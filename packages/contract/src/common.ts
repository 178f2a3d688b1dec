import type { Static, TSchema } from 'typebox'
import * as Type from 'typebox'

export const Id = Type.String({ format: 'uuid', description: 'UUIDv7' })
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Whether a text is an id as PostgreSQL stores it: without `urn:uuid:`, in either case. */
export const isUuid = (text: string): boolean => uuid.test(text)
export const Timestamp = Type.String({ format: 'date-time', description: 'RFC 3339, UTC' })

/** A value that may be missing: `null` on the wire, never an absent property. */
export const Nullable = <T extends TSchema & { type: string }>(schema: T) =>
  // A list of types instead of a union of schemas: such answers are serialized four times as fast.
  Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, 'null'] })

export const Line = Type.String({ maxLength: 500 })

/** Sanitised HTML; 100,000 characters at most. */
export const RichTextHtml = Type.String({ maxLength: 100_000 })

/** Incremented by each change of a record. In quotes, it is the record's ETag, which `If-Match` sends back. */
/** In a body: the version that a caller's edit is based on, where it sends no `If-Match`. */
/** What staff write to a client beside the agency's own text, in a message. */
export const PersonalLine = Type.String({
  maxLength: 300,
  description: 'A personal line to the client, in the message',
})

export const BaseVersion = Type.Optional(
  Type.Integer({ description: 'The version that the edit is based on; `If-Match` goes before it' }),
)
export const Version = Type.Integer({ description: 'Incremented by each change; in quotes, the ETag for If-Match' })

/** How many rows of a list to skip. The bound is far beyond any list and within the database's integers. */
export const Offset = Type.Integer({ minimum: 0, maximum: 1_000_000_000 })

export const OrderIndex = Type.Integer({ minimum: 0, maximum: 1_000_000 })

export const Strict = <T extends Parameters<typeof Type.Object>[0]>(properties: T) =>
  Type.Object(properties, { additionalProperties: false })

/** 204, without a body. */
export const NoContent = Type.Unsafe<unknown>({ type: 'null', description: 'Done' })

export const Health = Type.Object({ status: Type.Literal('ok') })

export const RunningRelease = Type.Object({
  part: Type.String(),
  version: Type.String({ description: 'Such as 1.0.0' }),
})

export const Readiness = Type.Object({
  status: Type.Literal('ok'),
  failing: Type.Array(Type.String(), {
    description: 'Ids of failed health checks that do not affect readiness: GET /health-report',
  }),
})
export type Readiness = Static<typeof Readiness>
