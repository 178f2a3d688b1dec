import type { AuditVerification } from '@agency/contract/audit'
import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'
import type { AuditKey } from '../../platform/audit-trail/audit-key.ts'
import type { Database } from '../../platform/database/database.ts'
import type { RecurringJob } from '../../platform/jobs/recurring-job.ts'
import { readLastRun } from '../../platform/jobs/recurring-job-repository.ts'
import { newProgress, VerificationProgress } from './verification-progress.ts'
import { resultOf, type TrailSource, verifyNext } from './verify-trail.ts'

const hour = 3_600
const anchorKind = 'audit-anchor'
const verificationKind = 'audit-verification'
/** Progress is saved after so many parts of the trail. */
const partsBetweenSaves = 100

const VerificationResult = Type.Object({
  at: Type.String(),
  chains: Type.Integer(),
  events: Type.Integer(),
  documents: Type.Integer(),
  broken_chains: Type.Integer(),
  broken_documents: Type.Integer(),
  anchor_problems: Type.Integer(),
})
export type VerificationResult = Static<typeof VerificationResult>
const AnchorResult = Type.Object({ at: Type.String(), made: Type.Integer() })

/** A record in the table of recurring jobs, with its HMAC in hex: who can write the table cannot forge the record. */
const SignedRecord = Type.Object({ record: Type.Record(Type.String(), Type.Unknown()), mac: Type.String() })

interface Trail {
  db: Database
  key: AuditKey
}

const signedResult = (key: AuditKey, kind: 'anchor' | 'verification', record: Record<string, unknown>) => ({
  record,
  mac: key.mac('result', { kind, ...record }).toString('hex'),
})

/** @returns undefined if there is no result, or its HMAC is wrong */
function verifiedResult<Schema extends Type.TSchema>(
  key: AuditKey,
  kind: 'anchor' | 'verification',
  stored: unknown,
  schema: Schema,
): Static<Schema> | undefined {
  if (!Check(SignedRecord, stored)) return undefined
  const { record, mac } = stored
  return key.fits(Buffer.from(mac, 'hex'), 'result', { kind, ...record }) && Check(schema, record) ? record : undefined
}

export async function lastVerification({ db, key }: Trail): Promise<VerificationResult | undefined> {
  return verifiedResult(key, 'verification', (await readLastRun(db, verificationKind))?.result, VerificationResult)
}

export async function lastAnchoring({ db, key }: Trail): Promise<Static<typeof AnchorResult> | undefined> {
  return verifiedResult(key, 'anchor', (await readLastRun(db, anchorKind))?.result, AnchorResult)
}

/** Anchors the trail every hour. @param makeAnchors returns how many anchors were made */
export const anchoringJob = (key: AuditKey, makeAnchors: (closing: AbortSignal) => Promise<number>): RecurringJob => ({
  kind: anchorKind,
  every: hour,
  failure: 'the audit trail could not be anchored; it is tried again',
  run: async ({ closing }) => {
    const made = await makeAnchors(closing)
    return closing.aborted ? undefined : signedResult(key, 'anchor', { at: new Date().toISOString(), made })
  },
})

interface VerificationOptions {
  source: TrailSource
  pause: () => Promise<void>
  onResult: (result: AuditVerification) => Promise<void>
}

/** Verifies the whole trail every day. An interrupted run continues where it stopped, also in another process. */
export const verificationJob = ({ source, pause, onResult }: VerificationOptions): RecurringJob => ({
  kind: verificationKind,
  every: 24 * hour,
  failure: 'the audit trail could not be verified; it is tried again',
  run: async ({ closing, progress: saved, saveProgress }) => {
    const progress = readProgress(source.key, saved)
    const save = () =>
      saveProgress({ record: progress, mac: source.key.mac('progress', { ...progress }).toString('hex') })
    for (let part = 1; !(await verifyNext(source, progress)); part++) {
      if (closing.aborted || part % partsBetweenSaves === 0) await save()
      if (closing.aborted) return undefined
      await pause()
    }
    const result = resultOf(progress)
    await onResult(result)
    return signedResult(source.key, 'verification', summaryOf(result))
  },
})

/** Progress with a wrong HMAC is ignored: the run starts at the beginning. */
function readProgress(key: AuditKey, saved: unknown): VerificationProgress {
  if (!Check(SignedRecord, saved)) return newProgress()
  const { record, mac } = saved
  const isOurs = key.fits(Buffer.from(mac, 'hex'), 'progress', record)
  return isOurs && Check(VerificationProgress, record) ? record : newProgress()
}

function summaryOf({ chains, events, broken, anchors, documents }: AuditVerification): VerificationResult {
  return {
    at: new Date().toISOString(),
    chains,
    events,
    documents: documents.checked,
    broken_chains: broken.length,
    broken_documents: documents.broken.length,
    anchor_problems: anchors.problems.length,
  }
}
