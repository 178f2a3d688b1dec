import { expect, type Page } from '@playwright/test'
import { firstPassword } from '../product/owner-account.ts'
import { credentials, staffUrl } from '../product/product-address.ts'
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

/** Adds a client, whose record opens, and starts a session, whose page opens. Five presses. */
export async function startFirstSession(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await page.getByRole('button', { name: '+ client' }).click()
  const adding = page.getByRole('dialog', { name: 'Add Client' })
  await expect(adding.getByLabel('First Name')).toBeFocused()
  await typeFields(page, ['Ida', 'Lima', 'ida@example.com'])
  await adding.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Ida Lima', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Start New Session' }).click()
  await page.getByRole('dialog', { name: 'Start New Session' }).getByRole('button', { name: 'Start Session' }).click()
  await expect(page.getByText('No documents linked yet.')).toBeVisible()
}

/** Attaches a PDF of one's own to the session. Four presses, one of them in the browser's file dialog. */
export async function attachOwnPdf(page: Page, file: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Document' }).click()
  const picker = page.getByRole('dialog', { name: 'Add Document' })
  const choosing = page.waitForEvent('filechooser')
  await picker.getByRole('button', { name: 'Upload a PDF' }).click()
  await (await choosing).setFiles(file)
  const created = page.getByRole('dialog', { name: 'Create New Document' })
  await expect(created.getByLabel('Title')).not.toHaveValue('')
  await created.getByRole('button', { name: 'Save' }).click()
  await expect(created).toBeHidden()
  await expect(page.getByText('0 of 1 signed')).toBeVisible()
}
