// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest'
import { useCloseOnBack } from './close-on-back.ts'

interface DialogProps {
  readonly open?: boolean
  readonly close: () => void
}

function Dialog({ open = true, close }: DialogProps) {
  useCloseOnBack(open, close)
  return null
}

const routed = vi.fn()

/** Goes along the history, and waits until a function has been called a number of times. */
async function go(steps: number, asked: Mock, times = 1): Promise<void> {
  window.history.go(steps)
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(times), { timeout: 10_000 })
}

beforeEach(() => {
  // As a router leaves them: three entries, each with its number.
  for (const idx of [0, 1, 2]) window.history.pushState({ idx }, '', `/${idx}`)
  window.addEventListener('popstate', routed)
})
afterEach(() => {
  cleanup()
  window.removeEventListener('popstate', routed)
  routed.mockClear()
})

test('given an open dialog, when going back, then it is asked to close, and the page stays', async () => {
  const close = vi.fn()
  render(<Dialog close={close} />)
  await go(-1, close)
  expect(window.location.pathname).toBe('/2')

  await go(-2, close, 2)

  expect(window.location.pathname).toBe('/2')
  expect(routed).not.toHaveBeenCalled()
})

test('given a dialog over another, when going back, then the upper one is asked to close', async () => {
  const [lower, upper] = [vi.fn(), vi.fn()]
  render(<Dialog close={lower} />)
  const { unmount } = render(<Dialog close={upper} />)
  await go(-1, upper)
  expect(lower).not.toHaveBeenCalled()
  unmount()

  await go(-1, lower)

  expect(upper).toHaveBeenCalledOnce()
})

test('given no open dialog, when going back, then the page is left', async () => {
  const close = vi.fn()
  const { rerender } = render(<Dialog close={close} />)
  rerender(<Dialog open={false} close={close} />)
  await go(-1, routed)

  expect(close).not.toHaveBeenCalled()
  expect(window.location.pathname).toBe('/1')
})
