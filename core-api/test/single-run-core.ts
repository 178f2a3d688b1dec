import { vi } from 'vitest'
import { type Core, startCore } from './core.ts'

/**
 * Starts a service whose intervals never end: the work that it repeats runs at the start, and later only when a test
 * runs it. Not for tests that wait for a poll.
 */
export async function startSingleRunCore(...given: Parameters<typeof startCore>): Promise<Core> {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  try {
    return await startCore(...given)
  } finally {
    vi.useRealTimers()
  }
}
