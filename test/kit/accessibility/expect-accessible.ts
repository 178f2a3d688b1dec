import type { Page } from '@playwright/test'
import { expect } from '../browser/fixtures.ts'
import { axeViolations } from './axe.ts'
import { htmlCodeSnifferErrors } from './html-code-sniffer.ts'

/**
 * Expects that axe finds no violation at the size and in the theme that the page has.
 * The contrast of colours is excluded: shared-ui tests its tokens.
 * With `AUDIT=matrix` in the environment, audits by `expectAccessibleEverywhere`.
 * @param name of the screen or dialog, as in `audited-screens.ts`; any text in a test with `@full` in its title
 * @param part a selector, such as of a dialog, which is waited for; by default the whole page, whose heading is
 */
export async function expectAccessible(page: Page, name: string, part = 'html'): Promise<void> {
  // Each screen has one; what shows while a screen loads has none.
  await expect(page.locator(part === 'html' ? 'h1' : part).first()).toBeVisible()
  if (process.env.AUDIT === 'matrix') return expectAccessibleEverywhere(page, name, part)
  expect.soft(await axeViolations(page, part, { without: ['color-contrast'] }), `axe: ${name}`).toEqual([])
}

/** Expects no violation by axe or HTML CodeSniffer, at desktop and phone width, in light and dark. */
async function expectAccessibleEverywhere(page: Page, name: string, part: string): Promise<void> {
  const size = page.viewportSize()
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      // Dark differs from light in its colours alone.
      const found = await axeViolations(page, part, colorScheme === 'dark' ? { only: ['color-contrast'] } : {})
      expect.soft(found, `axe: ${name}, ${width} px, ${colorScheme}`).toEqual([])
      const errors = await htmlCodeSnifferErrors(page, part)
      expect.soft(errors, `HTML CodeSniffer: ${name}, ${width} px, ${colorScheme}`).toEqual([])
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  if (size !== null) await page.setViewportSize(size)
}
