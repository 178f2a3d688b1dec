import { ErrorBody } from '@agency/contract/errors'
import type { FastifyPluginAsyncTypebox, TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  ContextConfigDefault,
  FastifyContextConfig,
  FastifySchema,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
} from 'fastify'
import type { Caller } from '../http/principals.ts'
import type { Subject } from '../http/subject.ts'
import { changesData } from './subject-guard.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Staff may call the route for an archived record: it restores or deletes it, or changes nothing of it. */
    inArchive?: boolean
  }
}

interface RouteConfig extends FastifyContextConfig {
  allow: readonly Caller[] | 'infrastructure'
  subject: Subject
}

interface Route<Schema extends FastifySchema> {
  config: RouteConfig
  schema: Schema
  bodyLimit?: number
  handler: RouteHandlerMethod<
    RawServerDefault,
    RawRequestDefaultExpression,
    RawReplyDefaultExpression,
    RouteGenericInterface,
    ContextConfigDefault,
    NoInfer<Schema>,
    TypeBoxTypeProvider
  >
}

const refusesArchived = (method: string, { allow, subject, inArchive }: RouteConfig): boolean =>
  subject !== 'none' && changesData(method) && !inArchive && allow.includes('admin')

/** @param address method and path, such as `GET /clients/:id` */
export function route<const Schema extends FastifySchema>(
  app: Parameters<FastifyPluginAsyncTypebox>[0],
  address: `${Method} /${string}`,
  { schema, ...options }: Route<Schema>,
): void {
  const [method = '', url = ''] = address.split(' ')
  const { response } = schema
  const answers = typeof response === 'object' ? response : {}
  const described = refusesArchived(method, options.config)
    ? { ...schema, response: { 409: ErrorBody, ...answers } }
    : schema
  app.route({ ...options, method, url, schema: described })
}
