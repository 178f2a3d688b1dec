import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'

const Body = Type.Object({ content: Type.Record(Type.String(), Type.Object({ schema: Type.Unknown() })) })
const Parameter = Type.Object({
  name: Type.String(),
  in: Type.Enum(['path', 'query', 'header']),
  required: Type.Optional(Type.Boolean()),
  schema: Type.Unknown(),
})
const DescribedOperation = Type.Object({
  operationId: Type.String(),
  parameters: Type.Optional(Type.Array(Parameter)),
  requestBody: Type.Optional(Body),
  responses: Type.Record(Type.String(), Type.Object({ content: Type.Optional(Body.properties.content) })),
  security: Type.Array(Type.Record(Type.String(), Type.Unknown())),
})
const Method = Type.Enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** What is needed of an OpenAPI 3.1 document to make requests from it. */
export const CallableDocument = Type.Object({
  paths: Type.Record(Type.String(), Type.Record(Type.String(), DescribedOperation)),
  components: Type.Object({ schemas: Type.Optional(Type.Record(Type.String(), Type.Unknown())) }),
})
export type CallableDocument = Static<typeof CallableDocument>

/** One call of the API, as its description has it. */
export interface Operation extends Static<typeof DescribedOperation> {
  method: Static<typeof Method>
  /** With parameters in braces: `/clients/{id}`. */
  path: string
}

/** All operations of a document, in its order. */
export function operationsOf({ paths }: CallableDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...operation,
      method: Value.Parse(Method, method.toUpperCase()),
      path,
    })),
  )
}

/** The schema of a body of this type; undefined without one. */
export const bodySchema = ({ requestBody }: Operation, type: string): unknown => requestBody?.content[type]?.schema

/** The schema of the JSON answer to a call that is done; undefined without one. */
export const answerSchema = ({ responses }: Operation): unknown =>
  (responses[201] ?? responses[200])?.content?.['application/json']?.schema

/** Who may call it, in order: staff, a client with an opened session, or anyone. */
export function callersOf({ security }: Operation): ('admin' | 'session' | 'nobody')[] {
  return security.map((scheme) => ('adminToken' in scheme ? 'admin' : 'sessionCookie' in scheme ? 'session' : 'nobody'))
}
