import { expect, type Locator } from '@playwright/test'

/** Waits until shared-ui's button has replaced its placeholder, which loses a click if it is replaced meanwhile. */
export async function waitForButton(button: Locator): Promise<void> {
  await expect(button).toHaveAttribute('data-state', 'idle')
}

/** Presses a button of a page that has just been opened. */
export async function pressButton(button: Locator): Promise<void> {
  await waitForButton(button)
  await button.click()
}
