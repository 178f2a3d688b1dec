import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

/** Asks for the review of a document that is read and filled in. It adopts the suggested signature if there is none yet. */
export async function goToReview(user: UserEvent): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Review' }))
  await adoptSignature(user)
  await screen.findByRole('heading', { name: 'Check and sign' })
}

/** Adopts the suggested signature in the dialog, if it comes. */
async function adoptSignature(user: UserEvent): Promise<void> {
  const dialog = await Promise.race([
    screen.findByRole('dialog', { name: 'Your signature' }),
    screen.findByRole('heading', { name: 'Check and sign' }).then(() => undefined),
  ])
  if (dialog) await user.click(await within(dialog).findByRole('button', { name: 'Use this signature' }))
}
