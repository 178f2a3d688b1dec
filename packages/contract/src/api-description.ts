import type { Static } from 'typebox'
import * as Type from 'typebox'

const open = { additionalProperties: true }

/** An answer of an operation, or a reference to one of `components.responses`. */
const ApiAnswer = Type.Object(
  {
    $ref: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    headers: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    content: Type.Optional(Type.Record(Type.String(), Type.Object({ schema: Type.Optional(Type.Unknown()) }, open))),
  },
  open,
)
export type ApiAnswer = Static<typeof ApiAnswer>
const Answers = Type.Record(Type.String(), ApiAnswer)

const ApiOperation = Type.Object(
  {
    operationId: Type.String(),
    summary: Type.String(),
    tags: Type.Array(Type.String()),
    responses: Answers,
  },
  open,
)
export type ApiOperation = Static<typeof ApiOperation>

/** How callers authenticate. Over plain HTTP the cookie is called `session`. */
export const securitySchemes = {
  adminToken: { type: 'http' as const, scheme: 'bearer', bearerFormat: 'JWT' },
  sessionCookie: { type: 'apiKey' as const, in: 'cookie', name: '__Host-session' },
}

/** The parts of an OpenAPI 3.1 document that the product itself reads. */
export const ApiDocument = Type.Object(
  {
    openapi: Type.String(),
    paths: Type.Record(Type.String(), Type.Record(Type.String(), ApiOperation)),
    components: Type.Object(
      {
        schemas: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
        responses: Type.Optional(Answers),
      },
      open,
    ),
  },
  open,
)
export type ApiDocument = Static<typeof ApiDocument>
