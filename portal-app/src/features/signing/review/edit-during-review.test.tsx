import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { apiPath, field, form, serveSession } from '../../../testing/backend.ts'
import { roomy } from '../../../testing/layout.ts'
import { renderSession } from '../../../testing/render-portal.tsx'
import { server } from '../../../testing/server.ts'
import { findReadyButton, whenPagesAreOpen } from '../../../testing/sign.ts'
import { discardDraft } from '../fields/fields-draft.ts'

const paper = form({ id: 'a', title: 'Application' })
const phone = field({ id: 'phone', label: 'Phone', binding: 'primary_phone', value: '305' })

beforeEach(() => discardDraft('a'))
afterEach(() => discardDraft('a'))

/** Asks for a review whose answer waits until the returned function is called, and then has had time to be shown. */
async function requestReview(user: UserEvent): Promise<() => Promise<void>> {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let answered: () => void = () => undefined
  const answer = new Promise<void>((resolve) => {
    answered = resolve
  })
  server.use(
    http.post(
      apiPath('sessionforms/a/review'),
      async () => {
        await released
        answered()
        return undefined
      },
      { once: true },
    ),
  )
  await user.click(await findReadyButton('Review'))
  await user.click(await screen.findByRole('button', { name: 'Use this signature' }))
  await screen.findByRole('button', { name: 'Preparing...' })
  return async () => {
    release()
    await answer
  }
}

/** The values of the reviews that the server was asked for. */
const reviewed = ({ written }: ReturnType<typeof serveSession>) =>
  written.filter(({ path }) => path.endsWith('/review')).map(({ body }) => Object(body).values)

describe('an edit while the review is prepared', () => {
  test('given a field on the page, when it is changed, then the document stays, and the next review has the new value @full', async () => {
    const backend = serveSession([paper], { fields: [phone] })
    const user = renderSession('/form/a')
    const release = await requestReview(user)
    await user.type(await screen.findByRole('textbox', { name: 'Phone' }), '7')
    expect(await findReadyButton('Review')).toBeInTheDocument()
    await release()
    await user.click(await findReadyButton('Review'))
    await whenPagesAreOpen()

    expect(reviewed(backend).at(-1)).toEqual({ phone: '3057' })
    expect(backend.written.map(({ path }) => path)).not.toContain('sessionforms/a/sign')
  })

  test('given a phone, when a field is opened, then its sheet stays open, also after the answer @full', async () => {
    roomy.matches = false
    serveSession([paper], { fields: [phone] })
    const user = renderSession('/form/a')
    const release = await requestReview(user)
    await user.click(screen.getByRole('button', { name: 'Phone (required): 305' }))
    await release()
    await user.type(screen.getByRole('textbox', { name: 'Phone (required)' }), '70147')

    expect(screen.getByRole('textbox', { name: 'Phone (required)' })).toHaveValue('30570147')
    expect(screen.queryByRole('heading', { name: 'Check and sign' })).not.toBeInTheDocument()
  })

  test('given the dialog to decline, when it is opened, then it stays open, also after the answer @full', async () => {
    serveSession([paper], { fields: [phone] })
    const user = renderSession('/form/a')
    const release = await requestReview(user)
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(screen.getByRole('button', { name: 'Decline to sign' }))
    const dialog = await screen.findByRole('dialog', { name: 'Decline to sign?' })
    await release()
    await user.type(await within(dialog).findByLabelText('Reason'), 'Not my plan')

    expect(screen.getByLabelText('Reason')).toHaveValue('Not my plan')
    expect(screen.queryByRole('heading', { name: 'Check and sign' })).not.toBeInTheDocument()
  })
})
