import { expect, type Locator, type Page } from '@playwright/test'
import { firstPassword } from '../product/owner-account.ts'
import { credentials, staffUrl } from '../product/product-address.ts'
import { pdfCheck } from './pdf-check.ts'
import { waitForButton } from './press-button.ts'

/** Types values into fields one after the other, from the one that has the focus. */
async function typeFields(page: Page, values: readonly string[]): Promise<void> {
  for (const [index, value] of values.entries()) {
    if (index > 0) await page.keyboard.press('Tab')
    await page.keyboard.type(value)
  }
}

/** Logs in for the first time, by Enter, and gives the account its name. Two presses. */
export async function openOffice(page: Page): Promise<void> {
  await page.goto(staffUrl('/admin/login'))
  await page.getByLabel('Username').focus()
  await waitForButton(page.getByRole('button', { name: 'Login', exact: true }))
  await typeFields(page, [credentials.username, firstPassword])
  await page.keyboard.press('Enter')
  const setup = page.getByRole('dialog', { name: 'Set up your account' })
  await expect(setup.getByLabel('First Name')).toBeFocused()
  await typeFields(page, ['Dana', 'Reyes', 'dana@example.com', credentials.password])
  await setup.getByRole('button', { name: 'Save' }).click()
  await expect(setup).toBeHidden()
}

/** Adds a client in the open dialog, whose record opens, and starts a session, whose page opens. Two presses. */
export async function startFirstSession(page: Page): Promise<void> {
  const adding = page.getByRole('dialog', { name: 'Add Client' })
  await expect(adding.getByLabel('First Name')).toBeFocused()
  await typeFields(page, ['Ida', 'Lima', 'ida@example.com'])
  await adding.getByRole('button', { name: 'Save and start session' }).click()
  await page.getByRole('dialog', { name: 'Start New Session' }).getByRole('button', { name: 'Start Session' }).click()
  await expect(page.getByText('No documents linked yet.')).toBeVisible()
}

/**
 * Attaches a PDF of one's own to a session without documents, with a signature on its first page. Five presses, one of them
 * in the browser's file dialog.
 */
export async function attachOwnPdf(page: Page, file: string): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload a PDF' }).click()
  await (await choosing).setFiles(file)
  const created = page.getByRole('dialog', { name: 'Create New Document' })
  await expect(created.getByLabel('Title')).not.toHaveValue('')
  await placeSignature(page, created)
  await expect(page.getByText('0 of 1 signed')).toBeVisible()
}

/** Goes on from a dialog with a new PDF to the editor of its fields, and places a signature. Three presses. */
export async function placeSignature(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Continue to fields' }).click()
  const placing = page.getByRole('dialog', { name: 'Place Fields' })
  await expect(placing.getByRole('button', { name: 'Signature', pressed: true })).toBeVisible(pdfCheck)
  await placing.getByRole('img', { name: /^Page 1 of / }).click({ position: { x: 120, y: 300 }, force: true })
  await placing.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toBeHidden(pdfCheck)
}
