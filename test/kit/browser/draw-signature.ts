import type { Locator, Page } from '@playwright/test'
import { settledBox } from './settled-box.ts'

/** Draws two strokes with the mouse on the pad of a signature. */
export async function drawStrokes(page: Page, pad: Locator): Promise<void> {
  const box = await settledBox(pad)
  await page.mouse.move(box.x + 20, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + 120, box.y + 60, { steps: 5 })
  await page.mouse.move(box.x + 200, box.y + 30, { steps: 5 })
  await page.mouse.up()
}
