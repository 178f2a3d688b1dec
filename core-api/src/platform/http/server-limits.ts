import type { Server } from 'node:http'
import { answerMalformedRequest } from '@agency/service-kit/malformed-request'
import type { FastifyError, FastifyHttpOptions, FastifyReply, FastifyRequest } from 'fastify'

/**
 * How long a caller may take: 20 s for headers. A body is ended by silence alone, since 200 MB on a slow line take half
 * an hour: how slow a browser may be is the business of the BFF, which is the only caller.
 */
export const serverLimits = {
  http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000, maxHeaderSize: 16_384 },
  requestTimeout: 3_600_000,
  // Longer than the BFF waits for an answer.
  connectionTimeout: 180_000,
  // Longer than the BFF keeps a connection that it does not use: the caller closes first, so no request meets a close.
  keepAliveTimeout: 75_000,
  return503OnClosing: false,
  clientErrorHandler: answerMalformedRequest,
  frameworkErrors: (_error: FastifyError, _request: FastifyRequest, reply: FastifyReply) => {
    reply.code(400).send({ code: 'INVALID_INPUT', message: 'This is not a usable address.' })
  },
} satisfies FastifyHttpOptions<Server>
