import type { HealthState } from '@agency/contract/health'
import fp from 'fastify-plugin'

/** The result of one check, for staff. It contains no personal data, secrets or addresses. */
export interface HealthFinding {
  /** `warning`: works, but needs attention. `failing`: part of the product does not work. */
  readonly state: HealthState
  readonly message: string
  /** When this was found, ISO 8601; now by default. */
  readonly at?: string
}

export interface HealthCheck {
  /** Stable, in kebab-case: `file-store`, `seal-certificate`. */
  readonly id: string
  /** A heading for staff, such as `File store`. */
  readonly title: string
  /** Whether `failing` makes `/readyz` answer 503. Only for what every request needs. */
  readonly affectsReadiness: boolean
  /** Must answer within a second. A longer check runs on a schedule and stores its result. */
  run(): Promise<HealthFinding>
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly healthChecks: readonly HealthCheck[]
    addHealthCheck(check: HealthCheck): void
  }
}

/** Collects the checks that the features register; the health routes run them. */
export const healthChecks = fp(
  async (app) => {
    const checks: HealthCheck[] = []
    app.decorate('healthChecks', checks)
    app.decorate('addHealthCheck', (check: HealthCheck) => {
      if (checks.some(({ id }) => id === check.id)) throw new Error(`There is a health check named ${check.id} already`)
      checks.push(check)
    })
  },
  { name: 'health-checks' },
)
