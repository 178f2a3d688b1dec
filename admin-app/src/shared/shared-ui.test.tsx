import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { loadedPart, Modal } from './shared-ui'

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

test('given a script that fails to load, when its part is shown, then it is tried once more, and a message with a retry stands in its place @full', async () => {
  const reported = vi.spyOn(console, 'error')
  const load = vi.fn(async () => () => <p>Here</p>)
  const fail = () => Promise.reject(new TypeError('Failed to fetch'))
  load.mockImplementationOnce(fail)
  const Once = loadedPart(load)
  const { unmount } = render(<Once />)
  expect(await screen.findByText('Here')).toBeInTheDocument()
  unmount()

  load.mockImplementationOnce(fail).mockImplementationOnce(fail)
  const Twice = loadedPart(load)
  render(
    <>
      <button type="button">Open</button>
      <Twice />
    </>,
  )
  expect(await screen.findByRole('alert')).toHaveTextContent('A part of this page could not be loaded.')
  expect(screen.getByRole('button', { name: 'Open' })).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Here')).toBeInTheDocument()
  // React reports what a boundary caught.
  reported.mockClear()
})
