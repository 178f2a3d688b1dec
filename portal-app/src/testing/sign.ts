import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'

/** Finds a button that can be pressed. The button of the reader's bar is there before, and says why it can't be pressed yet. */
export function findReadyButton(name: string): Promise<HTMLElement> {
  return waitFor(() => {
    const button = screen.getByRole('button', { name })
    expect(button).not.toHaveAttribute('aria-disabled', 'true')
    return button
  })
}

/** Asks for the review of a document that is read and filled in. It adopts the suggested signature if there is none yet. */
export async function goToReview(user: UserEvent): Promise<void> {
  await user.click(await findReadyButton('Review'))
  await adoptSignature(user)
  await screen.findByRole('heading', { name: 'Check and sign' })
  await whenPagesAreOpen()
}

/** Waits until the pages of the review can be signed: they are open, and the pause for repeated taps is over. */
export async function whenPagesAreOpen(): Promise<void> {
  await findReadyButton('Finish and sign')
}

/** Adopts the suggested signature in the dialog, if it comes. */
async function adoptSignature(user: UserEvent): Promise<void> {
  const dialog = () => screen.queryByRole('dialog', { name: 'Your signature' })
  await waitFor(() => dialog() ?? screen.getByRole('heading', { name: 'Check and sign' }))
  const shown = dialog()
  if (shown) await user.click(await within(shown).findByRole('button', { name: 'Use this signature' }))
}
