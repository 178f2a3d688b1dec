import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useLeaveGuard } from './discard-guard'

function Guarded({ dirty }: { readonly dirty: boolean }) {
  useLeaveGuard(dirty)
  return null
}

/** Whether the browser would ask before it leaves the page. */
const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('given unsaved work, when the page is left, then the browser asks, and no longer once it is saved or closed', () => {
  const { rerender, unmount } = render(<Guarded dirty={false} />)
  expect(asks()).toBe(false)
  rerender(<Guarded dirty />)
  expect(asks()).toBe(true)
  rerender(<Guarded dirty={false} />)
  expect(asks()).toBe(false)
  rerender(<Guarded dirty />)
  unmount()
  expect(asks()).toBe(false)
})
