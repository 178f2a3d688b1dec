import type { Page } from '@playwright/test'
import { expect } from '../browser/fixtures.ts'

/** Expects no sideways scrolling of the page, a table or an open dialog (WCAG 1.4.10). */
export async function expectNoSidewaysScrolling(page: Page, what: string): Promise<void> {
  const wider = () =>
    page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('[role=dialog], [role=dialog] > *, .table-wrap')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .map((element) => `${element.tagName} ${element.className}: ${element.scrollWidth} in ${element.clientWidth}`),
    )
  await expect.configure({ soft: true }).poll(wider, what).toEqual([])
}
