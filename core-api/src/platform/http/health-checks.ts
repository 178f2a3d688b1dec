import type { HealthState } from '@agency/contract/health'
import fp from 'fastify-plugin'

/** What one check found, in words for staff. No personal data, no secret, no address. */
export interface HealthFinding {
  /** `warning`: works, needs attention. `failing`: part of the product does not work. */
  readonly state: HealthState
  readonly message: string
  /** When this was found, ISO 8601; without it, now. */
  readonly at?: string
}

/** One thing that can be wrong with the installation. */
export interface HealthCheck {
  /** Stable, in kebab-case: `file-store`, `seal-certificate`. */
  readonly id: string
  /** A heading for staff: `File store`. */
  readonly title: string
  /** Whether `failing` also makes `/readyz` answer 503: only for what no request can do without. */
  readonly affectsReadiness: boolean
  /** Must answer within a second; what takes longer runs on a schedule and is remembered. */
  run(): Promise<HealthFinding>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** In the order of their registration. */
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
