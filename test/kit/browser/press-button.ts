import { expect, type Locator } from '@playwright/test'

/**
 * Presses a button of a page that has just been opened, once shared-ui's button has replaced its placeholder. A
 * placeholder that is replaced during a click loses the click.
 */
export async function pressButton(button: Locator): Promise<void> {
  await expect(button).toHaveAttribute('data-state', 'idle')
  await button.click()
}
