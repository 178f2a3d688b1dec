import type { ErrorBody } from '@agency/contract/errors'
import { type PrincipalStatement, principalHeader } from '@agency/contract/principal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { CoreSilent, CoreUnreachable } from '../errors.ts'
import { connectionFailure, mayFailOver } from './retry-policy.ts'

export interface CoreAnswer {
  status: number
  body: unknown
  retryAfter: string | undefined
  /** When core-api answered, by its own clock: the Date header (RFC 9110, section 6.6.1). */
  date: string | undefined
}

export interface CoreCall {
  method: 'GET' | 'POST'
  path: string
  body?: unknown
  /** Whether to ask the next core-api because of this answer. */
  failOverOn?: (answer: CoreAnswer) => boolean
  /** How long each core-api may take to answer, in ms; CORE_TIMEOUT_SECONDS by default. */
  timeLimit?: number
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Calls core-api as a principal. @throws CoreUnreachable if no core-api can be reached, CoreSilent if one does not answer */
    askCore(request: FastifyRequest, as: PrincipalStatement, call: CoreCall): Promise<CoreAnswer>
  }
}

/** For the few calls that this service makes itself. All others are proxied. */
export const coreClient = fp(
  async (app) => {
    const { coreBalancer: balancer, coreAgent: agent } = app

    app.decorate('askCore', async (request: FastifyRequest, as: PrincipalStatement, call: CoreCall) => {
      request.principalKind = as.kind
      const ask = async (retriesLeft: number, previous?: string): Promise<CoreAnswer> => {
        const address = balancer.next(previous)
        if (address === undefined) throw new CoreSilent()
        // Signed for each try: after a long wait an older statement would have expired.
        const headers = {
          'x-request-id': request.id,
          'user-agent': request.headers['user-agent'] ?? '',
          [principalHeader]: app.statePrincipal(as),
        }
        try {
          const answer = await send(agent, address, headers, call)
          return call.failOverOn?.(answer) && retriesLeft > 0 ? ask(retriesLeft - 1, address) : answer
        } catch (cause) {
          const failure = connectionFailure(cause)
          if (failure) balancer.markDown(address)
          const isLate = isTimeLimit(cause)
          const mayRetry = isLate ? balancer.addresses.length > 1 : mayFailOver(failure, request)
          if (mayRetry && retriesLeft > 0) return ask(retriesLeft - 1, address)
          throw isLate || failure === 'hung' ? new CoreSilent({ cause }) : new CoreUnreachable({ cause })
        }
      }
      return ask(balancer.tries - 1)
    })
  },
  { name: 'core-client', dependencies: ['core-connections', 'principal-statements'] },
)

const isTimeLimit = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError'

async function send(
  agent: FastifyInstance['coreAgent'],
  origin: string,
  headers: Record<string, string>,
  { method, path, body, timeLimit }: CoreCall,
): Promise<CoreAnswer> {
  const answer = await agent.request({
    origin,
    method,
    path,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
    ...(timeLimit === undefined ? {} : { signal: AbortSignal.timeout(timeLimit) }),
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

/** Answers with core-api's error, unchanged. */
export function relayError(reply: FastifyReply, { status, body, retryAfter }: CoreAnswer) {
  if (retryAfter) reply.header('retry-after', retryAfter)
  return reply.code(status).send(body as ErrorBody)
}
