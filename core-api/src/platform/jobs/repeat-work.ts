import type { FastifyInstance } from 'fastify'

interface RepeatedWork {
  /** Milliseconds from one start to the next. */
  readonly every: number
  /** Aborted when the service closes, which waits for it to come to an end. */
  readonly work: (closing: AbortSignal) => Promise<void>
  /** What the log says when it fails; it is done again at its next turn. */
  readonly failure: string
}

/**
 * Does something in this process when the service is ready and then again and again, never twice at a time. For work
 * that any number of replicas may do side by side; what must be done once is a job.
 * @returns the function that ends the repetition
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
