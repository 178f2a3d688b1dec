import type { Page } from '@playwright/test'

/** Lets a page use the clipboard. @returns a function that reads it */
export async function allowClipboard(page: Page): Promise<() => Promise<string>> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  return () => page.evaluate(() => navigator.clipboard.readText())
}
