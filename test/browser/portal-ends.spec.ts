import { expect, test } from '@agency/test-kit/browser/fixtures'
import { acknowledge, enterPortal } from '@agency/test-kit/browser/portal-pages'
import { pressButton } from '@agency/test-kit/browser/press-button'
import { addSession } from '@agency/test-kit/browser/session-page'
import { agency, clientUrl } from '@agency/test-kit/product/product-address'
import type { Page } from '@playwright/test'

/** The phone line stands beside what happened, not only at the top. */
const phoneLine = (page: Page) => page.getByRole('main').getByRole('link', { name: agency.phone })

async function tryPasscode(page: Page, passcode: string): Promise<void> {
  await page.getByLabel('Passcode', { exact: true }).fill(passcode)
  await pressButton(page.getByRole('button', { name: 'Access My Session' }))
}

const ends = [
  ['is cancelled', () => ({ cancelled: true })],
  // Late enough to be still to come when a busy server reads it.
  ['expires', () => ({ expires_at: new Date(Date.now() + 15_000).toISOString() })],
] as const

for (const [what, change] of ends) {
  test(`given a session that ${what} while its client is in it, when the client goes on, then it says so, with the phone line @full`, async ({
    phone,
    api,
    family,
  }) => {
    const session = await addSession(api, family)
    await api.attach(session.id, { type: 'Link', title: 'Guide', source: clientUrl('/session/') })
    await enterPortal(phone, session)
    await expect(phone.getByRole('link', { name: /Guide/ })).toBeVisible()
    await api.changeSession(session.session_code, change())
    await expect(async () => {
      await phone.reload()
      await expect(phone.getByLabel('Passcode', { exact: true })).toBeVisible({ timeout: 1_000 })
    }).toPass()

    // Not in any more: the passcode is asked for, and what came of the session is told to who knows it.
    await tryPasscode(phone, session.passcode ?? '')
    await expect(phone.getByRole('heading', { name: 'This session has ended' })).toBeVisible()
    await expect(phoneLine(phone)).toHaveAttribute('href', 'tel:3055550100')
    await phone.getByRole('link', { name: 'Use a different session code' }).click()
    await expect(phone.getByRole('heading', { name: 'Access Your Client Portal' })).toBeVisible()
  })
}

test('given a session that is completed, when its client comes back, then all is there, and said to be done @full', async ({
  phone,
  api,
  family,
}) => {
  const session = await addSession(api, family)
  const form = await api.attach(session.id, { type: 'Link', title: 'Guide', source: clientUrl('/session/') })
  await acknowledge(session, form.id)
  expect(await api.readSession(session.session_code)).toMatchObject({ status: 'completed' })
  await enterPortal(phone, session)

  await expect(phone.getByText('All documents completed.')).toBeVisible()
  await expect(phone.getByRole('link', { name: 'Guide Completed' })).toBeVisible()
})

test('given wrong passcodes and codes, when they are too many, then it says how long to wait, with the phone line @full', async ({
  phone,
  api,
  family,
}) => {
  const session = await addSession(api, family)
  await phone.goto(clientUrl(`/session/${session.session_code}`))
  for (let tries = 0; tries < 5; tries += 1) {
    const answered = phone.waitForResponse((answer) => answer.url().endsWith('/auth'))
    await tryPasscode(phone, `wrong ${tries}`)
    await answered
    await expect(phone.getByRole('alert')).toHaveText('Invalid passcode. Please try again.')
  }
  await tryPasscode(phone, session.passcode ?? '')
  await expect(phone.getByRole('alert')).toHaveText(/^Too many attempts\. Please wait \d+ minutes? and try again\.$/)
  await expect(phoneLine(phone)).toBeVisible()

  // A code that nobody has gets the same answer as a wrong passcode.
  await phone.goto(clientUrl(`/session/${session.session_code.split('').reverse().join('')}`))
  await tryPasscode(phone, 'a passcode')
  await expect(phone.getByRole('alert')).toHaveText('Invalid passcode. Please try again.')
  await expect(phoneLine(phone)).toBeVisible()
})
