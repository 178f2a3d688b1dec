import type { FastifyInstance } from 'fastify'

interface WakeableWork {
  /** Milliseconds between polls. */
  readonly every: number
  /** How many runs of the work there may be at a time. Each polls on its own, so a long one does not keep the others. */
  readonly lanes: number
  /** Does all that is due. It stops soon after `isClosing` is true; closing the service waits for it. */
  readonly work: (isClosing: () => boolean) => Promise<void>
  /** The log message of a failure. The work is repeated at the next poll. */
  readonly failure: string
}

/**
 * Runs work when the service is ready, at intervals, and when it is woken.
 * @returns a function that wakes all lanes
 */
export function wakeableWork(app: FastifyInstance, { lanes, ...lane }: WakeableWork): () => void {
  const wakes = Array.from({ length: lanes }, () => wakeableLane(app, lane))
  return () => {
    for (const wake of wakes) wake()
  }
}

/** One lane: its work never runs twice at the same time. @returns a function that wakes it */
function wakeableLane(app: FastifyInstance, { every, work, failure }: Omit<WakeableWork, 'lanes'>): () => void {
  let working: Promise<void> | undefined
  let again = false
  let closing = false
  const workOff = async () => {
    do {
      again = false
      await work(() => closing)
    } while (again && !closing)
  }
  const wake = () => {
    again = true
    if (working || closing) return
    working = workOff()
      .catch((error) => app.log.error({ err: error }, failure))
      .finally(() => {
        working = undefined
      })
  }
  let timer: NodeJS.Timeout | undefined
  app.addHook('onReady', async () => {
    timer = setInterval(wake, every)
    wake()
  })
  app.addHook('preClose', async () => {
    closing = true
    clearInterval(timer)
    await working
  })
  return wake
}
