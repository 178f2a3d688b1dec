import { addFillableDocument } from '@agency/test-kit/browser/fillable-document'
import { expect, logIn, test } from '@agency/test-kit/browser/fixtures'
import { consent, enterPortal, openDecline, sign } from '@agency/test-kit/browser/portal-pages'
import { card, openDialog, save } from '@agency/test-kit/browser/record-cards'
import { failSharedUi, type SharedUiFault, sharedUiFaults } from '@agency/test-kit/product/shared-ui-faults'
import type { Page } from '@playwright/test'

async function findClient(page: Page, family: string): Promise<void> {
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await page.getByRole('searchbox').fill(family)
  await page
    .getByRole('row', { name: `Ida ${family}` })
    .getByRole('link')
    .first()
    .click()
  await expect(page.getByRole('heading', { name: `Ida ${family}` })).toBeVisible()
}

async function changeAddress(page: Page): Promise<void> {
  const dialog = await openDialog(page, 'Edit Contact Information')
  await dialog.getByLabel('Address', { exact: true }).fill('1 Harbor Lane')
  await save(dialog)
  await expect(card(page, 'Contact Information')).toContainText('1 Harbor Lane')
}

/** Both editors of the dialog say that they are missing, and come when they are asked for again. */
async function recoverEditors(page: Page, { editor }: SharedUiFault, end: () => Promise<void>): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Edit Notes' })
  const retry = dialog.getByRole('button', { name: 'Try again' })
  await expect(retry).toHaveCount(2)
  await expect(dialog.getByText('A part of this page could not be loaded.')).toHaveCount(2)
  if (editor === 'when back') {
    await retry.first().click()
    await expect(retry, 'while it still fails').toHaveCount(2)
  }
  if (editor !== 'plain') await end()
  await retry.last().click()
  await expect(dialog.getByRole('textbox', { name: 'Notes 2', exact: true })).toBeVisible()
  await retry.click()
}

for (const fault of sharedUiFaults) {
  // The unit tests of shared-ui/host have each of them in process.
  test(`given a shared-ui that ${fault.name}, when staff log in, edit and write notes, then all of it works @full`, async ({
    visitor: page,
    api,
    family,
    problems,
  }) => {
    if (fault.editor !== 'at once') problems.expect(/shared-ui could not be loaded/)
    const { id } = await api.addClient({ client_first_name: 'Ida', client_last_name: family })
    const failing = await failSharedUi(page, fault)
    await logIn(page)
    await findClient(page, family)
    await changeAddress(page)

    const dialog = await openDialog(page, 'Edit Notes')
    if (fault.editor !== 'at once') await recoverEditors(page, fault, failing.end)
    const text = dialog.getByRole('textbox', { name: 'Notes', exact: true })
    await text.fill('Call back')
    await save(dialog)
    await expect(card(page, 'Notes')).toContainText('Call back')
    expect((await api.readClient(id)).notes).toBe('<p>Call back</p>')
    expect(failing.struck).toBeGreaterThan(0)
  })

  test(`given a shared-ui that ${fault.name}, when a client comes to sign, then the document is signed @full`, async ({
    phone: page,
    api,
    family,
  }) => {
    const { session } = await addFillableDocument(api, family, [])
    const failing = await failSharedUi(page, fault)
    await enterPortal(page, session)
    await page.getByRole('link', { name: new RegExp(`${family} application`) }).click()
    await consent(page)
    const dialog = await openDecline(page)
    await expect(dialog.getByLabel('Reason')).toBeFocused()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await sign(page)
    expect(failing.struck).toBeGreaterThan(0)
  })
}
