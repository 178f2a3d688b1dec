import type { AuditKey } from '../../platform/audit-trail/audit-key.ts'
import { counted } from '../../platform/counted.ts'
import type { Database } from '../../platform/database/database.ts'
import type { HealthCheck } from '../../platform/http/health-checks.ts'
import { lastAnchoring, lastVerification, type VerificationResult } from './audit-schedule.ts'

const hour = 3_600_000
/** Verification runs every day, anchoring every hour. The rest allows for a service that was stopped overnight. */
const lateVerification = 36 * hour
const lateAnchor = 3 * hour

export function trailHealth(trail: { db: Database; key: AuditKey }): HealthCheck {
  return {
    id: 'audit-trail',
    title: 'Audit trail',
    affectsReadiness: false,
    async run() {
      const [verified, anchored] = await Promise.all([lastVerification(trail), lastAnchoring(trail)])
      const now = Date.now()
      if (verified && problemsOf(verified).length > 0) {
        const message = `The audit trail failed its verification: ${problemsOf(verified).join(', ')}. Tell whoever runs the server: docs/verify.md says what to do.`
        return { state: 'failing', message, at: verified.at }
      }
      if (!verified && now - trail.key.madeAt.getTime() < lateVerification) {
        return { state: 'ok', message: 'The first verification of the audit trail has not finished yet.' }
      }
      if (!verified || now - Date.parse(verified.at) > lateVerification) {
        return { state: 'warning', message: 'The audit trail was not verified in the last 36 hours.' }
      }
      if (!anchored || now - Date.parse(anchored.at) > lateAnchor) {
        return {
          state: 'warning',
          message: 'The audit trail was not confirmed from outside (anchored) in the last 3 hours.',
        }
      }
      const { events, chains, documents } = verified
      const message =
        `${counted(events, 'event')} of ${counted(chains, 'trail')} and ` +
        `${counted(documents, 'sealed document')} are unaltered.`
      return { state: 'ok', message, at: verified.at }
    },
  }
}

function problemsOf({ broken_chains, broken_documents, anchor_problems }: VerificationResult): string[] {
  return [
    ...(broken_chains > 0 ? [counted(broken_chains, 'chain was altered', 'chains were altered')] : []),
    ...(anchor_problems > 0 ? [counted(anchor_problems, 'anchor does not fit', 'anchors do not fit')] : []),
    ...(broken_documents > 0
      ? [counted(broken_documents, 'sealed document was altered', 'sealed documents were altered')]
      : []),
  ]
}
