import { setTimeout } from 'node:timers/promises'
import type { AuditVerification } from '@agency/contract/audit'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { recordSystemEvent, recordWhenNew } from '../../platform/audit-trail/audit-service.ts'
import { carryOver } from '../../platform/audit-trail/unkeyed-events.ts'
import { recurringJob } from '../../platform/jobs/recurring-job.ts'
import { repeatWork } from '../../platform/jobs/repeat-work.ts'
import { anchorHolds } from '../anchors/anchor.ts'
import { readAnchor } from '../anchors/anchor-store.ts'
import { type AnchorContext, makeAnchors } from '../anchors/make-anchors.ts'
import { trailHealth } from './audit-health.ts'
import { anchoringJob, verificationJob } from './audit-schedule.ts'
import type { TrailSource, VerifyDocuments } from './verify-trail.ts'

declare module 'fastify' {
  interface FastifyInstance {
    trailSource: TrailSource
    /** Signs a statement about the trail with the seal key: detached CMS, DER. */
    trailSigner: TrailOptions['sign']
  }
}

export interface TrailOptions extends Pick<AnchorContext, 'sign' | 'timeStamp'> {
  verifyDocuments: VerifyDocuments
  /** Accepts other records without an HMAC after an upgrade. */
  carryOverRecords: () => Promise<void>
}

const minute = 60_000
const pauseBetweenParts = 25

export const auditTrail = fp(
  async (app, options: TrailOptions) => {
    const { db, auditKey: key, fileStore: store } = app
    const source: TrailSource = { db, key, store, verifyDocuments: options.verifyDocuments }
    app.decorate('trailSource', source)
    app.decorate('trailSigner', options.sign)
    app.addHealthCheck(trailHealth({ db, key }))
    const context = { db, key, store, log: app.log, sign: options.sign, timeStamp: options.timeStamp }
    // First, so that a verification finds nothing that is still to be accepted.
    if (key.accepts(new Date())) {
      repeatWork(app, {
        every: minute,
        work: (closing) => acceptOlder(app, options, closing),
        failure: 'older events of the audit trail could not be accepted; it is tried again',
      })
    }
    const anchoring = anchoringJob(key, async (closing) => {
      await acceptOlder(app, options, closing)
      return anchor(app, context, closing)
    })
    const verification = verificationJob({
      source,
      pause: () => setTimeout(pauseBetweenParts),
      onResult: (result) => report(app, result),
    })
    recurringJob(app, anchoring)
    recurringJob(app, {
      ...verification,
      run: async (run) => {
        await acceptOlder(app, options, run.closing)
        return verification.run(run)
      },
    })
  },
  { name: 'audit-trail', dependencies: ['audit-key', 'files', 'health-checks'] },
)

/** Accepts nothing if the file store has anchors of another key: then the key was removed, and this is no upgrade. */
async function acceptOlder(app: FastifyInstance, options: TrailOptions, signal: AbortSignal): Promise<void> {
  if (!app.auditKey.accepts(new Date())) return
  const first = await readAnchor(app.fileStore, 1)
  if (first && (first === 'damaged' || !anchorHolds(first, app.auditKey, 1))) {
    app.log.error('the file store has anchors of another key: the key of the audit trail was replaced')
    return
  }
  const { accepted, broken } = await carryOver(app.db, app.auditKey, signal)
  if (accepted > 0) app.log.info({ chains: accepted }, 'audit events without an HMAC were verified and accepted')
  if (broken > 0) app.log.error({ chains: broken }, 'chains of the audit trail were broken before they had a key')
  await options.carryOverRecords()
}

async function anchor(app: FastifyInstance, context: AnchorContext, signal: AbortSignal): Promise<number> {
  const { made, restored } = await makeAnchors(context, signal)
  // An interrupted run leaves one at most.
  if (restored > 1) {
    app.log.error({ restored }, 'anchors of the audit trail were missing in the database')
    await recordSystemEvent(app.db, { action: 'audit.anchors-missing', detail: `${restored} anchors` })
  }
  return made
}

async function report(app: FastifyInstance, { valid, broken, anchors, documents }: AuditVerification): Promise<void> {
  if (valid) return
  const counts = { chains: broken.length, anchors: anchors.problems.length, documents: documents.broken.length }
  app.log.error(counts, 'the audit trail does not hold')
  const detail = `chains ${counts.chains}, anchors ${counts.anchors}, documents ${counts.documents}`
  await recordWhenNew(app.db, { action: 'audit.does-not-hold', detail })
}
