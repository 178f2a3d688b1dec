import type { PrincipalStatement } from '@agency/contract/principal'
import { requestLog } from '@agency/service-kit/request-log'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is asking, once that is known. */
    principalKind: PrincipalStatement['kind'] | 'none'
  }
}

/** The line of each request in the log, whose id the answer carries too. */
export const tracedRequests = fp(
  async (app) => {
    app.decorateRequest('principalKind', 'none')
    app.addHook('onRequest', async (request, reply) => {
      reply.header('x-request-id', request.id)
    })
    await app.register(requestLog, { principalOf: ({ principalKind }) => principalKind })
  },
  { name: 'traced-requests' },
)
