import fp from 'fastify-plugin'
import { Agent, type Dispatcher } from 'undici'
import { CoreBalancer, connectMilliseconds } from './core-balancer.ts'
import { CoreWatch } from './core-watch.ts'

declare module 'fastify' {
  interface FastifyInstance {
    coreBalancer: CoreBalancer
    coreAgent: WatchedAgent
  }
}

interface CoreConnectionsOptions {
  coreUrls: readonly string[]
  /** How long core-api may take to begin its answer, and between two chunks of it. */
  timeoutSeconds: number
}

/** The balancer chooses, not undici's pool, which neither marks down nor knows Idempotency-Key. */
export const coreConnections = fp(
  async (app, { coreUrls, timeoutSeconds }: CoreConnectionsOptions) => {
    const milliseconds = timeoutSeconds * 1000
    const agent = new Agent({
      connections: 2_048,
      connectTimeout: Math.min(connectMilliseconds, milliseconds),
      headersTimeout: milliseconds,
      bodyTimeout: milliseconds,
    })
    const balancer = new CoreBalancer(coreUrls)
    const watch = new CoreWatch(agent, balancer)
    app.decorate('coreBalancer', balancer)
    app.decorate('coreAgent', new WatchedAgent(agent, watch))
    app.addHook('onClose', () => {
      watch.stop()
      return agent.close()
    })
  },
  { name: 'core-connections' },
)

/** `Agent.request`, whose calls end when their core-api is found to be hung. */
class WatchedAgent {
  readonly #agent: Agent
  readonly #watch: CoreWatch

  constructor(agent: Agent, watch: CoreWatch) {
    this.#agent = agent
    this.#watch = watch
  }

  request<Opaque = null>(
    options: Dispatcher.RequestOptions<Opaque>,
    answered: (error: Error | null, answer: Dispatcher.ResponseData<Opaque>) => void,
  ): void
  request<Opaque = null>(options: Dispatcher.RequestOptions<Opaque>): Promise<Dispatcher.ResponseData<Opaque>>
  request<Opaque = null>(
    options: Dispatcher.RequestOptions<Opaque>,
    answered?: (error: Error | null, answer: Dispatcher.ResponseData<Opaque>) => void,
  ): Promise<Dispatcher.ResponseData<Opaque>> | undefined {
    const { signal, end } = this.#watch.begin(String(options.origin))
    const watched = {
      ...options,
      signal: options.signal instanceof AbortSignal ? AbortSignal.any([signal, options.signal]) : signal,
    }
    if (answered) {
      this.#agent.request<Opaque>(watched, (error, answer) => {
        end(error === null)
        answered(error, answer)
      })
      return undefined
    }
    const answer = this.#agent.request<Opaque>(watched)
    answer.then(
      () => end(true),
      () => end(false),
    )
    return answer
  }
}
