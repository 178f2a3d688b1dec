import { idleTimeOut } from '@agency/http-client/idle-time-out'
import { addFillableDocument, openFillableDocument, placedField } from '@agency/test-kit/browser/fillable-document'
import { expect } from '@agency/test-kit/browser/fixtures'
import { enterPortal } from '@agency/test-kit/browser/portal-pages'
import { card, openClient, openDialog, save } from '@agency/test-kit/browser/record-cards'
import { test } from '@agency/test-kit/browser/routed-fixtures'
import { clientUrl, staffUrl } from '@agency/test-kit/product/product-address'
import type { Page } from '@playwright/test'

const unreachable = (page: Page) => page.getByText(/^The server can't be reached\./)
/** What both apps say of something that is on its way for this many milliseconds. */
const lateAfter = 5_000
const late = (page: Page) => page.getByText('This takes longer than usual.')
const disconnected = (page: Page) => page.getByText(/^There is no connection at the moment\./)

/** Loads a page whose calls get no answer, lets time pass until it gives up, and has it try again. */
async function waitInVain(page: Page, waiting: string): Promise<void> {
  await page.clock.install()
  await page.reload()
  await expect(page.getByText(waiting)).toBeVisible()
  await page.clock.fastForward(lateAfter)
  await expect(page.getByRole('status').filter({ has: late(page) })).toBeVisible()
  await page.clock.fastForward(idleTimeOut.data)
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(waiting)).toBeVisible()
  await expect(late(page)).toBeHidden()
}

/** Loads the list of documents as a page: while there is no bff, the router has the pages that were opened before. */
async function openDocumentsAgain(page: Page): Promise<void> {
  await page.reload()
  await expect(page.getByRole('heading', { name: /^Welcome, / })).toBeVisible()
  await page.waitForLoadState('networkidle')
}

// A suspended process cannot be stopped. After any other failure Playwright starts a new product.
test.afterEach(({ bff }) => bff.resume())

test('given an open record, when the bff is gone, then it is said, what was typed stays, and it is saved once it is back @full', async ({
  staff: page,
  bff,
  api,
  family,
}) => {
  const { id } = await api.addClient({ client_last_name: family })
  await openClient(page, id)
  await page.waitForLoadState('networkidle')
  const dialog = await openDialog(page, 'Edit Contact Information')
  await dialog.getByLabel('Address', { exact: true }).fill('1 Harbor Lane')
  await bff.stop()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(unreachable(page)).toBeVisible()
  await expect(dialog.getByLabel('Address', { exact: true })).toHaveValue('1 Harbor Lane')
  await bff.start()

  await expect(unreachable(page)).toBeHidden()
  await save(dialog)
  await expect(card(page, 'Contact Information')).toContainText('1 Harbor Lane')
  expect(await api.readClient(id)).toMatchObject({ address: '1 Harbor Lane' })
})

test('given no bff, when the back office is opened, then its frame shows and says so; once it is back, the screen comes by itself @full', async ({
  staff: page,
  bff,
  api,
  family,
}) => {
  const { id } = await api.addClient({ client_first_name: 'Ida', client_last_name: family })
  await page.goto(staffUrl('/admin/clients'))
  await expect(page.getByText(/^Showing|^\d+ clients?$/)).toBeVisible()
  await page.waitForLoadState('networkidle')
  await bff.stop()
  await page.goto(staffUrl(`/admin/clients/${id}`))
  await expect(page.getByRole('link', { name: 'Clients', exact: true })).toBeVisible()
  await expect(unreachable(page)).toBeVisible()
  await bff.start()

  await expect(page.getByRole('heading', { name: `Ida ${family}` })).toBeVisible()
  await expect(unreachable(page)).toBeHidden()
})

test('given a client who fills a document in, when the bff is gone, then it is said, and what was typed is saved by itself @full', async ({
  visitor: page,
  bff,
  api,
  family,
}) => {
  const { session } = await addFillableDocument(api, family, [placedField('Phone', 652)])
  await openFillableDocument(page, session, family)
  const field = page.getByRole('textbox', { name: 'Phone' })
  await expect(field).toBeVisible()
  await bff.stop()
  await field.fill('305 555 0147')
  await expect(disconnected(page)).toBeVisible()
  await expect(page.getByText('Not saved', { exact: true })).toBeVisible()
  await bff.start()

  await expect(disconnected(page)).toBeHidden()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
})

test('given no bff, when the portal is opened with an open session, then it says so; once it is back, the documents come by themselves @full', async ({
  phone: page,
  bff,
  api,
  family,
}) => {
  const { session } = await addFillableDocument(api, family, [])
  await enterPortal(page, session)
  await openDocumentsAgain(page)
  await bff.stop()
  await page.reload()
  await expect(disconnected(page)).toBeVisible()
  await bff.start()

  await expect(page.getByRole('link', { name: new RegExp(`${family} application`) })).toBeVisible()
  await expect(disconnected(page)).toBeHidden()
})

test('given no bff, when a passcode is entered, then it is said and stays; once it is back, the same press opens the session @full', async ({
  phone: page,
  bff,
  api,
  family,
}) => {
  const { session } = await addFillableDocument(api, family, [])
  await page.goto(clientUrl(`/session/${session.session_code}`))
  await expect(page.getByRole('button', { name: 'Access My Session' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await bff.stop()
  await page.reload()
  await page.getByLabel('Passcode', { exact: true }).fill(session.passcode ?? '')
  await page.getByRole('button', { name: 'Access My Session' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByLabel('Passcode', { exact: true })).toHaveValue(session.passcode ?? '')
  await bff.start()

  await page.getByRole('button', { name: 'Access My Session' }).click()
  await expect(page.getByRole('link', { name: new RegExp(`${family} application`) })).toBeVisible()
})

test('given a bff that answers nothing, when the apps are opened, then both say that it takes long, give up, and try again when asked @full', async ({
  staff,
  phone,
  bff,
  api,
  family,
}) => {
  const { session, client } = await addFillableDocument(api, family, [])
  await enterPortal(phone, session)
  await openDocumentsAgain(phone)
  await openClient(staff, client.id)
  bff.hang()
  await Promise.all([waitInVain(staff, 'Loading client...'), waitInVain(phone, 'Loading documents...')])
  bff.resume()

  await expect(staff.getByRole('heading', { name: `Ida ${family}` })).toBeVisible()
  await expect(phone.getByRole('link', { name: new RegExp(`${family} application`) })).toBeVisible()
})
