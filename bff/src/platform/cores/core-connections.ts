import fp from 'fastify-plugin'
import { Agent } from 'undici'
import { CoreBalancer, connectMilliseconds } from './core-balancer.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Chooses the core-api for each call. */
    coreBalancer: CoreBalancer
    /** The connections to all core-apis, for proxied calls and for those of this service. */
    coreAgent: Agent
  }
}

interface CoreConnectionsOptions {
  /** The core-apis, each as `http://host:port`. */
  coreUrls: readonly string[]
  /** How long core-api may take to begin its answer, and between two chunks of it. */
  timeoutSeconds: number
}

/**
 * Connections to the core-apis, kept alive. The balancer, not undici's pool, chooses a core-api for each call: a pool
 * neither marks one down for a while nor knows Idempotency-Key (docs/retry-policy.md).
 */
export const coreConnections = fp(
  async (app, { coreUrls, timeoutSeconds }: CoreConnectionsOptions) => {
    const milliseconds = timeoutSeconds * 1000
    const agent = new Agent({
      connections: 2_048,
      connectTimeout: Math.min(connectMilliseconds, milliseconds),
      headersTimeout: milliseconds,
      bodyTimeout: milliseconds,
    })
    app.decorate('coreBalancer', new CoreBalancer(coreUrls))
    app.decorate('coreAgent', agent)
    app.addHook('onClose', () => agent.close())
  },
  { name: 'core-connections' },
)
