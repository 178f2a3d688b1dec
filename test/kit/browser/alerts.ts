import type { Page } from '@playwright/test'

/** Reads an alert, by its words where they are known, and presses OK. */
export async function readAlert(page: Page, words?: string | RegExp): Promise<void> {
  const alert = page.getByRole('alertdialog', words === undefined ? {} : { name: words })
  await alert.getByRole('button', { name: 'OK' }).click()
}
