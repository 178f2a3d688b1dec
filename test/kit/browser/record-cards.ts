import type { Locator, Page } from '@playwright/test'
import { staffUrl } from '../product/product-address.ts'
import { expect } from './fixtures.ts'
import { pressButton, waitForButton } from './press-button.ts'

/** Opens a client's page, and waits until shared-ui's buttons have replaced their placeholders. */
export async function openClient(page: Page, id: string): Promise<void> {
  await page.goto(staffUrl(`/admin/clients/${id}`))
  await waitForButton(page.getByRole('button', { name: 'Activity' }))
}

export const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

/** The value that a card shows for a label; the first one if several parts have that label. */
export const shown = (where: Locator, label: string): Locator =>
  where
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd')

/** Opens one of the record's dialogs by its title. */
export async function openDialog(page: Page, title: string): Promise<Locator> {
  await pressButton(page.getByRole('button', { name: title, exact: true }))
  const dialog = page.getByRole('dialog', { name: title, exact: true })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Saves a dialog and waits until it is closed. */
export async function save(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toBeHidden()
}
