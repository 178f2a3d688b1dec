import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { violations } from '../testing/accessibility.ts'
import { type DialogAnswer, type DialogRequest, Dialogs } from './dialogs.tsx'

/** What an app does: a queue, and the first of it on screen. */
function App({ questions, onAnswer }: { questions: DialogRequest[]; onAnswer: (answer: DialogAnswer) => void }) {
  const [queue, setQueue] = useState<DialogRequest[]>([])
  function answer(given: DialogAnswer) {
    onAnswer(given)
    setQueue((waiting) => waiting.slice(1))
  }
  return (
    <>
      <button type="button" onClick={() => setQueue(questions)}>
        Ask
      </button>
      <Dialogs request={queue[0] ?? null} onAnswer={answer} />
    </>
  )
}

async function ask(...questions: DialogRequest[]) {
  const answer = vi.fn<(answer: DialogAnswer) => void>()
  render(<App questions={questions} onAnswer={answer} />)
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }))
  return answer
}

test('given an alert, when OK is pressed, then it answers and the focus returns', async () => {
  const answer = await ask({ kind: 'alert', message: 'Upload failed.' })
  expect(screen.getByRole('alertdialog')).toHaveAccessibleName('Upload failed.')
  expect(screen.queryByRole('button', { name: 'Cancel' })).not.toBeInTheDocument()
  expect(await violations()).toEqual([])
  await userEvent.keyboard('{Enter}')
  expect(answer).toHaveBeenCalledExactlyOnceWith(true)
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Ask' })).toHaveFocus())
})

test('given a title, when the dialog opens, then the title names it and the message describes it', async () => {
  await ask({ kind: 'alert', title: 'Sync', message: 'DocuSign templates synced successfully!' })
  const dialog = screen.getByRole('alertdialog')
  expect(dialog).toHaveAccessibleName('Sync')
  expect(dialog).toHaveAccessibleDescription('DocuSign templates synced successfully!')
})

test.each([
  ['the confirming button', 'Remove', true],
  ['the cancelling button', 'Keep', false],
])('given a confirm, when %s is pressed, then it answers so', async (_, name, expected) => {
  const message = 'Are you sure you want to remove this document from this session?'
  const answer = await ask({ kind: 'confirm', message, confirmLabel: 'Remove', cancelLabel: 'Keep' })
  expect(screen.getByText(message)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name }))
  expect(answer).toHaveBeenCalledExactlyOnceWith(expected)
})

test('given a dangerous confirm, when it opens, then Cancel has the focus and the action is red', async () => {
  await ask({ kind: 'confirm', message: 'Delete policy.pdf?', confirmLabel: 'Delete', danger: true })
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  expect(screen.getByRole('button', { name: 'Delete' })).toHaveAttribute('data-variant', 'danger')
  expect(await violations()).toEqual([])
})

test.each<[DialogRequest['kind'], DialogAnswer]>([
  ['alert', true],
  ['confirm', false],
  ['prompt', null],
])('given a(n) %s, when Escape is pressed, then the answer is %s', async (kind, expected) => {
  const answer = await ask({ kind, message: 'Well?' })
  await userEvent.keyboard('{Escape}')
  expect(answer).toHaveBeenCalledExactlyOnceWith(expected)
})

test('given a password prompt, when typed and entered, then the text is hidden and answered as typed', async () => {
  const answer = await ask({ kind: 'prompt', message: 'Enter a new password', label: 'New password', password: true })
  const field = screen.getByLabelText('New password')
  expect(field).toHaveFocus()
  expect(field).toHaveAttribute('type', 'password')
  expect(field).toHaveAttribute('autocomplete', 'new-password')
  expect(await violations()).toEqual([])
  await userEvent.keyboard(' secret {Enter}')
  expect(answer).toHaveBeenCalledExactlyOnceWith(' secret ')
})

test('given a prompt before a deletion, when it opens, then its button is red and the text has the focus', async () => {
  await ask({ kind: 'prompt', message: 'Type “delete”', confirmLabel: 'Delete', danger: true })
  expect(screen.getByRole('button', { name: 'Delete' })).toHaveAttribute('data-variant', 'danger')
  expect(screen.getByRole('textbox')).toHaveFocus()
})

test('given a prompt with a default and no label, when confirmed, then the message names it and the default is given', async () => {
  const answer = await ask({ kind: 'prompt', message: 'Folder name', defaultValue: 'Medical' })
  expect(screen.getByRole('textbox', { name: 'Folder name' })).toHaveValue('Medical')
  await userEvent.click(screen.getByRole('button', { name: 'OK' }))
  expect(answer).toHaveBeenCalledExactlyOnceWith('Medical')
})

test('given a prompt, when cancelled after typing, then the answer is null', async () => {
  const answer = await ask({ kind: 'prompt', message: 'Folder name' })
  await userEvent.keyboard('Medical')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(answer).toHaveBeenCalledExactlyOnceWith(null)
})

test('given several questions at once, when answered, then they open one by one, each empty, and the focus returns at the end', async () => {
  const answer = await ask(
    { kind: 'prompt', message: 'First' },
    { kind: 'prompt', message: 'Second' },
    { kind: 'alert', message: 'Third' },
  )
  const focused = vi.fn()
  screen.getByText('Ask').addEventListener('focus', focused)
  await userEvent.keyboard('one{Enter}')
  const second = screen.getByRole('textbox', { name: 'Second' })
  expect(second).toHaveValue('')
  await waitFor(() => expect(second).toHaveFocus())
  await userEvent.keyboard('two{Enter}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'OK' })).toHaveFocus())
  expect(focused).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}')
  expect(answer.mock.calls).toEqual([['one'], ['two'], [true]])
  await waitFor(() => expect(screen.getByRole('button', { name: 'Ask' })).toHaveFocus())
})

test('given an alert, when the overlay is pressed, then the alert stays and keeps the focus', async () => {
  const answer = await ask({ kind: 'alert', message: 'Upload failed.' })
  const veil = screen.getByRole('alertdialog').parentElement
  if (!veil) throw new Error('The dialog has no veil')
  // user-event refuses to press where pointer-events is none; the style sheet gives the veil its own in a browser.
  veil.style.pointerEvents = 'auto'
  await userEvent.click(veil)
  expect(screen.getByRole('button', { name: 'OK' })).toHaveFocus()
  expect(answer).not.toHaveBeenCalled()
})

test('given an app’s form around the dialogs, when a prompt is submitted, then that form is not submitted', async () => {
  const submit = vi.fn((event: React.SubmitEvent) => event.preventDefault())
  const answer = vi.fn()
  render(
    <form onSubmit={submit}>
      <Dialogs request={{ kind: 'prompt', message: 'Folder name' }} onAnswer={answer} />
    </form>,
  )
  await userEvent.keyboard('Medical{Enter}')
  expect(answer).toHaveBeenCalledWith('Medical')
  expect(submit).not.toHaveBeenCalled()
})
