import type { Locator, Page } from '@playwright/test'

/** Draws two strokes with the mouse on the pad of a signature. */
export async function drawStrokes(page: Page, pad: Locator): Promise<void> {
  const box = await pad.boundingBox()
  if (!box) throw new Error('The pad has no box.')
  await page.mouse.move(box.x + 20, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + 120, box.y + 60, { steps: 5 })
  await page.mouse.move(box.x + 200, box.y + 30, { steps: 5 })
  await page.mouse.up()
}
