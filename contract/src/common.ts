import Type, { type TSchema } from 'typebox'

export const Id = Type.String({ format: 'uuid', description: 'UUIDv7' })
export const Timestamp = Type.String({ format: 'date-time', description: 'RFC 3339, UTC' })

/** A value that may be missing; missing is `null` on the wire, never an absent property. */
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** One line of text that a person typed. */
export const Line = Type.String({ maxLength: 500 })

/** Sanitised HTML; 100,000 characters at most. */
export const RichTextHtml = Type.String({ maxLength: 100_000 })

/** An object that refuses properties it does not name. */
export const Strict = <T extends Parameters<typeof Type.Object>[0]>(properties: T) =>
  Type.Object(properties, { additionalProperties: false })
