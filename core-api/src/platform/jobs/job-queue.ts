import fp from 'fastify-plugin'
import { claimJob, finishJob, type Job, keepJob, postponeJob, releaseJobs } from './job-repository.ts'

export type JobHandler = (job: Job) => Promise<void>

declare module 'fastify' {
  interface FastifyInstance {
    /** Names what does the jobs of a kind. */
    handleJobs(kind: string, handler: JobHandler): void
    /** Looks for due jobs now; polling finds them in any case. */
    wakeJobs(): void
  }
}

const pollMilliseconds = 2_000
/** How long after the end of its process a job is taken by another one. */
const leaseSeconds = 20
const keepMilliseconds = 5_000
const longestPause = 900

/**
 * Works off the jobs that transactions have queued: polled, so that what a crash left behind is picked up.
 * @param alone no other process has this database: what one was doing that crashed is picked up at once
 */
export const jobs = fp(
  async (app, { alone }: { alone: boolean }) => {
    if (alone) await releaseJobs(app.db)
    const handlers = new Map<string, JobHandler>()
    let working: Promise<void> | undefined
    let again = false
    let closing = false

    const runOne = async (job: Job) => {
      // While the database is away this fails too, and another process may take the job: each can be done twice.
      const keeping = setInterval(() => keepJob(app.db, job, leaseSeconds).catch(() => undefined), keepMilliseconds)
      try {
        const handler = handlers.get(job.kind)
        if (!handler) throw new Error(`Nothing does jobs of the kind ${job.kind}`)
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
    const workOff = async () => {
      do {
        again = false
        for (let job = await claimJob(app.db, leaseSeconds); job; job = await claimJob(app.db, leaseSeconds)) {
          await runOne(job)
          if (closing) return
        }
      } while (again)
    }
    const wake = () => {
      again = true
      if (working || closing) return
      working = workOff()
        .catch((error) => app.log.error({ err: error }, 'jobs could not be read'))
        .finally(() => {
          working = undefined
        })
    }

    app.decorate('handleJobs', (kind: string, handler: JobHandler) => {
      handlers.set(kind, handler)
    })
    app.decorate('wakeJobs', wake)
    let timer: NodeJS.Timeout | undefined
    app.addHook('onReady', async () => {
      timer = setInterval(wake, pollMilliseconds)
      wake()
    })
    app.addHook('preClose', async () => {
      closing = true
      clearInterval(timer)
      await working
    })
  },
  { name: 'jobs', dependencies: ['database'] },
)
