import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { violations } from '../testing/accessibility.ts'
import { Button } from './button.tsx'

test('given each variant, when shown, then it is an accessible button that carries its variant', async () => {
  render(
    <>
      <Button>Save</Button>
      <Button variant="danger">Delete</Button>
      <Button variant="secondary" size="large">
        Cancel
      </Button>
    </>,
  )
  expect(screen.getByRole('button', { name: 'Save' })).toHaveAttribute('data-variant', 'primary')
  expect(screen.getByRole('button', { name: 'Delete' })).toHaveAttribute('data-variant', 'danger')
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveAttribute('data-size', 'large')
  expect(await violations()).toEqual([])
})

test('given a form, when a plain button is clicked, then the form is not submitted', async () => {
  const submit = vi.fn((event: React.SubmitEvent) => event.preventDefault())
  render(
    <form onSubmit={submit}>
      <Button>Close</Button>
    </form>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(submit).not.toHaveBeenCalled()
})

test('given a busy button, when clicked, then nothing happens and it keeps the focus', async () => {
  const click = vi.fn()
  const { rerender } = render(<Button onClick={click}>Save</Button>)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  rerender(
    <Button busy onClick={click}>
      Save
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Saving...' })
  await userEvent.click(button)
  expect(click).toHaveBeenCalledTimes(1)
  expect(button).toHaveFocus()
  expect(button).toHaveAttribute('aria-busy', 'true')
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(await violations()).toEqual([])
})

test('given a busy submit button, when Enter is pressed in a field, then the form is not submitted again', async () => {
  const submit = vi.fn((event: React.SubmitEvent) => event.preventDefault())
  render(
    <form onSubmit={submit}>
      <input aria-label="Passcode" />
      <Button type="submit" busy busyLabel="Checking...">
        Access My Session
      </Button>
    </form>,
  )
  await userEvent.type(screen.getByLabelText('Passcode'), 'smith1234{Enter}')
  expect(submit).not.toHaveBeenCalled()
  expect(screen.getByRole('button', { name: 'Checking...' })).toBeVisible()
})

test('given a disabled button, when clicked, then nothing happens', async () => {
  const click = vi.fn()
  render(
    <Button disabled onClick={click}>
      Use Selected
    </Button>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Use Selected' }))
  expect(click).not.toHaveBeenCalled()
})
