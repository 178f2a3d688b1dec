import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** More stops than any screen has. */
const most = 120

/** Presses a key, Tab if none is named, until something has the focus. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  await expect(target).toBeEnabled()
  for (let pressed = 0; pressed < most; pressed += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
}
