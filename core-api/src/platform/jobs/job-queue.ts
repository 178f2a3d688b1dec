import fp from 'fastify-plugin'
import { claimJob, finishJob, type Job, keepJob, postponeJob, releaseJobs } from './job-repository.ts'
import { wakeableWork } from './wakeable-work.ts'

export type JobHandler = (job: Job) => Promise<void>

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Registers the handler of a kind of jobs.
     * @param isLong whether these jobs take seconds: one of them runs at a time, beside the others, which do not wait for it
     */
    handleJobs(kind: string, handler: JobHandler, isLong?: boolean): void
    /** Runs due jobs now, without waiting for the next poll. */
    wakeJobs(): void
  }
}

const pollMilliseconds = 2_000
/** After the end of its process, another one claims a job within this time. */
const leaseSeconds = 20
const keepMilliseconds = 5_000
const longestPause = 900
/** While one job waits for a PDF process or for the disk, another one uses the database. */
const jobsAtATime = 2

/**
 * Runs queued jobs. It polls, so that jobs of a crashed process are found.
 * @param alone no other process uses this database, so jobs of a crashed process run at once
 */
export const jobs = fp(
  async (app, { alone }: { alone: boolean }) => {
    if (alone) await releaseJobs(app.db)
    const handlers = new Map<string, JobHandler>()
    const longKinds: string[] = []

    const runOne = async (job: Job) => {
      // Fails while the database is unavailable. Then another process may claim the job, so each job may run twice.
      const keeping = setInterval(() => keepJob(app.db, job, leaseSeconds).catch(() => undefined), keepMilliseconds)
      try {
        const handler = handlers.get(job.kind)
        if (!handler) throw new Error(`No handler for jobs of the kind ${job.kind}`)
        await handler(job)
        await finishJob(app.db, job)
      } catch (error) {
        app.log.error({ err: error, job: job.id, kind: job.kind }, 'job failed')
        const name = error instanceof Error ? error.name : 'Error'
        await postponeJob(app.db, job, Math.min(longestPause, 5 * 2 ** job.attempts), name)
      } finally {
        clearInterval(keeping)
      }
    }
    const workOff = (isLong: boolean) => async (isClosing: () => boolean) => {
      const claim = () => claimJob(app.db, leaseSeconds, { kinds: longKinds, isAmong: isLong })
      for (let job = await claim(); job; job = await claim()) {
        await runOne(job)
        if (isClosing()) return
      }
    }
    const work = { every: pollMilliseconds, failure: 'due jobs could not be read' }
    const wakeShort = wakeableWork(app, { ...work, lanes: jobsAtATime, work: workOff(false) })
    const wakeLong = wakeableWork(app, { ...work, lanes: 1, work: workOff(true) })

    app.decorate('handleJobs', (kind: string, handler: JobHandler, isLong = false) => {
      handlers.set(kind, handler)
      if (isLong) longKinds.push(kind)
    })
    app.decorate('wakeJobs', () => {
      wakeShort()
      wakeLong()
    })
  },
  { name: 'jobs', dependencies: ['database'] },
)
