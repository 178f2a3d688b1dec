import type { FastifyInstance } from 'fastify'

interface RepeatedWork {
  /** Milliseconds from one start to the next. */
  readonly every: number
  /** Its signal is aborted when the service closes. Closing waits for the work to end. */
  readonly work: (closing: AbortSignal) => Promise<void>
  /** The log message of a failure. The work is repeated at its next interval. */
  readonly failure: string
}

/**
 * Runs work in this process when the service is ready, and then at intervals, never in parallel. Every replica runs it;
 * use `recurringJob` for work that only one replica may do.
 * @returns a function that stops the repetition
 */
export function repeatWork(app: FastifyInstance, { every, work, failure }: RepeatedWork): () => void {
  const closing = new AbortController()
  let working: Promise<void> = Promise.resolve()
  const next = () => {
    working = working.then(async () => {
      if (closing.signal.aborted) return
      try {
        await work(closing.signal)
      } catch (error) {
        app.log.error({ err: error }, failure)
      }
    })
  }
  const timer = setInterval(next, every)
  app.addHook('onReady', async () => next())
  app.addHook('preClose', async () => {
    clearInterval(timer)
    closing.abort()
    await working
  })
  return () => clearInterval(timer)
}
