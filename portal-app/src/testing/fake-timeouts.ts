import { act } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'

/** Milliseconds, a little more than jsdom's 1000 / 60. */
const frame = 20

/**
 * Puts timeouts and intervals of this test on a fake clock, which follows the real one.
 * @returns a function that advances it, in place of waiting for a retry or a poll
 */
export function fakeTimeouts(): (milliseconds: number) => Promise<void> {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  })
  onTestFinished(() => {
    // jsdom draws frames and mends the focus by an interval that ends with its next tick, and starts no other one before.
    vi.advanceTimersByTime(frame)
    vi.useRealTimers()
  })
  return async (milliseconds) => {
    await act(() => vi.advanceTimersByTimeAsync(milliseconds))
  }
}
