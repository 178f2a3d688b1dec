import type { FastifyInstance } from 'fastify'
import { v7 as uuid } from 'uuid'
import type { Database } from '../database/database.ts'
import {
  type Claim,
  claimRecurringJob,
  endRecurringJob,
  keepRecurringJob,
  releaseRecurringJob,
  saveProgress,
} from './recurring-job-repository.ts'
import { repeatWork } from './repeat-work.ts'
import { whileLeased } from './work-queue.ts'

export interface Run {
  /** Aborted when the service closes. The run then returns undefined as soon as possible. */
  readonly closing: AbortSignal
  /** What an interrupted run has saved; null if there was none. */
  readonly progress: unknown
  saveProgress(progress: object): Promise<void>
}

export interface RecurringJob {
  /** Its name in the table `recurring_jobs`. */
  readonly kind: string
  /** Seconds from the end of one run to the next. A function is called at that end. */
  readonly every: number | (() => number)
  /** @returns the result, which is kept until the next run; undefined if the run was interrupted and must continue */
  readonly run: (run: Run) => Promise<object | undefined>
  /** The log message of a failure. A failed run is repeated after 15 minutes at the latest. */
  readonly failure: string
}

const pollMilliseconds = 60_000
const leaseSeconds = 60
const longestPause = 900

/** A lease decides which replica runs it; another takes over when its process ends. It may take as long as it needs. */
export function recurringJob(app: FastifyInstance, job: RecurringJob): void {
  const work = async (closing: AbortSignal) => void (await runIfDue(app.db, job, closing))
  repeatWork(app, { every: pollMilliseconds, work, failure: job.failure })
}

/** Runs it unless another process does. @returns its result; undefined if it did not run or was interrupted */
export async function runIfDue(
  db: Database,
  { kind, every, run }: Omit<RecurringJob, 'failure'>,
  closing: AbortSignal,
): Promise<object | undefined> {
  const pause = () => (typeof every === 'number' ? every : every())
  const claim: Claim = { kind, holder: uuid() }
  const claimed = await claimRecurringJob(db, claim, leaseSeconds)
  if (!claimed) return undefined
  const renew = () => keepRecurringJob(db, claim, leaseSeconds)
  const save = (value: object) => saveProgress(db, claim, value)
  try {
    const result = await whileLeased(renew, () => run({ closing, progress: claimed.progress, saveProgress: save }))
    if (result) await endRecurringJob(db, claim, result, pause())
    else await releaseRecurringJob(db, claim, null, 0)
    return result
  } catch (error) {
    const name = error instanceof Error ? error.name : 'Error'
    await releaseRecurringJob(db, claim, name, Math.min(pause(), longestPause)).catch(() => undefined)
    throw error
  }
}
