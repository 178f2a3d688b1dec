import { backgroundHeader } from '@agency/contract/admins'
import { idempotencyKeyHeader, idempotencyKeyPattern } from '@agency/contract/idempotency'
import { type PrincipalStatement, principalHeader } from '@agency/contract/principal'
import httpProxy from '@fastify/http-proxy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { coreAgents } from '../../platform/cores/core-agents.ts'
import type { Cores } from '../../platform/cores/cores.ts'
import { InvalidKey } from '../../platform/errors.ts'
import { passOn, readSmallBody } from './pass-on.ts'

/** What of the browser's headers reaches core-api. Everything else, identity headers above all, is dropped. */
const passedOn = [
  'accept',
  'accept-language',
  'content-length',
  'content-type',
  idempotencyKeyHeader,
  'if-match',
  'if-none-match',
  'range',
  'user-agent',
  backgroundHeader,
]

/** A length that no body follows would make the core take the next request on the connection for the body. */
const bodyHeaders = new Set(['content-length', 'content-type'])
const bodiless = new Set(['GET', 'HEAD'])

const namesFor = (method: string) =>
  bodiless.has(method) ? passedOn.filter((name) => !bodyHeaders.has(name)) : passedOn

/** Of the core's answer: what is about the connection between the services, not about the answer. */
const keptBack = new Set(['connection', 'keep-alive', 'x-request-id'])

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is asking; set before a call is passed on. */
    statedPrincipal: PrincipalStatement | undefined
  }
}

/** Gives each request the properties that passing it on needs. */
export const proxyRequests = fp(
  async (app) => {
    app.decorateRequest('statedPrincipal', undefined)
    app.decorateRequest('smallBody', undefined)
  },
  { name: 'proxy-requests', dependencies: ['principal-statements'] },
)

interface ProxyOptions {
  cores: Cores
  prefix: string
  /** What stands for the prefix at the core; nothing without it. */
  corePrefix?: string
  /** Headers that are passed on beside the usual ones. */
  alsoPassedOn?: RegExp
  /** How long core-api may be silent. */
  timeoutSeconds: number
  principalOf: (request: FastifyRequest) => PrincipalStatement
}

const keyFormat = new RegExp(idempotencyKeyPattern)

/** A key is what a POST may be sent twice for: it must be one. */
function checkKey({ headers }: FastifyRequest): void {
  const key = headers[idempotencyKeyHeader]
  if (key !== undefined && !keyFormat.test(String(key))) throw new InvalidKey()
}

/**
 * Passes every other call of this scope on to core-api, with a signed statement of who is asking.
 * @param principalOf finds that out; what it throws is the answer
 */
export async function proxyToCore(
  app: FastifyInstance,
  { cores, prefix, corePrefix = '', alsoPassedOn, timeoutSeconds, principalOf }: ProxyOptions,
): Promise<void> {
  await app.register(httpProxy, {
    // Not asked: each call says itself to which one it goes.
    upstream: cores.next(),
    prefix,
    rewritePrefix: corePrefix,
    preHandler: async (request) => {
      checkKey(request)
      const principal = principalOf(request)
      request.principalKind = principal.kind
      request.statedPrincipal = principal
      request.smallBody = await readSmallBody(request)
    },
    handler: (request, reply, path, options) => passOn(cores, { request, reply, path, options }),
    // The proxy's own lines name the whole address, which can hold a session code.
    disableRequestLogging: true,
    // A core without its database says so at once; asking it ten more times helps nobody.
    retryMethods: [],
    http: { requestOptions: { timeout: timeoutSeconds * 1000 }, agents: coreAgents() },
    replyOptions: {
      rewriteRequestHeaders: (request, headers) => {
        const kept = Object.fromEntries(
          namesFor(request.method).flatMap((name) => (headers[name] ? [[name, headers[name]]] : [])),
        )
        const also = Object.entries(headers).filter(([name]) => alsoPassedOn?.test(name))
        const { statedPrincipal, id } = request as FastifyRequest
        if (!statedPrincipal) throw new Error('A call is passed on before it is known who is asking')
        // Signed anew for each try: one that comes after a long wait must not look like a clock that is wrong.
        const statement = app.statePrincipal(statedPrincipal)
        return { ...kept, ...Object.fromEntries(also), [principalHeader]: statement, 'x-request-id': id }
      },
      rewriteHeaders: (headers) => Object.fromEntries(Object.entries(headers).filter(([name]) => !keptBack.has(name))),
    },
  })
}
