import fp from 'fastify-plugin'

/**
 * Sets `Cache-Control: no-store` (RFC 9111 § 5.2.2.5) on each answer that has no other value, errors and relayed answers
 * included. Register it before all plugins that may answer.
 */
export const noStore = fp(
  async (app) => {
    app.addHook('onSend', async (_request, reply) => {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    })
  },
  { name: 'no-store' },
)
