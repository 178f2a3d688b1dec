import Type, { type Static, type TSchema } from 'typebox'

export const Id = Type.String({ format: 'uuid', description: 'UUIDv7' })
export const Timestamp = Type.String({ format: 'date-time', description: 'RFC 3339, UTC' })

/** A value that may be missing; missing is `null` on the wire, never an absent property. */
export const Nullable = <T extends TSchema & { type: string }>(schema: T) =>
  // One list of types, not a union of schemas: answers with many such values are written four times as fast.
  Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, 'null'] })

/** One line of text that a person typed. */
export const Line = Type.String({ maxLength: 500 })

/** Sanitised HTML; 100,000 characters at most. */
export const RichTextHtml = Type.String({ maxLength: 100_000 })

/** Goes up with each change of a record; in quotes it is the record's ETag, to be sent back as `If-Match`. */
export const Version = Type.Integer({ description: 'Goes up with each change; in quotes, the ETag for If-Match' })

/** How many rows of a list to skip. The bound is far beyond any list and within the database's integers. */
export const Offset = Type.Integer({ minimum: 0, maximum: 1_000_000_000 })

/** The place of a document in its session, counted from 0. */
export const OrderIndex = Type.Integer({ minimum: 0, maximum: 1_000_000 })

/** An object that refuses properties it does not name. */
export const Strict = <T extends Parameters<typeof Type.Object>[0]>(properties: T) =>
  Type.Object(properties, { additionalProperties: false })

/** The answer of a call that has nothing to say but that it was done: 204, without a body. */
export const NoContent = Type.Unsafe<unknown>({ type: 'null', description: 'Done' })

/** The answer of a service that is well. */
export const Health = Type.Object({ status: Type.Literal('ok') })

/** The answer of a service that can do its work, though something may be wrong with the installation. */
export const Readiness = Type.Object({
  status: Type.Literal('ok'),
  failing: Type.Array(Type.String(), {
    description: 'Ids of health checks that failed lately and that requests can do without: GET /health-report',
  }),
})
export type Readiness = Static<typeof Readiness>
