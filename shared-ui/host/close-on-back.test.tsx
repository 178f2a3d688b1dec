// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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

/** Goes along the history, and on until it has come to rest. */
async function go(steps: number): Promise<void> {
  window.history.go(steps)
  await new Promise((resolve) => setTimeout(resolve, 50))
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
  await go(-1)
  expect(close).toHaveBeenCalledOnce()
  expect(window.location.pathname).toBe('/2')

  await go(-2)

  expect(close).toHaveBeenCalledTimes(2)
  expect(window.location.pathname).toBe('/2')
  expect(routed).not.toHaveBeenCalled()
})

test('given a dialog over another, when going back, then the upper one is asked to close', async () => {
  const [lower, upper] = [vi.fn(), vi.fn()]
  render(<Dialog close={lower} />)
  const { unmount } = render(<Dialog close={upper} />)
  await go(-1)
  expect(upper).toHaveBeenCalledOnce()
  expect(lower).not.toHaveBeenCalled()
  unmount()

  await go(-1)

  expect(lower).toHaveBeenCalledOnce()
})

test('given no open dialog, when going back, then the page is left', async () => {
  const close = vi.fn()
  const { rerender } = render(<Dialog close={close} />)
  rerender(<Dialog open={false} close={close} />)
  await go(-1)

  expect(close).not.toHaveBeenCalled()
  expect(routed).toHaveBeenCalledOnce()
  expect(window.location.pathname).toBe('/1')
})
