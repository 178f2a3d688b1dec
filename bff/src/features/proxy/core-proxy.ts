import httpProxy from '@fastify/http-proxy'
import { type PrincipalStatement, principalHeader } from 'contract/principal'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { CoreUnreachable, LengthRequired, TooLarge } from '../../errors.ts'

const largestBody = 256 * 1024 * 1024

/** What of the browser's headers reaches core-api. Everything else, identity headers above all, is dropped. */
const passedOn = [
  'accept',
  'accept-language',
  'content-length',
  'content-type',
  'if-match',
  'if-none-match',
  'range',
  'user-agent',
]

/** The proxy streams bodies, so the framework's own limit does not apply to them. */
function checkLength(request: FastifyRequest) {
  if (request.headers['transfer-encoding'] !== undefined) throw new LengthRequired()
  if (Number(request.headers['content-length'] ?? 0) > largestBody) throw new TooLarge()
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is asking, signed for core-api; set before a call is passed on. */
    principalStatement: string
  }
}

/** Makes the signed statement a property of each request. */
export const proxyRequests = fp(
  async (app) => {
    app.decorateRequest('principalStatement', '')
  },
  { name: 'proxy-requests', dependencies: ['principal-statements'] },
)

/**
 * Passes every other call of this scope on to core-api, with a signed statement of who is asking.
 * @param principalOf finds that out; what it throws is the answer
 */
export async function proxyToCore(
  app: FastifyInstance,
  options: { coreUrl: string; prefix: string; principalOf: (request: FastifyRequest) => PrincipalStatement },
): Promise<void> {
  await app.register(httpProxy, {
    upstream: options.coreUrl,
    prefix: options.prefix,
    rewritePrefix: '',
    preHandler: async (request) => {
      checkLength(request)
      request.principalStatement = app.statePrincipal(options.principalOf(request))
    },
    http: { requestOptions: { timeout: 120_000 } },
    replyOptions: {
      rewriteRequestHeaders: (request, headers) => {
        const kept = Object.fromEntries(passedOn.flatMap((name) => (headers[name] ? [[name, headers[name]]] : [])))
        const { principalStatement, id } = request as FastifyRequest
        return { ...kept, [principalHeader]: principalStatement, 'x-request-id': id }
      },
      onError: (reply, { error }) => {
        reply.send(new CoreUnreachable({ cause: error }))
      },
    },
  })
}
