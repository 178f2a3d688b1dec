import type { IncomingHttpHeaders } from 'node:http'
import { backgroundHeader } from '@agency/contract/background-call'
import { idempotencyKeyHeader, idempotencyKeyPattern } from '@agency/contract/idempotency'
import { maskedHeader } from '@agency/contract/masked-call'
import { type PrincipalStatement, principalHeader } from '@agency/contract/principal'
import { revealReasonHeader } from '@agency/contract/reveal-reasons'
import httpProxy from '@fastify/http-proxy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { InvalidKey } from '../../platform/errors.ts'
import { bufferSmallBody, sendWithFailOver } from './fail-over.ts'

/** The request headers that reach core-api. All others are dropped, above all identity headers. */
const forwardedHeaders = [
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
  maskedHeader,
  revealReasonHeader,
]

/** A content-length without a body would make core-api read the next request on the connection as the body. */
const bodyHeaders = new Set(['content-length', 'content-type'])
const bodilessMethods = new Set(['GET', 'HEAD'])

const forwardedWithoutBody = forwardedHeaders.filter((name) => !bodyHeaders.has(name))

/** Answer headers that concern only the connection to core-api. */
const droppedAnswerHeaders = new Set(['connection', 'keep-alive', 'x-request-id'])

function answerHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const kept: IncomingHttpHeaders = {}
  for (const name in headers) if (!droppedAnswerHeaders.has(name)) kept[name] = headers[name]
  return kept
}

declare module 'fastify' {
  interface FastifyRequest {
    statedPrincipal: PrincipalStatement | undefined
  }
}

export const proxyRequests = fp(
  async (app) => {
    app.decorateRequest('statedPrincipal', undefined)
    app.decorateRequest('bufferedBody', undefined)
  },
  { name: 'proxy-requests', dependencies: ['core-connections', 'principal-statements'] },
)

interface ProxyOptions {
  prefix: string
  /** Replaces the prefix in the path that core-api gets; by default the prefix is removed. */
  corePrefix?: string
  extraHeaders?: RegExp
  principalOf: (request: FastifyRequest) => PrincipalStatement
}

const keyFormat = new RegExp(idempotencyKeyPattern)

/** @throws InvalidKey */
function checkIdempotencyKey({ headers }: FastifyRequest): void {
  const key = headers[idempotencyKeyHeader]
  if (key !== undefined && !keyFormat.test(String(key))) throw new InvalidKey()
}

function requestHeaders(
  app: FastifyInstance,
  { method, id, statedPrincipal }: FastifyRequest,
  headers: IncomingHttpHeaders,
  extraHeaders?: RegExp,
): IncomingHttpHeaders {
  if (!statedPrincipal) throw new Error('A call must have a principal before it is proxied')
  const kept: IncomingHttpHeaders = {}
  for (const name of bodilessMethods.has(method) ? forwardedWithoutBody : forwardedHeaders) {
    if (headers[name]) kept[name] = headers[name]
  }
  if (extraHeaders) for (const name in headers) if (extraHeaders.test(name)) kept[name] = headers[name]
  // Stated for each try: after a long wait an older statement would have expired.
  kept[principalHeader] = app.statePrincipal(statedPrincipal)
  kept['x-request-id'] = id
  return kept
}

export async function proxyToCore(
  app: FastifyInstance,
  { prefix, corePrefix = '', extraHeaders, principalOf }: ProxyOptions,
): Promise<void> {
  await app.register(httpProxy, {
    undici: app.coreAgent,
    // An upstream named here would take precedence over the one that each call is sent to.
    upstream: '',
    prefix,
    rewritePrefix: corePrefix,
    // Addresses of core-api are relative to the call: they lead on below this prefix too.
    internalRewriteLocationHeader: false,
    preHandler: async (request) => {
      checkIdempotencyKey(request)
      const principal = principalOf(request)
      request.principalKind = principal.kind
      request.statedPrincipal = principal
      request.bufferedBody = await bufferSmallBody(request)
    },
    handler: (request, reply, path, options) => sendWithFailOver(app.coreBalancer, { request, reply, path, options }),
    // The proxy's log lines contain the whole path, which can hold a session code.
    disableRequestLogging: true,
    // The library would retry a 503 of core-api ten times; the retry policy retries no answer.
    retryMethods: [],
    replyOptions: {
      // The plugin calls this once more than it sends; `sendWithFailOver` sets the real address.
      getUpstream: () => 'http://core-api.invalid',
      rewriteRequestHeaders: (request, headers) =>
        requestHeaders(app, request as FastifyRequest, headers, extraHeaders),
      rewriteHeaders: answerHeaders,
    },
  })
}

/** Calls that this service answers itself, in place of core-api. */
const ownRoutes = [
  ['POST', '/admin/login'],
  ['POST', '/admin/login/complete'],
  ['POST', '/admin/login/passkey'],
  ['POST', '/admin/logout'],
  ['POST', '/admin/oidc/:provider/start'],
  ['POST', '/admin/oidc/finish'],
  ['POST', '/api/session/:code/auth'],
  ['POST', '/api/session/:code/logout'],
  ['GET', '/healthz'],
  ['GET', '/readyz'],
  ['GET', '/version'],
  ['GET', '/docs/json'],
] as const

/** Answers 404 to core-api's internal calls, which are not proxied. Call it after the base path's own routes. */
export function blockOwnRoutes(app: FastifyInstance, prefix: string): void {
  for (const [method, path] of ownRoutes) {
    const url = `${prefix}${path}`
    if (!app.hasRoute({ method, url })) app.route({ method, url, handler: (_request, reply) => reply.callNotFound() })
  }
}

/** Signatures of DocuSign Connect: HMACs of the body's bytes, which are therefore forwarded unchanged. */
const webhookSignature = /^x-docusign-signature-\d{1,3}$/

/** Proxies the webhooks of providers without a principal. core-api trusts their signatures alone. */
export async function proxyProviderWebhooks(app: FastifyInstance): Promise<void> {
  await proxyToCore(app, {
    prefix: '/session/_api/text-messages/webhook',
    corePrefix: '/text-messages/webhook',
    extraHeaders: /^x-twilio-signature$/,
    principalOf: ({ ip }) => ({ kind: 'nobody', address: ip }),
  })
  await proxyToCore(app, {
    prefix: '/session/_api/docusign/webhook',
    corePrefix: '/docusign/webhook',
    extraHeaders: webhookSignature,
    principalOf: ({ ip }) => ({ kind: 'nobody', address: ip }),
  })
}
