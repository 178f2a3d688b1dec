import type { Page } from '@playwright/test'
import { expect } from '../browser/fixtures.ts'
import { axeViolations } from './axe.ts'
import { htmlCodeSnifferErrors } from './html-code-sniffer.ts'

/**
 * Expects no violation by axe or HTML CodeSniffer, at desktop and phone width, in light and dark.
 * @param part a selector, such as of an open dialog; the whole page by default
 */
export async function expectAccessible(page: Page, what: string, part = 'html'): Promise<void> {
  const size = page.viewportSize()
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      // Dark differs from light in its colours alone.
      const found = await axeViolations(page, part, colorScheme === 'dark' ? ['color-contrast'] : [])
      expect.soft(found, `axe: ${what}, ${width} px, ${colorScheme}`).toEqual([])
      const errors = await htmlCodeSnifferErrors(page, part)
      expect.soft(errors, `HTML CodeSniffer: ${what}, ${width} px, ${colorScheme}`).toEqual([])
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  if (size !== null) await page.setViewportSize(size)
}
