import type { Server } from 'node:http'
import type { ErrorBody } from '@agency/contract/errors'
import { answerMalformedRequest } from '@agency/service-kit/malformed-request'
import type { FastifyError, FastifyHttpOptions, FastifyReply, FastifyRequest } from 'fastify'

/**
 * Limits time; for bodies see `body-limits.ts`. A request may take an hour.
 * @param coreSeconds that core-api may take
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
    // Longer than nginx keeps an upstream connection (60 s), so that nginx closes first and no request is lost.
    keepAliveTimeout: 75_000,
    return503OnClosing: false,
    clientErrorHandler: answerMalformedRequest,
    frameworkErrors: (_error: FastifyError, _request: FastifyRequest, reply: FastifyReply) => {
      const body: ErrorBody = { code: 'INVALID_INPUT', message: 'Malformed URL.' }
      const headers = { 'content-security-policy': "default-src 'none'", 'x-content-type-options': 'nosniff' }
      reply.code(400).headers(headers).send(body)
    },
  } satisfies FastifyHttpOptions<Server>
}
