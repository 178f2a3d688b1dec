import { act } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'

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
    vi.useRealTimers()
  })
  return async (milliseconds) => {
    await act(() => vi.advanceTimersByTimeAsync(milliseconds))
  }
}
