import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ToastHost } from './toast-host'
import { showToast } from './toasts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const wait = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1_000))

test('given a toast, when ten seconds are over, then it is gone, and the live region stays', () => {
  const { container } = render(<ToastHost />)
  const region = container.querySelector('[aria-live="polite"]')
  expect(region).toBeEmptyDOMElement()
  act(() => showToast({ text: 'Status saved.' }))
  expect(region).toHaveTextContent('Status saved.')
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  wait(11)
  expect(region).toBeEmptyDOMElement()
})

test('given a toast with the focus on it, when ten seconds are over, then it stays until it loses the focus', () => {
  render(<ToastHost />)
  const undo = vi.fn()
  act(() => showToast({ text: 'Status saved.', undo }))
  const button = screen.getByRole('button', { name: 'Undo' })
  act(() => button.focus())
  wait(60)
  expect(button).toBeInTheDocument()
  act(() => button.blur())
  wait(9)
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(undo).toHaveBeenCalledOnce()
  expect(screen.queryByText('Status saved.')).not.toBeInTheDocument()
})

test('given a newer toast, when it is shown, then it replaces the older one for its whole time', () => {
  render(<ToastHost />)
  act(() => showToast({ text: 'Status saved.' }))
  wait(9)
  act(() => showToast({ text: 'Owner saved.' }))
  expect(screen.queryByText('Status saved.')).not.toBeInTheDocument()
  wait(9)
  expect(screen.getByText('Owner saved.')).toBeInTheDocument()
})

test('given a toast, when Undo is pressed by keyboard, then the focus goes back to where it came from', () => {
  render(
    <>
      <button type="button">Change Status</button>
      <ToastHost />
    </>,
  )
  const undo = vi.fn()
  screen.getByRole('button', { name: 'Change Status' }).focus()
  act(() => showToast({ text: 'Status saved.', undo }))
  const button = screen.getByRole('button', { name: 'Undo' })
  act(() => button.focus())
  fireEvent.click(button)
  expect(undo).toHaveBeenCalledOnce()
  expect(screen.getByRole('button', { name: 'Change Status' })).toHaveFocus()
})

test('given a toast with Undo, when Ctrl Z is pressed, then it is undone, but in a text control it is not', () => {
  render(
    <>
      <input aria-label="Notes" />
      <ToastHost />
    </>,
  )
  const undo = vi.fn()
  act(() => showToast({ text: 'Status saved.', undo }))
  fireEvent.keyDown(screen.getByLabelText('Notes'), { key: 'z', ctrlKey: true })
  expect(undo).not.toHaveBeenCalled()
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  expect(undo).toHaveBeenCalledOnce()
  expect(screen.queryByText('Status saved.')).not.toBeInTheDocument()
})
