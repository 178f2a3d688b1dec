import fp from 'fastify-plugin'
import { type Claim, claimJob, finishJob, type Job, keepJob, postponeJob, releaseJobs } from './job-repository.ts'
import { secondsToRetry, workQueue } from './work-queue.ts'

export type JobHandler = (job: Job) => Promise<void>

declare module 'fastify' {
  interface FastifyInstance {
    /** @param ownLanes lanes for slow jobs, which others do not wait for. Only before the service is ready. */
    handleJobs(kind: string, handler: JobHandler, ownLanes?: number): void
    /** Runs due jobs now, without waiting for the next poll. */
    wakeJobs(): void
  }
}

/** How many jobs of the kinds without lanes of their own run at a time: one uses the database while another waits. */
const sharedLanes = 2

export const jobs = fp(
  async (app) => {
    // No other process has claimed jobs, so those of a crashed one run at once.
    if (app.alone) await releaseJobs(app.db)
    const handlers = new Map<string, JobHandler>()
    const ownKinds: string[] = []

    const runOne = async (job: Job) => {
      try {
        const handler = handlers.get(job.kind)
        if (!handler) throw new Error(`No handler for jobs of the kind ${job.kind}`)
        await handler(job)
        await finishJob(app.db, job)
      } catch (error) {
        app.log.error({ err: error, job: job.id, kind: job.kind }, 'job failed')
        const name = error instanceof Error ? error.name : 'Error'
        await postponeJob(app.db, job, secondsToRetry(job.attempts), name)
      }
    }
    const openLanes = (lanes: number, which: Claim) =>
      workQueue(app, {
        lanes,
        claim: (seconds) => claimJob(app.db, seconds, which),
        keep: (job, seconds) => keepJob(app.db, job, seconds),
        run: runOne,
        failure: 'due jobs could not be read',
      })
    const wakes = [openLanes(sharedLanes, { kinds: ownKinds, isAmong: false })]

    app.decorate('handleJobs', (kind: string, handler: JobHandler, ownLanes?: number) => {
      handlers.set(kind, handler)
      if (ownLanes === undefined) return
      ownKinds.push(kind)
      wakes.push(openLanes(ownLanes, { kinds: [kind], isAmong: true }))
    })
    app.decorate('wakeJobs', () => {
      for (const wake of wakes) wake()
    })
  },
  { name: 'jobs', dependencies: ['database'] },
)
