import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Loading, lateAfter, PageSkeleton } from './loading'

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

test('given a page that loads, when its skeleton shows, then the status says what is loaded, and nothing else', () => {
  const { container } = render(
    <Loading label="Loading client...">
      <PageSkeleton columns={[[10, 12], [20]]} />
    </Loading>,
  )
  expect(screen.getByRole('status')).toHaveTextContent(/^Loading client\.\.\.$/)
  expect(container.querySelectorAll('.skeleton')).toHaveLength(4)
})
