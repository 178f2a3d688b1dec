import { setMaxListeners } from 'node:events'
import type { Agent } from 'undici'
import type { CoreBalancer } from './core-balancer.ts'

interface WatchLimits {
  /** How often the calls are looked at, and a hung core-api is probed again, in ms. */
  readonly every: number
  /** After how many ms without an answer to a call the core-apis are probed. */
  readonly wait: number
  /** How long a core-api may take to answer a probe, in ms. Two probes in a row are lost before it counts as hung. */
  readonly probe: number
}

/** Together at most 7 seconds, so that a call is answered or sent elsewhere within 10. */
const defaultLimits: WatchLimits = { every: 1_000, wait: 2_000, probe: 2_000 }
const probes = 2

/** The core-api that a call was sent to accepts connections, and answers nothing any more. */
class CoreHung extends Error {
  readonly code = 'CORE_HUNG'
}

interface WatchedCore {
  readonly waiting: Map<object, number>
  /** When it last answered anything. */
  answeredAt: number
  /** Ends all calls of a core-api that is hung. */
  calls: AbortController
}

function newCalls(): AbortController {
  const calls = new AbortController()
  // One for each call under way.
  setMaxListeners(0, calls.signal)
  return calls
}

/** A stopped process accepts connections, and a call may take minutes: after two seconds, all are probed. */
export class CoreWatch {
  readonly #agent: Agent
  readonly #balancer: CoreBalancer
  readonly #limits: WatchLimits
  readonly #cores: ReadonlyMap<string, WatchedCore>
  readonly #timer: NodeJS.Timeout
  #isProbing = false

  constructor(agent: Agent, balancer: CoreBalancer, limits = defaultLimits) {
    this.#agent = agent
    this.#balancer = balancer
    this.#limits = limits
    this.#cores = new Map(
      balancer.addresses.map((address) => [
        address,
        { waiting: new Map(), answeredAt: performance.now(), calls: newCalls() },
      ]),
    )
    this.#timer = setInterval(() => void this.#look(), limits.every).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** @returns a signal, aborted if the core-api is hung, and a function to call with the answer or the failure */
  begin(address: string): { signal: AbortSignal; end: (hasAnswered: boolean) => void } {
    const core = this.#cores.get(address)
    if (!core) throw new Error(`No core-api has the address ${address}`)
    const call = {}
    core.waiting.set(call, performance.now())
    return {
      signal: core.calls.signal,
      end: (hasAnswered) => {
        core.waiting.delete(call)
        if (hasAnswered) core.answeredAt = performance.now()
      },
    }
  }

  async #look(): Promise<void> {
    if (this.#isProbing || !this.#isSuspicious()) return
    this.#isProbing = true
    try {
      // All of them, so that no call waits for one after the other.
      await Promise.all([...this.#cores].map(([address, core]) => this.#check(address, core)))
      for (const [address, core] of this.#cores) if (this.#balancer.isHung(address)) endCalls(core)
    } finally {
      this.#isProbing = false
    }
  }

  #isSuspicious(): boolean {
    const before = performance.now() - this.#limits.wait
    return [...this.#cores].some(
      ([address, { waiting, answeredAt }]) =>
        this.#balancer.isHung(address) ||
        (answeredAt < before && [...waiting.values()].some((since) => since < before)),
    )
  }

  async #check(address: string, core: WatchedCore): Promise<void> {
    const begun = performance.now()
    // The first may be lost because this process itself stood still.
    for (let probe = 0; probe < probes; probe++) {
      if (await this.#isAlive(address)) core.answeredAt = performance.now()
      if (core.answeredAt > begun) return this.#balancer.setHung(address, false)
    }
    this.#balancer.setHung(address, true)
  }

  /** Whether it answers in time, or refuses: a process that has ended is not hung. */
  async #isAlive(origin: string): Promise<boolean> {
    const limit = AbortSignal.timeout(this.#limits.probe)
    try {
      const { body } = await this.#agent.request({ origin, path: '/healthz', method: 'GET', signal: limit })
      await body.dump()
      return true
    } catch {
      return !limit.aborted
    }
  }
}

function endCalls(core: WatchedCore): void {
  core.calls.abort(new CoreHung('core-api accepts connections and does not answer'))
  core.calls = newCalls()
}
