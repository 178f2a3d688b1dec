import type { FastifyInstance } from 'fastify'

interface RepeatedWork {
  /** Milliseconds from one start to the next. */
  readonly every: number
  /** Its signal is aborted when the service closes. Closing waits for the work to end. */
  readonly work: (closing: AbortSignal) => Promise<void>
  /** The log message of a failure. The work is repeated at its next interval. */
  readonly failure: string
}

interface Repetition {
  /** Runs the work now; if it runs, once more after its end. */
  readonly wake: () => void
  readonly stop: () => void
}

/** Never in parallel, in every replica; `recurringJob` is for work of one replica. */
export function repeatWork(app: FastifyInstance, { every, work, failure }: RepeatedWork): Repetition {
  const closing = new AbortController()
  let working: Promise<void> = Promise.resolve()
  let isNextQueued = false
  const wake = () => {
    if (isNextQueued) return
    isNextQueued = true
    working = working.then(async () => {
      isNextQueued = false
      if (closing.signal.aborted) return
      try {
        await work(closing.signal)
      } catch (error) {
        app.log.error({ err: error }, failure)
      }
    })
  }
  let timer: NodeJS.Timeout | undefined
  const stop = () => clearInterval(timer)
  app.addHook('onReady', async () => {
    timer = setInterval(wake, every)
    wake()
  })
  app.addHook('preClose', async () => {
    stop()
    closing.abort()
    await working
  })
  return { wake, stop }
}
