import { expect, type Locator, type Page } from '@playwright/test'

/** Waits for an alert, with this text if given, and presses OK. */
export async function readAlert(page: Page, words?: string | RegExp): Promise<void> {
  const alert = page.getByRole('alertdialog', words === undefined ? {} : { name: words })
  await alert.getByRole('button', { name: 'OK' }).click()
}

/** Cancels a changed dialog, agrees to discard the changes, and waits until it is closed. */
export async function discardEdit(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const question = dialog.page().getByRole('alertdialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
}
