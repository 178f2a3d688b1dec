import { addFillableDocument, openFillableDocument, placedField } from '@agency/test-kit/browser/fillable-document'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { expectSealed, openReview, readerStep } from '@agency/test-kit/browser/portal-pages'
import { clientUrl, staffUrl } from '@agency/test-kit/product/product-address'
import type { Page, Route } from '@playwright/test'

const banner = (page: Page) => page.getByText(/^There is no connection at the moment\./)

/** The server does its part, and the answer never comes. */
async function loseAnswer(route: Route): Promise<void> {
  const request = route.request()
  const cookies = await request.frame().page().context().cookies(request.url())
  // Outside of a browser the clients' host has no address; the staff's serves the portal too.
  const answer = await fetch(request.url().replace(clientUrl(''), staffUrl('')), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    },
    body: request.postData(),
  })
  expect(answer.status).toBe(200)
  await route.abort('connectionreset')
}

/** How often the trail of a client says that something was done. */
const countOf = (actions: readonly { readonly action: string }[], action: string) =>
  actions.filter((event) => event.action === action).length

test('given a network that goes while typing, when it is back, then what was typed is saved by itself, and the banner goes @full', async ({
  visitor: page,
  api,
  family,
}) => {
  const { session } = await addFillableDocument(api, family, [placedField('Phone', 652)])
  await openFillableDocument(page, session, family)
  await page.context().setOffline(true)
  await page.getByRole('textbox', { name: 'Phone' }).fill('305 555 0147')
  await expect(banner(page)).toBeVisible()
  await expect(page.getByText('Not saved', { exact: true })).toBeVisible()
  // Going through the portal loses nothing either.
  await page.getByRole('link', { name: 'All documents' }).click()
  await page.getByRole('link', { name: new RegExp(`${family} application`) }).click()
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('305 555 0147')
  await page.context().setOffline(false)

  await expect(banner(page)).toBeHidden()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('305 555 0147')
})

test('given what could not be saved yet, when the page is about to go, then the browser asks first @full', async ({
  visitor: page,
  api,
  family,
}) => {
  const { session } = await addFillableDocument(api, family, [placedField('Phone', 652)])
  await openFillableDocument(page, session, family)
  await page.context().setOffline(true)
  await page.getByRole('textbox', { name: 'Phone' }).fill('305 555 0147')
  await expect(page.getByText('Not saved', { exact: true })).toBeVisible()
  const asked = page.waitForEvent('dialog')
  // Not Playwright's own, which would wait for the page that is not to come.
  await page.evaluate(() => void setTimeout(() => location.reload()))
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()

  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('305 555 0147')
})

test('given an answer that is lost after the server signed, when it is sent again, then the document is signed once @full', async ({
  visitor: page,
  api,
  family,
}) => {
  const { session, client } = await addFillableDocument(api, family, [])
  await openFillableDocument(page, session, family)
  let lost = 0
  await page.route('**/sign', async (route) => {
    if (lost > 0) return route.fallback()
    lost += 1
    await loseAnswer(route)
  })
  await openReview(page)
  await readerStep(page, 'Finish and sign').dblclick()
  await expectSealed(page)

  expect(lost).toBe(1)
  expect(countOf(await api.activity(client.id), 'signed')).toBe(1)
})

test('given no network at signing, when it is back, then the document is signed by itself; until then it says so @full', async ({
  visitor: page,
  api,
  family,
}) => {
  const { session, client } = await addFillableDocument(api, family, [])
  await openFillableDocument(page, session, family)
  await openReview(page)
  await page.context().setOffline(true)
  await readerStep(page, 'Finish and sign').click()
  await expect(page.getByRole('alert')).toContainText('We keep trying; please leave this page open.')
  await expect(banner(page)).toBeVisible()
  await page.context().setOffline(false)

  await expectSealed(page)
  expect(countOf(await api.activity(client.id), 'signed')).toBe(1)
})

test('given a reload while signing, when the document comes back, then it is signed once @full', async ({
  visitor: page,
  api,
  family,
}) => {
  const { session, client } = await addFillableDocument(api, family, [])
  await openFillableDocument(page, session, family)
  await openReview(page)
  await page.route('**/sign', loseAnswer)
  const answered = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/sign'))
  await readerStep(page, 'Finish and sign').click()
  await answered
  await page.reload()

  await expectSealed(page)
  expect(countOf(await api.activity(client.id), 'signed')).toBe(1)
})
