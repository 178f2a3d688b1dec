import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { TooltipHost } from './tooltip-host'

function show() {
  render(
    <>
      <button type="button" aria-label="Undo" aria-keyshortcuts="Control+Z">
        <svg aria-hidden="true" />
      </button>
      <button type="button" aria-label="Save the record">
        Save
      </button>
      <TooltipHost />
    </>,
  )
  return userEvent.setup()
}

const tooltip = () => screen.queryByTestId('tooltip')

test('given a button with an icon alone, when the pointer rests on it, then its name and shortcut show until it leaves @full', async () => {
  const user = show()
  await user.hover(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByTestId('tooltip')).toHaveTextContent('UndoCtrl+Z')

  await user.hover(document.body)
  await waitFor(() => expect(tooltip()).not.toBeInTheDocument())
})

test('given a button with an icon alone, when it has the focus, then its name shows, and Escape hides it', async () => {
  const user = show()
  await user.tab()
  expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus()
  expect(await screen.findByTestId('tooltip')).toHaveTextContent('Undo')

  await user.keyboard('{Escape}')
  expect(tooltip()).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus()
})

test('given a button with text, when it has the focus, then no tooltip repeats it', async () => {
  const user = show()
  await user.tab()
  await user.tab()
  expect(screen.getByRole('button', { name: 'Save the record' })).toHaveFocus()
  expect(tooltip()).not.toBeInTheDocument()
})
