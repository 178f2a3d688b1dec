import { Server } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether this process is about to end; readiness says so first. */
    readonly isStopping: boolean
    /**
     * Ends the service without losing a request: each is answered in full, or refused when connecting.
     * @param reason the error that it ends for, if any
     */
    stop(reason?: Error): Promise<void>
  }
}

/** How long a connection may be silent before it is taken for unused, and how often that is looked at. */
const silence = 250
const step = 50

/**
 * Stops in this order: readiness turns to 503 and whoever balances the load has `drainSeconds` to notice; the listener
 * closes; each answer then ends its connection (`connection: close`), so that a client that keeps asking is never cut
 * off between two requests; what is silent after that is closed; what is in flight is waited for.
 */
export const gracefulStop = fp(
  async (app, options: { drainSeconds: number }) => {
    let stopping = false
    app.decorate('isStopping', { getter: () => stopping })
    app.decorate('stop', async (reason?: Error) => {
      if (reason) app.log.error({ err: reason }, 'stopping after an error')
      stopping = true
      await delay(options.drainSeconds * 1000)
      await app.close()
    })

    app.addHook('preClose', async () => {
      stopping = true
      if (!app.server.listening) return
      // The HTTP server's own `close` would end idle connections at once, with requests on their way.
      Server.prototype.close.call(app.server)
      for (let waited = 0; waited < silence && (await openConnections(app.server)) > 0; waited += step)
        await delay(step)
    })
    app.addHook('onSend', async (_request, reply) => {
      if (stopping && !app.server.listening) reply.header('connection', 'close')
    })
  },
  { name: 'graceful-stop' },
)

function openConnections(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}
