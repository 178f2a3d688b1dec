import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useLanguage } from './language.ts'
import { Loading, lateAfter } from './loading.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test.each([
  ['en', /longer than usual/],
  ['es', /más de lo normal/],
  ['pt', /mais do que o normal/],
] as const)(
  'given something on its way, when it takes longer than usual, then its status says so in %s',
  async (language, note) => {
    await useLanguage.getState().choose(language)
    render(<Loading text="Loading..." />)
    act(() => vi.advanceTimersByTime(lateAfter - 1))
    expect(screen.getByRole('status')).toHaveTextContent(/^Loading...$/)

    act(() => vi.advanceTimersByTime(1))

    expect(screen.getByRole('status')).toHaveTextContent(note)
  },
)
