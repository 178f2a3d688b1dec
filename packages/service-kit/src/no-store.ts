import fp from 'fastify-plugin'

/** RFC 9111 § 5.2.2.5, unless another is set. Register it before all plugins that may answer. */
export const noStore = fp(
  async (app) => {
    app.addHook('onSend', async (_request, reply) => {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    })
  },
  { name: 'no-store' },
)
