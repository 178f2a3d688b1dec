import { act, fireEvent } from '@testing-library/react'
import { vi } from 'vitest'

/** Milliseconds between two letters: just less than the pause after which a search starts. */
const beat = 199

/**
 * Types letters into a search box in one task, on a fake clock. With user-event, a busy machine may let the pause of the
 * search pass between two letters.
 */
export function typeSteadily(box: HTMLElement, letters: string): void {
  if (!(box instanceof HTMLInputElement)) throw new Error('This is not an input.')
  const type = (letter: string) => fireEvent.change(box, { target: { value: box.value + letter } })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (const letter of letters.slice(0, -1)) {
    type(letter)
    act(() => vi.advanceTimersByTime(beat))
  }
  vi.useRealTimers()
  type(letters.slice(-1))
}
