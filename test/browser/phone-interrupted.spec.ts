import { addFillableDocument, placedField } from '@agency/test-kit/browser/fillable-document'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import {
  consent,
  enterPortal,
  expectSigned,
  openReview,
  readerStep,
  readToTheEnd,
} from '@agency/test-kit/browser/portal-pages'
import { clientUrl } from '@agency/test-kit/product/product-address'
import type { Page } from '@playwright/test'

const banner = (page: Page) => page.getByText(/^There is no connection at the moment\./)

/** Goes on after a lost connection: by itself, or by the one button that is offered. */
async function reconnect(page: Page): Promise<void> {
  await page.context().setOffline(false)
  await expect(async () => {
    const again = page.getByRole('button', { name: /^(Try again|Try now)$/ }).first()
    if (await again.isVisible()) await again.tap({ timeout: 1_000 })
    await expect(banner(page)).toBeHidden({ timeout: 2_000 })
    await expect(page.getByRole('button', { name: /^(Try again|Try now)$/ })).toHaveCount(0, { timeout: 2_000 })
  }).toPass()
}

test('[PH-10] given a network that is lost at each step, when it is back, then the client goes on where it was, and signs once @full', async ({
  phone,
  api,
  family,
}) => {
  const fields = [placedField('Phone', 652), placedField('Signature', 700, { kind: 'signature', height: 28 })]
  const { session, client } = await addFillableDocument(api, family, fields)
  const title = new RegExp(`${family} application`)
  const { session_code, passcode } = session
  await phone.goto(clientUrl(`/session/${session_code}`))

  // The passcode.
  await phone.route('**/auth', (route) => route.abort('connectionfailed'))
  const entry = phone.getByLabel('Passcode', { exact: true })
  await entry.fill(passcode ?? '')
  await phone.getByRole('button', { name: 'Access My Session' }).tap()
  await expect(phone.getByRole('alert')).toBeVisible()
  await expect(entry).toHaveValue(passcode ?? '')
  await phone.unroute('**/auth')
  // The list.
  await phone.route('**/sessionforms/session/*', (route) => route.abort('connectionfailed'))
  await phone.getByRole('button', { name: 'Access My Session' }).tap()
  await expect(
    banner(phone)
      .or(phone.getByRole('button', { name: 'Try again' }))
      .first(),
  ).toBeVisible()
  await phone.unroute('**/sessionforms/session/*')
  await reconnect(phone)
  await expect(phone.getByRole('link', { name: title })).toBeVisible()

  // The document.
  const dialogCode = phone.waitForResponse(/\/modal-[^/]+\.js$/)
  await phone.route('**/file', (route) => route.abort('connectionfailed'))
  await phone.getByRole('link', { name: title }).tap()
  await consent(phone)
  await expect(phone.getByRole('button', { name: 'Try again' })).toBeVisible()
  await phone.unroute('**/file')
  await reconnect(phone)
  await expect(phone.getByRole('region', { name: 'Page 1 of 1' })).toBeVisible()

  // What a dialog needs is loaded after the first page.
  await dialogCode
  // A field.
  await readToTheEnd(phone, 'Next field 1 of 2')
  await readerStep(phone, 'Next field 1 of 2').tap()
  await phone.context().setOffline(true)
  await phone.getByRole('textbox', { name: 'Phone (required)' }).fill('305 555 0147')
  await phone.locator('[data-field-sheet]').getByRole('button', { name: 'Next', exact: true }).tap()
  await phone.getByRole('dialog').getByRole('button', { name: 'Use this signature' }).tap()
  // The review, which follows the last signature.
  await expect(phone.getByRole('alert')).toContainText('We keep trying; please leave this page open.')
  await reconnect(phone)
  await expect(phone.getByRole('heading', { name: 'Check and sign' })).toBeVisible()

  // The signature.
  await phone.context().setOffline(true)
  await readerStep(phone, 'Finish and sign').tap()
  await expect(phone.getByRole('alert')).toContainText('We keep trying; please leave this page open.')
  await reconnect(phone)
  await expectSigned(phone)
  const signed = (await api.activity(client.id)).filter(({ action }) => action === 'signed')
  expect(signed).toHaveLength(1)
})

test('[PH-10] given a review that is open in two tabs, when both are signed, then the document is signed once, and both say so @full', async ({
  phone,
  api,
  family,
}) => {
  const { session, client } = await addFillableDocument(api, family, [])
  const title = new RegExp(`${family} application`)
  await enterPortal(phone, session)
  await phone.getByRole('link', { name: title }).tap()
  await consent(phone)
  const second = await phone.context().newPage()
  await second.goto(clientUrl(`/session/${session.session_code}/dashboard`))
  await second.getByRole('link', { name: title }).tap()
  await openReview(second)
  await openReview(phone)
  await readerStep(phone, 'Finish and sign').tap()
  await expectSigned(phone)
  await readerStep(second, 'Finish and sign').tap()

  await expectSigned(second)
  const signed = (await api.activity(client.id)).filter(({ action }) => action === 'signed')
  expect(signed).toHaveLength(1)
})
