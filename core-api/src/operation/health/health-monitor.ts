import type { HealthEntry, HealthReport } from '@agency/contract/health'
import type { FastifyBaseLogger } from 'fastify'
import type { HealthCheck, HealthFinding } from '../../platform/http/health-checks.ts'

interface MonitorOptions {
  readonly checks: readonly HealthCheck[]
  readonly log: Pick<FastifyBaseLogger, 'error'>
  /** Time limit of a check, in ms. */
  readonly limit?: number
  /** How long a result is cached, in ms, so that probes are cheap. */
  readonly fresh?: number
}

/** The time-out of a connection to the database: a busy database is not unavailable. */
const defaultLimit = 5_000
const defaultFresh = 2_000

/** Runs the health checks, each with a time limit and never twice in parallel, and caches the results. */
export class HealthMonitor {
  readonly #checks: readonly HealthCheck[]
  readonly #log: MonitorOptions['log']
  readonly #limit: number
  readonly #fresh: number
  readonly #found = new Map<HealthCheck, { readonly entry: HealthEntry; readonly until: number }>()
  readonly #running = new Map<HealthCheck, Promise<HealthFinding>>()

  constructor({ checks, log, limit = defaultLimit, fresh = defaultFresh }: MonitorOptions) {
    this.#checks = checks
    this.#log = log
    this.#limit = limit
    this.#fresh = fresh
  }

  report(): Promise<HealthReport> {
    return Promise.all(this.#checks.map((check) => this.#entryOf(check)))
  }

  /** The others are started for the next probe. @returns failing ids: `needed` now, `others` of their last run */
  async readiness(): Promise<{ needed: string[]; others: string[] }> {
    const others = this.#checks.filter((check) => !check.affectsReadiness)
    for (const check of others) void this.#entryOf(check)
    const needed = await Promise.all(
      this.#checks.filter((check) => check.affectsReadiness).map((check) => this.#entryOf(check)),
    )
    return {
      needed: failingIds(needed),
      others: failingIds(others.flatMap((check) => this.#found.get(check)?.entry ?? [])),
    }
  }

  async #entryOf(check: HealthCheck): Promise<HealthEntry> {
    const known = this.#found.get(check)
    if (known && known.until > performance.now()) return known.entry
    const { id, title } = check
    const { state, message, at = new Date().toISOString() } = await this.#findingOf(check)
    const entry = { id, title, state, message, at }
    this.#found.set(check, { entry, until: performance.now() + this.#fresh })
    return entry
  }

  async #findingOf(check: HealthCheck): Promise<HealthFinding> {
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<HealthFinding>((resolve) => {
      const message = `This check gave no result within ${this.#limit / 1000} seconds.`
      timer = setTimeout(() => resolve({ state: 'failing', message }), this.#limit)
    })
    try {
      return await Promise.race([this.#run(check), tooLate])
    } finally {
      clearTimeout(timer)
    }
  }

  /** A check that is still running is not started again. */
  #run(check: HealthCheck): Promise<HealthFinding> {
    const running = this.#running.get(check) ?? this.#start(check)
    this.#running.set(check, running)
    return running
  }

  async #start(check: HealthCheck): Promise<HealthFinding> {
    try {
      return await check.run()
    } catch (error) {
      this.#log.error({ err: error, check: check.id }, 'a health check failed')
      return { state: 'failing', message: 'This check failed. Whoever runs the server finds the reason in its log.' }
    } finally {
      this.#running.delete(check)
    }
  }
}

const failingIds = (entries: readonly HealthEntry[]): string[] =>
  entries.filter(({ state }) => state === 'failing').map(({ id }) => id)
