import type { ErrorBody } from 'contract/errors'
import { type PrincipalStatement, principalHeader } from 'contract/principal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { Pool } from 'undici'
import { CoreUnreachable } from '../errors.ts'

export interface CoreAnswer {
  status: number
  body: unknown
  retryAfter: string | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Asks core-api as a principal. @throws CoreUnreachable when it gives no answer */
    askCore(request: FastifyRequest, as: PrincipalStatement, call: CoreCall): Promise<CoreAnswer>
  }
}

export interface CoreCall {
  method: 'GET' | 'POST'
  path: string
  body?: unknown
}

/** For the few calls that this service makes itself; all others are proxied. */
export const coreClient = fp(
  async (app, options: { coreUrl: string; timeoutSeconds: number }) => {
    const milliseconds = options.timeoutSeconds * 1000
    const pool = new Pool(options.coreUrl, {
      connections: 32,
      connectTimeout: Math.min(5_000, milliseconds),
      headersTimeout: milliseconds,
      bodyTimeout: milliseconds,
    })
    app.addHook('onClose', () => pool.close())
    app.decorate(
      'askCore',
      async (request: FastifyRequest, as: PrincipalStatement, { method, path, body }: CoreCall) => {
        request.principalKind = as.kind
        try {
          const answer = await pool.request({
            method,
            path,
            headers: {
              [principalHeader]: app.statePrincipal(as),
              'x-request-id': request.id,
              'user-agent': request.headers['user-agent'] ?? '',
              ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            },
            body: body === undefined ? null : JSON.stringify(body),
          })
          const text = await answer.body.text()
          const retryAfter = answer.headers['retry-after']
          return {
            status: answer.statusCode,
            body: text === '' ? undefined : JSON.parse(text),
            retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
          }
        } catch (cause) {
          throw new CoreUnreachable({ cause })
        }
      },
    )
  },
  { name: 'core-client', dependencies: ['principal-statements'] },
)

/** Passes the core's error on, untouched. */
export function relayError(reply: FastifyReply, { status, body, retryAfter }: CoreAnswer) {
  if (retryAfter) reply.header('retry-after', retryAfter)
  return reply.code(status).send(body as ErrorBody)
}
