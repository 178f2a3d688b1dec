import { foreignPdf, onePagePdf } from '@agency/pdf-signing/test/sample-pdfs'
import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import type { StaffApi } from '@agency/test-kit/api/staff-api'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { acknowledge, consent, enterPortal, openDecline, readToTheEnd } from '@agency/test-kit/browser/portal-pages'
import { clientUrl, staffUrl } from '@agency/test-kit/product/product-address'
import type { Locator, Page } from '@playwright/test'

async function addSession(api: StaffApi, family: string) {
  const client = await api.addClient({ client_first_name: 'Ida', client_last_name: family })
  return api.startSession(client.id)
}

const documentLink = (page: Page, title: string) => page.getByRole('link', { name: new RegExp(title) })

/** The strongest of the three parts of a colour; none of what is just being drawn anew. */
function hueOf(text: Locator): Promise<string> {
  return text.evaluate((element) => {
    const parts = getComputedStyle(element).color.match(/\d+/g)?.slice(0, 3).map(Number) ?? []
    return ['red', 'green', 'blue'][parts.indexOf(Math.max(...parts))] ?? ''
  })
}

test('[PO-05] [PO-06] [PO-07] [PO-11] given documents, when they are listed and a link is opened, then they are grouped by folder, with a status each and the overall progress', async ({
  phone,
  api,
  family,
}) => {
  const session = await addSession(api, family)
  const source = staffUrl('/session/')
  const read = await api.attach(session.id, { type: 'Link', title: 'Guide', folder: 'Reading', source })
  const loose = await api.attach(session.id, { type: 'Link', title: 'Rates', source })
  await acknowledge(session, read.id)
  await enterPortal(phone, session)
  await expect(phone.getByText('Pending documents to be reviewed and signed.')).toBeVisible()
  await expect(documentLink(phone, 'Guide')).toHaveAccessibleName('Guide Completed')
  await expect(documentLink(phone, 'Rates')).toHaveAccessibleName('Rates Click to review')
  await expect.poll(() => hueOf(phone.getByText('Completed', { exact: true }))).toBe('green')
  await expect.poll(() => hueOf(phone.getByText('Click to review'))).toBe('blue')
  await expectAccessible(phone, 'portal-documents')
  await phone.getByRole('button', { name: 'Ungrouped 1' }).click()
  await expect(documentLink(phone, 'Rates')).toBeHidden()
  await expect(documentLink(phone, 'Guide')).toBeVisible()
  await phone.getByRole('button', { name: 'Ungrouped 1' }).click()

  await documentLink(phone, 'Rates').click()
  await expect(phone).toHaveURL(clientUrl(`/session/${session.session_code}/form/${loose.id}`))
  await expect(phone.getByRole('heading', { name: 'Rates' })).toBeVisible()
  await expectAccessible(phone, 'portal-link')
  const popup = phone.waitForEvent('popup')
  await phone.getByRole('link', { name: 'Open document (opens in a new tab)' }).click()
  await expect(await popup).toHaveURL(source)
  await expect(phone.getByRole('status').filter({ hasText: 'Completed' })).toBeVisible()
  await phone.getByRole('link', { name: 'Back to the list' }).click()
  await expect(phone.getByText('All documents completed.')).toBeVisible()
  await expect(phone.getByText('Pending documents')).toHaveCount(0)
  expect((await api.sessionForms(session.id)).map(({ status }) => status)).toEqual(['completed', 'completed'])
})

test('[PO-11] given a PDF to read, when it was read to the end, then it is done and can be downloaded @full', async ({
  phone,
  api,
  family,
}) => {
  const session = await addSession(api, family)
  const form = await api.addPdf(foreignPdf, { title: `${family} terms`, requires_signature: 'false' })
  await api.attach(session.id, { form_id: form.id })
  await enterPortal(phone, session)
  await documentLink(phone, `${family} terms`).click()
  const done = phone.getByRole('button', { name: 'I have read this document' })
  await expect(phone.getByText(/^\d of 4 pages viewed$/)).toBeVisible()
  await expect(done).toHaveCount(0)
  await readToTheEnd(phone, 'I have read this document')
  await done.click()

  await expect(phone.getByRole('heading', { name: 'All done: your document is complete' })).toBeVisible()
  const download = phone.waitForEvent('download')
  await phone.getByRole('button', { name: 'Download', exact: true }).click()
  expect((await download).suggestedFilename()).toBe(`${family} terms.pdf`)
  expect(await api.sessionForms(session.id)).toMatchObject([{ status: 'completed' }])
})

test('[PO-11] [PO-05] given a PDF to sign, when it is declined with a reason, then it is closed for both sides @full', async ({
  phone,
  api,
  family,
}) => {
  const session = await addSession(api, family)
  const form = await api.addPdf(onePagePdf, { title: `${family} offer` })
  await api.attach(session.id, { form_id: form.id })
  await enterPortal(phone, session)
  await documentLink(phone, `${family} offer`).click()
  await consent(phone)
  const dialog = await openDecline(phone)
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await expectAccessible(phone, 'portal-decline-dialog', '[role=dialog]')
  await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please tell us the reason.')
  await dialog.getByLabel('Reason').fill('The premium is not what we agreed on.')
  await dialog.getByRole('button', { name: 'Decline', exact: true }).click()

  await expect(phone.getByText('You declined to sign this document.')).toBeVisible()
  await phone.getByRole('link', { name: 'All documents' }).click()
  await expect(documentLink(phone, `${family} offer`)).toHaveAccessibleName(`${family} offer Declined`)
  await expect(phone.getByText('There is nothing left for you to review or sign.')).toBeVisible()
  expect(await api.sessionForms(session.id)).toMatchObject([{ status: 'declined' }])
})
