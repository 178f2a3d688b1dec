import type { PrincipalStatement } from '@agency/contract/principal'
import { requestLog } from '@agency/service-kit/request-log'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyRequest {
    principalKind: PrincipalStatement['kind'] | 'none'
  }
}

export const requestTracing = fp(
  async (app) => {
    app.decorateRequest('principalKind', 'none')
    app.addHook('onRequest', async (request, reply) => {
      reply.header('x-request-id', request.id)
    })
    await app.register(requestLog, { principalOf: ({ principalKind }) => principalKind })
  },
  { name: 'request-tracing' },
)
