import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** More tab stops than any screen has. */
const most = 120

/** Presses a key, Tab by default, until an element has the focus. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  await expect(target).toBeEnabled()
  for (let pressed = 0; pressed < most; pressed += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
}

/** Whether an element, or something in it, has the focus. */
export const containsFocus = (surface: Locator): Promise<boolean> =>
  surface.evaluate((element) => element.contains(document.activeElement))
