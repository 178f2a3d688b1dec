import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyHttpProxyOptions } from '@fastify/http-proxy'
import type { FastifyRequest } from 'fastify'
import type { CoreBalancer } from '../../platform/cores/core-balancer.ts'
import { connectionFailure, mayFailOver } from '../../platform/cores/retry-policy.ts'
import { CoreSilent, CoreUnreachable } from '../../platform/errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body, kept so that it can be sent again. Undefined for an upload, which is streamed, and without a body. */
    bufferedBody: Buffer | undefined
  }
}

type Handler = NonNullable<FastifyHttpProxyOptions['handler']>
type HandlerParameters = Parameters<Handler>

interface Call {
  request: HandlerParameters[0]
  reply: HandlerParameters[1]
  path: HandlerParameters[2]
  options: HandlerParameters[3]
}

/** Reads the body unless it is an upload. `body-limits` allows at most a megabyte for these. */
export async function bufferSmallBody({ body, headers }: FastifyRequest): Promise<Buffer | undefined> {
  const type = headers['content-type']
  if (!(body instanceof Readable) || type === undefined || type.startsWith('multipart/form-data')) return undefined
  return buffer(body)
}

/**
 * Sends a call and fails over by the retry policy; a streamed body is sent once.
 * @throws CoreUnreachable; CoreSilent
 */
export async function sendWithFailOver(
  balancer: CoreBalancer,
  { request, reply, path, options }: Call,
): Promise<typeof reply> {
  const { body, bufferedBody, headers } = request
  const isStreamed = body instanceof Readable && bufferedBody === undefined
  let triesLeft = isStreamed ? 1 : balancer.tries

  const send = (address: string): void => {
    triesLeft -= 1
    let hasFailed = false
    reply.from(path, {
      ...options,
      ...(bufferedBody ? { body: bufferedBody, contentType: headers['content-type'] ?? '' } : {}),
      getUpstream: () => address,
      onError: (_reply, { error }) => {
        // One broken connection can report two errors.
        if (hasFailed) return
        hasFailed = true
        const failure = connectionFailure(error)
        if (failure) balancer.markDown(address)
        const next = triesLeft > 0 && mayFailOver(failure, request) ? balancer.next(address) : undefined
        if (next === undefined) {
          const Failure = failure === 'hung' ? CoreSilent : CoreUnreachable
          return void reply.send(new Failure({ cause: error }))
        }
        request.log.warn({ failure }, 'failing over to another core-api')
        send(next)
      },
    })
  }

  const address = isStreamed ? await balancer.nextListening() : balancer.next()
  if (address === undefined) throw isStreamed ? new CoreUnreachable() : new CoreSilent()
  send(address)
  return reply
}
