import type { Server } from 'node:http'
import type { ErrorBody } from '@agency/contract/errors'
import { refuseConnection } from '@agency/service-kit/unreadable-request'
import type { FastifyError, FastifyHttpOptions, FastifyReply, FastifyRequest } from 'fastify'

/**
 * How long a browser may take: `clientSeconds` for headers. Of a body see `body-limits.ts`; the hour is the furthest
 * end of the slowest upload.
 * @param coreSeconds how long core-api may take; a connection on which nothing moves must outlast that
 */
export function serverLimits({ clientSeconds, coreSeconds }: { clientSeconds: number; coreSeconds: number }) {
  const milliseconds = clientSeconds * 1000
  return {
    http: {
      headersTimeout: milliseconds,
      connectionsCheckingInterval: Math.min(5_000, milliseconds / 2),
      maxHeaderSize: 16_384,
    },
    requestTimeout: 3_600_000,
    connectionTimeout: (coreSeconds + clientSeconds) * 1000,
    // Longer than nginx keeps an upstream connection (60 s): the caller closes first, so no request meets a close.
    keepAliveTimeout: 75_000,
    return503OnClosing: false,
    clientErrorHandler: refuseConnection,
    frameworkErrors: (_error: FastifyError, _request: FastifyRequest, reply: FastifyReply) => {
      const body: ErrorBody = { code: 'INVALID_INPUT', message: 'Malformed URL.' }
      const headers = { 'content-security-policy': "default-src 'none'", 'x-content-type-options': 'nosniff' }
      reply.code(400).headers(headers).send(body)
    },
  } satisfies FastifyHttpOptions<Server>
}
