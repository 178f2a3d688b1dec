import { expect, type Locator } from '@playwright/test'

/** Waits until a button is there and not busy. */
export async function waitForButton(button: Locator): Promise<void> {
  await expect(button).toHaveAttribute('data-state', 'idle')
}

/** Presses a button of a page that has just been opened. */
export async function pressButton(button: Locator): Promise<void> {
  await waitForButton(button)
  await button.click()
}
