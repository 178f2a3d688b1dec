import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Loading, lateAfter } from './loading'

const lateNote = /longer than usual/

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test.each([{}, { skeleton: 'tall' }])(
  'given something on its way, when it takes longer than usual, then its status says so (%o)',
  (size) => {
    render(<Loading label="Loading clients" {...size} />)
    act(() => vi.advanceTimersByTime(lateAfter - 1))
    expect(screen.queryByText(lateNote)).not.toBeInTheDocument()

    act(() => vi.advanceTimersByTime(1))

    expect(screen.getByRole('status')).toHaveTextContent(lateNote)
  },
)
