import { expect, test } from '@agency/test-kit/browser/fixtures'
import { acknowledge, consent, enterPortal, readToTheEnd, sign } from '@agency/test-kit/browser/portal-pages'
import { card, openClient, shown } from '@agency/test-kit/browser/record-cards'
import { addOffer, addSession, openSession, rowOf, source } from '@agency/test-kit/browser/session-page'
import type { Page } from '@playwright/test'

const sessionStatus = (page: Page) => shown(page.getByRole('region', { name: 'Session summary' }), 'Status')

/** As when another tab is brought in front of this one, and taken away again. */
async function turn(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, state)
}

test('given an open session and an open record, when the client signs, then both show it without being loaded again @full', async ({
  staff,
  phone,
  api,
  family,
}) => {
  const { session } = await addOffer(api, family)
  const record = await staff.context().newPage()
  await openClient(record, session.client_id)
  await openSession(staff, session)
  const sessions = card(record, 'Sessions')
  await expect(sessions.getByText('not started')).toBeVisible()
  await expect(sessionStatus(staff)).toHaveText('not started')

  await enterPortal(phone, session)
  await phone.getByRole('link', { name: /Offer/ }).click()
  await consent(phone)
  await readToTheEnd(phone, 'Review')
  await expect(rowOf(staff, 'Offer')).toContainText('viewed')
  await expect(sessionStatus(staff)).toHaveText('in progress')
  await expect(sessions.getByText('in progress')).toBeVisible()
  await sign(phone)

  await expect(rowOf(staff, 'Offer')).toContainText('completed')
  await expect(sessionStatus(staff)).toHaveText('completed')
  await expect(sessions.getByText('completed')).toBeVisible()
})

test('given a page in a hidden tab, when the client is done and the tab is shown again, then it shows that at once @full', async ({
  staff,
  api,
  family,
}) => {
  const session = await addSession(api, family)
  const guide = await api.attach(session.id, { type: 'Link', title: 'Guide', source: source() })
  await staff.clock.install()
  await openSession(staff, session)
  await expect(rowOf(staff, 'Guide')).toContainText('pending')
  await turn(staff, 'hidden')
  await acknowledge(session, guide.id)
  let asked = 0
  staff.on('request', (request) => {
    if (/_api\/sessionforms\/session\//.test(request.url())) asked += 1
  })
  // Longer than it waits between two questions when it is in front.
  await staff.clock.runFor(10_000)
  expect(asked, 'a hidden tab asks for nothing').toBe(0)
  await staff.clock.pauseAt(Date.now() + 60_000)
  await turn(staff, 'visible')

  await expect(async () => {
    // Next to no time goes by: less than until the next question that is asked anyway.
    await staff.clock.runFor(10)
    await expect(rowOf(staff, 'Guide')).toContainText('completed', { timeout: 100 })
    await expect(sessionStatus(staff)).toHaveText('completed', { timeout: 100 })
  }).toPass()
})

test('given a completed session, when a document is added, then the session is in progress again without being loaded @full', async ({
  staff,
  api,
  family,
}) => {
  const session = await addSession(api, family)
  const guide = await api.attach(session.id, { type: 'Link', title: 'Guide', source: source() })
  await api.addLink({ title: `${family} terms` })
  await acknowledge(session, guide.id)
  await openSession(staff, session)
  await expect(sessionStatus(staff)).toHaveText('completed')
  await staff.getByRole('button', { name: 'Add Document' }).click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByText(`${family} terms`).click()
  await dialog.getByRole('button', { name: 'Use Selected' }).click()

  await expect(rowOf(staff, `${family} terms`)).toBeVisible()
  await expect(sessionStatus(staff)).toHaveText('in progress')
})
