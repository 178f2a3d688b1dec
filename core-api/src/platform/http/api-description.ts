import { securitySchemes } from '@agency/contract/api-description'
import { failures } from '@agency/contract/errors'
import swagger from '@fastify/swagger'
import type { FastifySchema, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import Type from 'typebox'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The multipart/form-data body (RFC 7578) that the route parses itself, for the API description. */
    form?: FormBody
  }
  interface FastifySchema {
    /** The base paths of the call; by default all of the API. */
    servers?: readonly { url: string }[]
  }
}

interface FormBody {
  fields: { properties: object }
  part: string
  many: boolean
}

const who = {
  admin: 'staff',
  enrolling: 'staff who set up a second factor',
  session: 'a client with an opened session',
  nobody: 'anyone, without a login',
}
const security = { admin: { adminToken: [] }, session: { sessionCookie: [] }, nobody: {} }
const adminServer = { url: '/admin/_api', description: 'Staff, with the admin token' }
const sessionServer = { url: '/session/_api', description: 'Clients, with the session cookie, from our own pages' }
const tags = [
  { name: 'clients', description: 'The client records' },
  { name: 'sessions', description: 'Signing sessions, and a client’s way into one' },
  { name: 'session-forms', description: 'The documents of a session' },
  { name: 'global-forms', description: 'The library of forms' },
  { name: 'documents', description: 'Files uploaded to a client’s record' },
  { name: 'esign', description: 'Reading, signing, declining, verifying' },
  { name: 'admins', description: 'Staff, and their logins' },
  { name: 'audit', description: 'What happened' },
  { name: 'service', description: 'The product itself' },
]
const writes = ['POST', 'PUT', 'PATCH', 'DELETE']

/** An answer that is a file. @param mimeType of the file; `*\/*` if it depends on the content */
export const fileAnswer = (mimeType: string) => ({ content: { [mimeType]: { schema: Type.Unknown() } } })

function derivedFailures({ method, config, schema }: RouteOptions): number[] {
  const allow = config?.allow
  if (!allow || allow === 'infrastructure') return [503]
  const reads = [schema?.params, schema?.querystring, schema?.body].some(Boolean)
  const sends = writes.includes(String(method))
  return [
    ...(reads || sends ? [400] : []),
    401,
    403,
    ...(schema?.params || !allow.includes('session') ? [404] : []),
    ...(sends ? [413, 415] : []),
    500,
    503,
    507,
  ]
}

function serversOf(allow: readonly string[]) {
  if (allow.every((caller) => caller === 'admin' || caller === 'enrolling')) return [adminServer]
  return allow.length === 1 && allow[0] === 'session' ? [sessionServer] : [adminServer, sessionServer]
}

function formSchema({ fields, part, many }: FormBody) {
  const file = Type.Unsafe({ type: 'string', contentMediaType: 'application/octet-stream' })
  return Type.Object({ ...fields.properties, [part]: many ? Type.Array(file) : Type.Optional(file) })
}

function contentOf(body: unknown): object {
  const named = typeof body === 'object' && body !== null && 'content' in body ? body.content : undefined
  return typeof named === 'object' && named !== null ? named : {}
}

function describeRoute(route: RouteOptions): FastifySchema {
  const { schema = {}, config } = route
  const declared = typeof schema.response === 'object' ? schema.response : {}
  const described = { ...schema, response: { ...failures(...derivedFailures(route)), ...declared } }
  const allow = config?.allow
  if (!allow || allow === 'infrastructure') return { ...described, security: [], servers: [{ url: '/' }] }
  const form = config.form && { 'multipart/form-data': { schema: formSchema(config.form) } }
  return {
    ...described,
    ...(form ? { body: { content: { ...contentOf(schema.body), ...form } } } : {}),
    description: `For ${allow.map((caller) => who[caller]).join('; ')}.`,
    security: allow.filter((caller) => caller !== 'enrolling').map((caller) => security[caller]),
    servers: serversOf(allow),
    ...(config.permission ? { 'x-permission': config.permission } : {}),
  }
}

/** Describes routes in OpenAPI 3.1 by schema and callers. Common errors are added: a route declares only its own. */
export const apiDescription = fp(
  async (app) => {
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: { title: 'Agency portal', version: '1' },
        servers: [adminServer, sessionServer],
        tags,
        components: { securitySchemes },
      },
      convertConstToEnum: false,
      transform: ({ url, route }) => ({ url, schema: describeRoute(route) }),
    })
  },
  { name: 'api-description' },
)
