import type { HealthEntry, HealthReport } from '@agency/contract/health'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { runIfDue } from '../../platform/jobs/recurring-job.ts'
import { repeatWork } from '../../platform/jobs/repeat-work.ts'
import { queueMessage } from '../../platform/outbox/outbox-service.ts'
import { staffWith } from '../../staff/admins/admin-service.ts'
import type { HealthMonitor } from './health-monitor.ts'

export const alertKind = 'health-alert'
const minute = 60_000
const lasting = 10 * minute
const daySeconds = 86_400

export class FailingChecks {
  readonly #since = new Map<string, number>()

  /** @param now in ms @returns the entries that have failed in every report for ten minutes */
  lastingIn(report: HealthReport, now: number): HealthEntry[] {
    for (const { id, state } of report) {
      if (state !== 'failing') this.#since.delete(id)
      else if (!this.#since.has(id)) this.#since.set(id, now)
    }
    return report.filter(({ id }) => now - (this.#since.get(id) ?? now) >= lasting)
  }
}

/** Mails what fails for ten minutes to the power admins. Every replica checks, since a disk may be its own. */
export function healthAlerts(app: FastifyInstance, monitor: HealthMonitor): void {
  const { db, cipher } = app
  const staffUrl = app.config.STAFF_URL
  const failing = new FailingChecks()
  repeatWork(app, {
    every: minute,
    work: async (closing) => {
      const entries = failing.lastingIn(await monitor.report(), performance.now())
      if (await mailFailing({ db, cipher, staffUrl }, { entries, now: new Date(), closing })) app.wakeOutbox()
    },
    failure: 'the mail about failing health checks could not be queued',
  })
}

interface Alert {
  entries: readonly HealthEntry[]
  now: Date
  closing: AbortSignal
}

/** Nothing personal. @returns whether it was queued; without an address of a power admin it stays due */
export async function mailFailing(
  { db, cipher, staffUrl }: { db: Database; cipher: FieldCipher; staffUrl: string },
  { entries, now, closing }: Alert,
): Promise<boolean> {
  if (entries.length === 0) return false
  const problems = entries.map(({ title, message }) => `${title}: ${message}`).join('\n')
  const values = { problems, link: `${staffUrl.replace(/\/$/, '')}/admin/health` }
  const day = now.toISOString().slice(0, 10)
  const queue = () =>
    db.transaction().execute(async (trx) => {
      const readers = (await staffWith(trx, 'alerts.acknowledge')).filter(({ email }) => email !== '')
      for (const { id, email: to } of readers) {
        const message = { kind: 'health-alert', channel: 'email', to, language: 'en', adminId: id } as const
        // The key decides if a replica ended between the mail and the end of its run.
        await queueMessage({ db: trx, cipher }, { ...message, values, key: `health-alert:${id}:${day}` })
      }
      return readers.length > 0 ? { queued: readers.length } : undefined
    })
  return (await runIfDue(db, { kind: alertKind, every: daySeconds, run: queue }, closing)) !== undefined
}
