import { render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Modal } from './shared-ui'

/** Goes back, and waits until the dialog has brought the page back. */
async function goBack() {
  const go = vi.spyOn(window.history, 'go')
  window.history.back()
  await waitFor(() => expect(go).toHaveBeenCalledWith(1))
  await waitFor(() => expect(window.location.pathname).toBe('/1'))
  go.mockRestore()
}

beforeEach(() => {
  // As a router leaves them: two entries, each with its number.
  for (const idx of [0, 1]) window.history.pushState({ idx }, '', `/${idx}`)
})

test('given a dialog that only its buttons close, when going back, then it is not asked, and any other one is', async () => {
  const change = vi.fn()
  const { rerender } = render(
    <Modal open dismissible={false} onOpenChange={change} title="Recovery codes">
      Codes
    </Modal>,
  )
  await screen.findByRole('dialog')
  await goBack()
  expect(change).not.toHaveBeenCalled()

  rerender(
    <Modal open onOpenChange={change} title="Recovery codes">
      Codes
    </Modal>,
  )
  await goBack()
  await waitFor(() => expect(change.mock.calls).toEqual([[false]]))
})
