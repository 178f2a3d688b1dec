import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { violations } from '../testing/accessibility.ts'
import { Modal, type ModalProps } from './modal.tsx'

function Opener(props: Partial<ModalProps>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Edit
      </button>
      <Modal
        open={open}
        onOpenChange={setOpen}
        title="Edit Client"
        footer={<button type="button">Save</button>}
        {...props}
      >
        {props.children ?? <input aria-label="First Name" />}
      </Modal>
    </>
  )
}

async function openIt() {
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
  return screen.getByRole('dialog')
}

test('given a modal, when it opens, then it is named, described and the first field has the focus', async () => {
  render(<Opener description="Nothing is required." />)
  const dialog = await openIt()
  expect(dialog).toHaveAccessibleName('Edit Client')
  expect(dialog).toHaveAccessibleDescription('Nothing is required.')
  expect(dialog).toHaveAttribute('data-size', 'medium')
  expect(screen.getByLabelText('First Name')).toHaveFocus()
  expect(await violations()).toEqual([])
})

test('given a modal without a field, when it opens, then the focus is inside', async () => {
  render(
    <Opener size="wide">
      <p>Only words</p>
    </Opener>,
  )
  const dialog = await openIt()
  expect(dialog).toContainElement(document.activeElement instanceof HTMLElement ? document.activeElement : null)
  expect(dialog).toHaveAttribute('data-size', 'wide')
})

test('given a file input behind a button, when the modal opens, then the field after it has the focus', async () => {
  render(
    <Opener>
      <button type="button">Upload a PDF</button>
      <input type="file" aria-label="PDF" hidden />
      <input aria-label="Search" />
    </Opener>,
  )
  await openIt()
  expect(screen.getByLabelText('Search')).toHaveFocus()
})

test('given a file input behind a button and no other field, when the modal opens, then the dialog has the focus', async () => {
  render(
    <Opener>
      <button type="button">Upload a PDF</button>
      <input type="file" aria-label="PDF" hidden />
    </Opener>,
  )
  expect(await openIt()).toHaveFocus()
})

describe('a field that arrives late', () => {
  function show() {
    const { rerender } = render(<Opener>Loading</Opener>)
    return () =>
      rerender(
        <Opener>
          <textarea aria-label="Notes" />
        </Opener>,
      )
  }

  test('given a modal without a field yet, when a space is typed and the field arrives, then the modal stays and the field has the focus', async () => {
    const arrive = show()
    const dialog = await openIt()
    await userEvent.keyboard(' ')
    expect(dialog).toHaveFocus()
    arrive()

    await waitFor(() => expect(screen.getByLabelText('Notes')).toHaveFocus())
  })

  test('given a modal without a field yet, when the focus was moved before the field arrives, then it stays there', async () => {
    const arrive = show()
    await openIt()
    await userEvent.tab()
    const close = screen.getByRole('button', { name: 'Close' })
    expect(close).toHaveFocus()
    arrive()

    await screen.findByLabelText('Notes')
    expect(close).toHaveFocus()
  })
})

test('given an open modal, when tabbing past its end, then the focus wraps around inside', async () => {
  render(<Opener />)
  const dialog = await openIt()
  await userEvent.tab()
  expect(within(dialog).getByRole('button', { name: 'Save' })).toHaveFocus()
  await userEvent.tab()
  expect(within(dialog).getByRole('button', { name: 'Close' })).toHaveFocus()
  await userEvent.tab({ shift: true })
  expect(within(dialog).getByRole('button', { name: 'Save' })).toHaveFocus()
})

test('given an open modal, when Escape is pressed, then it closes and the opener has the focus again', async () => {
  render(<Opener />)
  await openIt()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Edit' })).toHaveFocus())
})

test('given a field with autoFocus, when the modal closes, then the opener still has the focus again', async () => {
  render(
    <Opener>
      <FocusedField />
    </Opener>,
  )
  await openIt()
  expect(screen.getByLabelText('Last Name')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Edit' })).toHaveFocus())
})

/** Has the focus before any effect of the modal runs, as a field with autoFocus has. */
function FocusedField() {
  return <input aria-label="Last Name" ref={(field) => field?.focus()} />
}

test.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['the close button', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
  ['a click beside', () => clickBeside()],
])('given an app that keeps the modal open, when leaving by %s, then it is only asked', async (_, leave) => {
  const change = vi.fn()
  render(
    <Modal open onOpenChange={change} title="Edit Client">
      <input aria-label="First Name" />
    </Modal>,
  )
  await leave()
  await waitFor(() => expect(change).toHaveBeenCalledExactlyOnceWith(false))
  expect(screen.getByRole('dialog')).toBeVisible()
})

test('given a modal that can’t be dismissed, when Escape or a click outside is tried, then onOpenChange is not called', async () => {
  const change = vi.fn()
  render(
    <Modal open onOpenChange={change} title="Saving" dismissible={false}>
      <input aria-label="First Name" />
    </Modal>,
  )
  await userEvent.keyboard('{Escape}')
  await clickBeside()
  // Radix asks one task after the click; user-event lets a task pass with each action.
  await userEvent.tab()
  expect(change).not.toHaveBeenCalled()
  expect(screen.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument()
})

function clickBeside() {
  const veil = screen.getByRole('dialog').parentElement
  if (!veil) throw new Error('The dialog has no veil')
  // user-event refuses to click where pointer-events is none; the style sheet gives the veil its own in a browser.
  veil.style.pointerEvents = 'auto'
  return userEvent.click(veil)
}

test('given an open modal, when the page is inspected, then no style element was written into it', async () => {
  const before = document.querySelectorAll('style').length
  render(<Opener />)
  await openIt()
  expect(document.querySelectorAll('style')).toHaveLength(before)
})

test('given an urgent modal, when it is open, then it is an alert dialog with its name and description', async () => {
  render(
    <Modal open urgent onOpenChange={() => undefined} title="Still there?" description="You will be logged out.">
      <p>59 seconds</p>
    </Modal>,
  )
  const dialog = await screen.findByRole('alertdialog', { name: 'Still there?' })
  expect(dialog).toHaveAccessibleDescription('You will be logged out.')
})
