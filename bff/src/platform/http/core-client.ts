import type { ErrorBody } from '@agency/contract/errors'
import { type PrincipalStatement, principalHeader } from '@agency/contract/principal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { Agent } from 'undici'
import { connectionTrouble, isRepeatable } from '../cores/call-repeats.ts'
import { type Cores, connectMilliseconds } from '../cores/cores.ts'
import { CoreUnreachable } from '../errors.ts'

export interface CoreAnswer {
  status: number
  body: unknown
  retryAfter: string | undefined
  /** When core-api answered, by its own clock: the Date header (RFC 9110, section 6.6.1). */
  date: string | undefined
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
  /** Whether the next core-api is asked because of this answer. */
  passOver?: (answer: CoreAnswer) => boolean
}

/** For the few calls that this service makes itself; all others are proxied. */
export const coreClient = fp(
  async (app, { cores, timeoutSeconds }: { cores: Cores; timeoutSeconds: number }) => {
    const milliseconds = timeoutSeconds * 1000
    const agent = new Agent({
      connections: 32,
      connectTimeout: Math.min(connectMilliseconds, milliseconds),
      headersTimeout: milliseconds,
      bodyTimeout: milliseconds,
    })
    app.addHook('onClose', () => agent.close())
    const askOne = async (origin: string, headers: Record<string, string>, call: CoreCall): Promise<CoreAnswer> => {
      const { method, path, body } = call
      const answer = await agent.request({
        origin,
        method,
        path,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        body: body === undefined ? null : JSON.stringify(body),
      })
      const text = await answer.body.text()
      const { date, 'retry-after': retryAfter } = answer.headers
      return {
        status: answer.statusCode,
        body: text === '' ? undefined : JSON.parse(text),
        retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
        date: typeof date === 'string' ? date : undefined,
      }
    }

    app.decorate('askCore', async (request: FastifyRequest, as: PrincipalStatement, call: CoreCall) => {
      request.principalKind = as.kind
      const headers = {
        'x-request-id': request.id,
        'user-agent': request.headers['user-agent'] ?? '',
      }
      const ask = async (triesLeft: number, last?: string): Promise<CoreAnswer> => {
        const origin = cores.next(last)
        try {
          const answer = await askOne(origin, { ...headers, [principalHeader]: app.statePrincipal(as) }, call)
          return call.passOver?.(answer) && triesLeft > 0 ? ask(triesLeft - 1, origin) : answer
        } catch (cause) {
          const trouble = connectionTrouble(cause)
          if (trouble) cores.passOver(origin)
          const again = trouble === 'never sent' || (trouble === 'cut off' && isRepeatable(request))
          if (again && triesLeft > 0) return ask(triesLeft - 1, origin)
          throw new CoreUnreachable({ cause })
        }
      }
      return ask(cores.tries - 1)
    })
  },
  { name: 'core-client', dependencies: ['principal-statements'] },
)

/** Passes the core's error on, untouched. */
export function relayError(reply: FastifyReply, { status, body, retryAfter }: CoreAnswer) {
  if (retryAfter) reply.header('retry-after', retryAfter)
  return reply.code(status).send(body as ErrorBody)
}
