import type { FastifyInstance } from 'fastify'
import { v7 as uuid } from 'uuid'
import {
  type Claim,
  claimRecurringJob,
  endRecurringJob,
  keepRecurringJob,
  releaseRecurringJob,
  saveProgress,
} from './recurring-job-repository.ts'
import { repeatWork } from './repeat-work.ts'

/** What a run is given. */
export interface Run {
  /** Aborted when the service closes; the run then returns undefined as soon as it can. */
  readonly closing: AbortSignal
  /** What a run that was broken off has saved; null at the beginning. */
  readonly progress: unknown
  saveProgress(progress: object): Promise<void>
}

interface RecurringJob {
  /** Its name in the table `recurring_jobs`. */
  readonly kind: string
  /** Seconds from the end of one run to the next; a function is asked at that end. */
  readonly every: number | (() => number)
  /** @returns the result, which is kept until the next run; undefined when it was broken off and is to go on later */
  readonly run: (run: Run) => Promise<object | undefined>
  /** What the log says when it fails. It is tried again after a quarter of an hour at most. */
  readonly failure: string
}

const pollMilliseconds = 60_000
const leaseSeconds = 60
const keepMilliseconds = 15_000
const longestPause = 900

/**
 * Work that one replica does every so often, however many there are: claimed by a lease in the database, so that another
 * takes it over when its process ends. It runs beside the queue of `jobs`, and may take as long as it needs.
 */
export function recurringJob(app: FastifyInstance, { kind, every, run, failure }: RecurringJob): void {
  const pause = () => (typeof every === 'number' ? every : every())
  const runOnce = async (closing: AbortSignal) => {
    const { db } = app
    const claim: Claim = { kind, holder: uuid() }
    const taken = await claimRecurringJob(db, claim, leaseSeconds)
    if (!taken) return
    const keeping = setInterval(
      () => keepRecurringJob(db, claim, leaseSeconds).catch(() => undefined),
      keepMilliseconds,
    )
    try {
      const progress = (value: object) => saveProgress(db, claim, value)
      const result = await run({ closing, progress: taken.progress, saveProgress: progress })
      if (result) await endRecurringJob(db, claim, result, pause())
      else await releaseRecurringJob(db, claim, null, 0)
    } catch (error) {
      const name = error instanceof Error ? error.name : 'Error'
      await releaseRecurringJob(db, claim, name, Math.min(pause(), longestPause)).catch(() => undefined)
      throw error
    } finally {
      clearInterval(keeping)
    }
  }
  repeatWork(app, { every: pollMilliseconds, work: runOnce, failure })
}
