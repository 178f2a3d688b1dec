import type { FastifyInstance } from 'fastify'
import { repeatWork } from './repeat-work.ts'

interface WorkQueue<Item> {
  /** How many items are worked on at a time. Each lane polls on its own, so a long item does not keep the others. */
  readonly lanes: number
  /** Claims the next due item for so many seconds. If this process dies, another one claims it after that. */
  readonly claim: (seconds: number) => Promise<Item | undefined>
  readonly keep: (item: Item, seconds: number) => Promise<void>
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

export async function whileLeased<Result>(keep: () => Promise<void>, work: () => Promise<Result>): Promise<Result> {
  // Fails while the database is unavailable. Then another process may claim the same, so all work may run twice.
  const keeping = setInterval(() => keep().catch(() => undefined), keepMilliseconds)
  try {
    return await work()
  } finally {
    clearInterval(keeping)
  }
}

/** A lease decides who has an item; polling finds those of a crashed process. @returns wakes all lanes */
export function workQueue<Item>(
  app: FastifyInstance,
  { lanes, claim, keep, run, failure }: WorkQueue<Item>,
): () => void {
  const work = async (closing: AbortSignal) => {
    while (!closing.aborted) {
      const item = await claim(leaseSeconds)
      if (!item) return
      const renew = () => keep(item, leaseSeconds)
      await whileLeased(renew, () => run(item))
    }
  }
  const polling = Array.from({ length: lanes }, () => repeatWork(app, { every: pollMilliseconds, work, failure }))
  return () => {
    for (const { wake } of polling) wake()
  }
}
