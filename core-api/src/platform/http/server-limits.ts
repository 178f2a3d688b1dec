import type { Server } from 'node:http'
import { answerMalformedRequest } from '@agency/service-kit/malformed-request'
import type { FastifyError, FastifyHttpOptions, FastifyReply, FastifyRequest } from 'fastify'

/** A body has an idle time-out only: 200 MB on a slow line take half an hour. The BFF limits slow browsers. */
export const serverLimits = {
  http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000, maxHeaderSize: 16_384 },
  requestTimeout: 3_600_000,
  // Longer than the time-out of the BFF.
  connectionTimeout: 180_000,
  // Longer than the BFF keeps an idle connection, so that the BFF closes first and no request is lost.
  keepAliveTimeout: 75_000,
  return503OnClosing: false,
  clientErrorHandler: answerMalformedRequest,
  frameworkErrors: (_error: FastifyError, _request: FastifyRequest, reply: FastifyReply) => {
    reply.code(400).send({ code: 'INVALID_INPUT', message: 'Malformed URL.' })
  },
} satisfies FastifyHttpOptions<Server>
