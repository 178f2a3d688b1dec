import type { FastifyInstance } from 'fastify'

interface WorkQueue<Item> {
  /** How many items are worked on at a time. Each lane polls on its own, so a long item does not keep the others. */
  readonly lanes: number
  /** Claims the next due item for so many seconds. If this process dies, another one claims it after that. */
  readonly claim: (seconds: number) => Promise<Item | undefined>
  /** Extends the lease of an item to so many seconds from now. */
  readonly keep: (item: Item, seconds: number) => Promise<void>
  /** Does an item, and stores how it ended. */
  readonly run: (item: Item) => Promise<void>
  /** The log message when items cannot be claimed or their end cannot be stored. The next poll tries again. */
  readonly failure: string
}

const pollMilliseconds = 2_000
const leaseSeconds = 20
const keepMilliseconds = 5_000
const longestPause = 900

/** Seconds until the next attempt of what has failed so often. */
export const secondsToRetry = (attempts: number): number => Math.min(longestPause, 5 * 2 ** attempts)

/** Runs work, and renews its lease until it ends. */
export async function whileLeased<Result>(keep: () => Promise<void>, work: () => Promise<Result>): Promise<Result> {
  // Fails while the database is unavailable. Then another process may claim the same, so all work may run twice.
  const keeping = setInterval(() => keep().catch(() => undefined), keepMilliseconds)
  try {
    return await work()
  } finally {
    clearInterval(keeping)
  }
}

/**
 * Works off a table when the service is ready, at intervals, and when it is woken. Every replica does: a lease in the
 * database decides who has an item, and polling finds those of a crashed process.
 * @returns a function that wakes all lanes
 */
export function workQueue<Item>(app: FastifyInstance, { lanes, ...queue }: WorkQueue<Item>): () => void {
  const wakes = Array.from({ length: lanes }, () => openLane(app, queue))
  return () => {
    for (const wake of wakes) wake()
  }
}

/** One lane: it works on one item at a time. @returns a function that wakes it */
function openLane<Item>(
  app: FastifyInstance,
  { claim, keep, run, failure }: Omit<WorkQueue<Item>, 'lanes'>,
): () => void {
  let working: Promise<void> | undefined
  let again = false
  let closing = false
  const workOff = async () => {
    while (!closing) {
      again = false
      const item = await claim(leaseSeconds)
      if (item) {
        const renew = () => keep(item, leaseSeconds)
        await whileLeased(renew, () => run(item))
      } else if (!again) return
    }
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
    timer = setInterval(wake, pollMilliseconds)
    wake()
  })
  app.addHook('preClose', async () => {
    closing = true
    clearInterval(timer)
    await working
  })
  return wake
}
