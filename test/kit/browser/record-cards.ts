import type { Locator, Page } from '@playwright/test'
import { staffUrl } from '../product/product-address.ts'
import { expect } from './fixtures.ts'
import { waitForButton } from './press-button.ts'

/** Opens a client's page with all its sections, and waits for its buttons. */
export async function openClient(page: Page, id: string): Promise<void> {
  await page.goto(staffUrl(`/admin/clients/${id}`))
  await waitForButton(page.getByRole('button', { name: 'Start New Session' }))
  await unfoldEmptySections(page)
}

/** Shows the sections of the record that have no value. */
export async function unfoldEmptySections(page: Page): Promise<void> {
  // The record is there, with its last section.
  await expect(page.getByRole('button', { name: 'More actions' })).toBeVisible()
  await expect(page.locator('[data-state="arriving"]')).toHaveCount(0)
  const toggle = page.getByRole('button', { name: /empty sections?$/, expanded: false })
  if ((await toggle.count()) > 0) await toggle.click()
}

/** Opens the audit trail of the client whose page is open. */
export async function openClientActivity(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Activity', exact: true }).click()
  return page.getByRole('dialog', { name: 'Activity' })
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
  await waitForButton(page.getByRole('button', { name: 'Start New Session' }))
  await unfoldEmptySections(page)
  await page.getByRole('button', { name: title, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: title, exact: true })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Saves a dialog and waits until it is closed. */
export async function save(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toBeHidden()
}
