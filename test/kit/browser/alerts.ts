import type { Page } from '@playwright/test'

/** Waits for an alert, with this text if given, and presses OK. */
export async function readAlert(page: Page, words?: string | RegExp): Promise<void> {
  const alert = page.getByRole('alertdialog', words === undefined ? {} : { name: words })
  await alert.getByRole('button', { name: 'OK' }).click()
}
