import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'

/** Asks for the review of a document that is read and filled in. It adopts the suggested signature if there is none yet. */
export async function goToReview(user: UserEvent): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Review' }))
  await adoptSignature(user)
  await screen.findByRole('heading', { name: 'Check and sign' })
  await whenPagesAreOpen()
}

/** Waits until the pages of the review are open: they cannot be signed before. */
export async function whenPagesAreOpen(): Promise<void> {
  const finish = await screen.findByRole('button', { name: 'Finish and sign' })
  await waitFor(() => expect(finish).toHaveAttribute('aria-disabled', 'false'))
}

/** Adopts the suggested signature in the dialog, if it comes. */
async function adoptSignature(user: UserEvent): Promise<void> {
  const dialog = await Promise.race([
    screen.findByRole('dialog', { name: 'Your signature' }),
    screen.findByRole('heading', { name: 'Check and sign' }).then(() => undefined),
  ])
  if (dialog) await user.click(await within(dialog).findByRole('button', { name: 'Use this signature' }))
}
