import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { useSession } from '../../../shared/session-store.ts'
import { form, serveSession, storedSession } from '../../../testing/backend.ts'
import { renderSession } from '../../../testing/render-portal.tsx'
import { fieldsDraft } from '../fields/fields-draft.ts'

const paper = form({ id: 'a', title: 'Authorization' })

async function openDialog(user: UserEvent): Promise<HTMLElement> {
  await user.click(await screen.findByRole('button', { name: 'More' }))
  await user.click(screen.getByRole('button', { name: 'Decline to sign' }))
  return screen.findByRole('dialog', { name: 'Decline to sign?' })
}

async function closeDialog(user: UserEvent): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
}

/** Types a reason, and closes the dialog. */
async function typeReason(user: UserEvent): Promise<void> {
  await openDialog(user)
  await user.type(await screen.findByLabelText('Reason'), 'Not my plan')
  await closeDialog(user)
}

/** Whether the browser would ask before it leaves the page. */
const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

describe('the reason to decline', () => {
  test('given a reason typed, when the client goes to the list and comes back, then it is still there @full', async () => {
    serveSession([paper])
    const user = renderSession('/form/a')
    await typeReason(user)
    await user.click(screen.getByRole('link', { name: 'All documents' }))
    await user.click(await screen.findByRole('link', { name: /Authorization/ }))
    await openDialog(user)

    expect(await screen.findByLabelText('Reason')).toHaveValue('Not my plan')
  })

  test.each([
    ['expires', 'expired', 'Not my plan'],
    ['is left', 'left', ''],
  ] as const)(
    'given a reason typed, when the session %s and is opened again, then it is kept or not: %s, "%s" @full',
    async (_what, reason, kept) => {
      serveSession([paper])
      const user = renderSession('/form/a')
      await typeReason(user)
      act(() => useSession.getState().close(reason))
      await screen.findByLabelText('Passcode')
      act(() => useSession.getState().open(storedSession))

      expect(fieldsDraft('a').reason).toBe(kept)
    },
  )

  test('given a reason typed, when the page is reloaded, then the browser asks first, until the dialog is closed @full', async () => {
    serveSession([paper])
    const user = renderSession('/form/a')
    await openDialog(user)
    expect(asks()).toBe(false)
    await user.type(await screen.findByLabelText('Reason'), 'Not')
    expect(asks()).toBe(true)
    await closeDialog(user)

    expect(asks()).toBe(false)
  })

  test('given a reason, when the document is declined, then nothing of it is left @full', async () => {
    serveSession([paper])
    const user = renderSession('/form/a')
    const dialog = await openDialog(user)
    await user.type(await screen.findByLabelText('Reason'), 'Not my plan')
    await user.click(within(dialog).getByRole('button', { name: 'Decline' }))
    await screen.findByText(/You declined to sign this document/)

    expect(fieldsDraft('a').reason).toBe('')
  })
})
