import { revealReasonHeader } from '@agency/contract/reveal-reasons'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetRevealReasons } from '../../../shared/reveals/reveal-reason'
import { violations } from '../../../testing/accessibility'
import { closed, masked, serveReveals, unfoldEmptySections } from '../../../testing/client-record'
import { client, id } from '../../../testing/fixtures'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, capabilities, server } from '../../../testing/server'

const record = client({ ssn: '123456789', card_number: '4111111111111111' })

/** A client's page of a deployment that requires reasons, and the reasons that the server was given. */
async function show() {
  const reasons: (string | null)[] = []
  serveReveals(() => record)
  server.use(
    http.get(at('capabilities'), () => HttpResponse.json({ ...capabilities, reveal_reason: 'required' })),
    http.get(at(`clients/${id(1)}`), () => HttpResponse.json(masked(record))),
    http.post(at(`clients/${id(1)}/reveals`), ({ request }) => {
      reasons.push(request.headers.get(revealReasonHeader))
    }),
  )
  const user = renderApp(`/admin/clients/${id(1)}`)
  await unfoldEmptySections(user)
  return { user, reasons }
}
const eye = (name: string) => screen.findByRole('button', { name: `Show ${name}` })
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Why do you need this?' }))

beforeEach(() => {
  signIn()
})
afterEach(() => {
  act(forgetRevealReasons)
  vi.useRealTimers()
})

describe('a deployment that requires a reason', () => {
  test('given a masked value, when it is revealed, then a reason is asked for, once for the client in 15 minutes @full', async () => {
    const { user, reasons } = await show()
    await user.click(await eye('social security number'))
    const asked = await dialog()
    expect(await violations()).toEqual([])
    await user.selectOptions(asked.getByRole('combobox', { name: 'Reason' }), 'Enrollment or application')
    await user.type(asked.getByRole('textbox', { name: 'Details (optional)' }), 'José, 2027')
    await user.click(asked.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('123-45-6789')).toBeInTheDocument()
    await closed()
    await user.click(await eye('Card Number'))
    expect(await screen.findByText('4111111111111111')).toBeInTheDocument()
    expect(reasons).toEqual(Array(2).fill(`enrollment: ${encodeURIComponent('José, 2027')}`))

    vi.useFakeTimers({ now: Date.now() + 15 * 60_000, toFake: ['Date'] })
    await user.click(await eye('social security number'))
    await user.click(await eye('social security number'))
    await dialog()
    expect(reasons).toHaveLength(2)
  })

  test('given no reason or other without details, when continued, then the fields say so, and nothing is sent @full', async () => {
    const { user, reasons } = await show()
    await user.click(await eye('social security number'))
    const asked = await dialog()
    await user.click(asked.getByRole('button', { name: 'Continue' }))
    expect(await asked.findByText('Choose a reason.')).toBeInTheDocument()
    await user.selectOptions(asked.getByRole('combobox', { name: 'Reason' }), 'Other')
    await user.click(asked.getByRole('button', { name: 'Continue' }))
    expect(await asked.findByText('Say in a few words what the reason is.')).toBeInTheDocument()
    expect(reasons).toEqual([])
  })

  test.each([
    ['a value', 'Show social security number'],
    ['a dialog', 'Edit Card Information'],
  ])(
    'given the question for %s, when it is cancelled, then nothing is shown or sent, and no failure is told @full',
    async (_what, button) => {
      const { user, reasons } = await show()
      await user.click(await screen.findByRole('button', { name: button }))
      await user.click((await dialog()).getByRole('button', { name: 'Cancel' }))
      await closed()
      expect(document.body.innerHTML).not.toMatch(/123-?45-?6789|4111111111111111/)
      expect(reasons).toEqual([])
      await waitFor(() => expect(screen.getByRole('button', { name: button })).toHaveFocus())
    },
  )
})
