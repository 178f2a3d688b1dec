import { Server } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the shutdown has begun. Readiness is 503 from then on. */
    readonly isStopping: boolean
    /** Stops without losing a request. @param reason the error that caused the shutdown, if any */
    stop(reason?: Error): Promise<void>
  }
}

/** How long to wait for open connections to end by themselves, and how often to check, in ms. */
const maxWait = 250
const interval = 50

/** Readiness is 503 for `drainSeconds`; the listener closes; answers close their connections; requests end. */
export const gracefulShutdown = fp(
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
      // The HTTP server's own `close` ends idle connections at once, and a request may already be on its way.
      Server.prototype.close.call(app.server)
      for (let waited = 0; waited < maxWait && (await openConnections(app.server)) > 0; waited += interval)
        await delay(interval)
    })
    app.addHook('onSend', async (_request, reply) => {
      if (stopping && !app.server.listening) reply.header('connection', 'close')
    })
  },
  { name: 'graceful-shutdown' },
)

function openConnections(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}
