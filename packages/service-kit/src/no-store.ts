import fp from 'fastify-plugin'

/**
 * Forbids every cache, also that of a browser's disk, to keep an answer (RFC 9111 § 5.2.2.5): what says nothing else of
 * itself is `no-store`, errors and what is relayed included. Register it before anything that may answer.
 */
export const noStore = fp(
  async (app) => {
    app.addHook('onSend', async (_request, reply) => {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    })
  },
  { name: 'no-store' },
)
