import type { AuditVerification } from '@agency/contract/audit'
import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import type { Database } from '../../../platform/database/database.ts'
import { claimRun, findRun, finishRun, keepRun, type RunKind, releaseRun } from '../audit-run-repository.ts'
import type { AuditKey, MacPurpose } from '../chain/audit-key.ts'
import { newProgress, TrailProgress } from './verification-progress.ts'
import { resultOf, type TrailSource, verifyNext } from './verify-trail.ts'

const leaseSeconds = 120
/** Parts of the trail between two notes of the progress. */
const partsBetweenNotes = 20

/** What staff are told of the last verification and the last anchors. The HMAC keeps it from being made up. */
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

interface Runner {
  db: Database
  key: AuditKey
}

/** Stores a result as JSON, with its HMAC. */
async function finish({ db, key }: Runner, kind: RunKind, result: Record<string, unknown>): Promise<void> {
  await finishRun(db, kind, JSON.stringify(result), key.mac('result', { kind, ...result }))
}

/** @returns undefined when there is none, or it was not stored by this product */
async function readResult<Schema extends Type.TSchema>({ db, key }: Runner, kind: RunKind, schema: Schema) {
  const run = await findRun(db, kind)
  if (!run?.result) return undefined
  const result = readJson(run.result)
  if (!result || !key.fits(run.result_mac, 'result', { kind, ...result })) return undefined
  return Value.Check(schema, result) ? result : undefined
}

function readJson(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Value.Check(Type.Record(Type.String(), Type.Unknown()), value) ? value : undefined
  } catch {
    return undefined
  }
}

export const lastVerification = (runner: Runner) => readResult(runner, 'verification', VerificationResult)
export const lastAnchoring = (runner: Runner) => readResult(runner, 'anchor', AnchorResult)

/** Makes anchors, when that is due and no other process does it. @param make returns how many were made */
export async function runAnchoring(runner: Runner, every: number, make: () => Promise<number>): Promise<boolean> {
  if (!(await claimRun(runner.db, 'anchor', { every, lease: leaseSeconds }))) return false
  try {
    const made = await make()
    await finish(runner, 'anchor', { at: new Date().toISOString(), made })
    return true
  } catch (error) {
    await releaseRun(runner.db, 'anchor')
    throw error
  }
}

interface ScheduledVerification {
  source: TrailSource
  /** Seconds from the end of one verification to the next. */
  every: number
  /** Between two parts, so that people at work are not slowed down. */
  pause: () => Promise<void>
  signal: AbortSignal
}

/**
 * Verifies the whole trail, when that is due and no other process does it, and goes on where another one was ended.
 * @returns the result; undefined when nothing was due, or the service is closing
 */
export async function runVerification(scheduled: ScheduledVerification): Promise<AuditVerification | undefined> {
  const { source, every, pause, signal } = scheduled
  const claimed = await claimRun(source.db, 'verification', { every, lease: leaseSeconds })
  if (!claimed) return undefined
  try {
    const progress = progressOf(source.key, claimed)
    for (let part = 1; !(await verifyNext(source, progress)); part++) {
      if (signal.aborted || part % partsBetweenNotes === 0) await note(source, progress)
      if (signal.aborted) {
        await releaseRun(source.db, 'verification')
        return undefined
      }
      await pause()
    }
    const result = resultOf(progress)
    await finish(source, 'verification', summaryOf(result))
    return result
  } catch (error) {
    await releaseRun(source.db, 'verification')
    throw error
  }
}

const purpose: MacPurpose = 'progress'

async function note({ db, key }: Runner, progress: TrailProgress): Promise<void> {
  const mac = key.mac(purpose, { ...progress })
  await keepRun(db, 'verification', { progress: JSON.stringify(progress), mac, lease: leaseSeconds })
}

/** Progress that this product did not store is not gone on from. */
function progressOf(key: AuditKey, stored: { progress: string | null; progress_mac: Buffer | null }): TrailProgress {
  const progress = stored.progress === null ? undefined : readJson(stored.progress)
  if (!progress || !key.fits(stored.progress_mac, purpose, progress)) return newProgress()
  return Value.Check(TrailProgress, progress) ? progress : newProgress()
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
