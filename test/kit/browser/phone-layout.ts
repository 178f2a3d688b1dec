import type { Locator, Page } from '@playwright/test'
import { expectNoSidewaysScrolling } from '../accessibility/reflow.ts'
import { expect } from './fixtures.ts'

/** The smallest height of the document at 375 × 667, in CSS pixels. */
const leastDocument = 480

export const heightOf = (place: Locator): Promise<number> =>
  place.evaluate((element) => element.getBoundingClientRect().height)

/** Controls whose middle is in view but belongs to something else, such as a bar that lies over them. */
function coveredControls(): string[] {
  const controls = [...document.querySelectorAll<HTMLElement>('button, a[href], input, textarea, [role=img]')]
  const isOver = (top: Element | null, control: Element) =>
    top !== null && (control.contains(top) || top.contains(control) || control.closest('label')?.contains(top))
  return controls
    .filter((control) => {
      const box = control.getBoundingClientRect()
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
      const modal = document.querySelector('[role=dialog], [role=alertdialog]')
      if (!control.checkVisibility({ visibilityProperty: true })) return false
      if (box.width < 2 || box.height < 2 || (modal && !modal.contains(control))) return false
      // What a scrolling area cuts off is reached by scrolling.
      for (let area = control.parentElement; area; area = area.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(area)
        if (overflowX === 'visible' && overflowY === 'visible') continue
        const { left, right, top, bottom } = area.getBoundingClientRect()
        if (x < left || x > right || y < top || y > bottom - 1) return false
      }
      if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return false
      return !isOver(document.elementFromPoint(x, y), control)
    })
    .map((control) => control.getAttribute('aria-label') ?? control.textContent ?? control.outerHTML.slice(0, 80))
}

/** Buttons and links of the screen, without those on the paper, whose text is wider or higher than they are. */
function cutTexts(): string[] {
  return [...document.querySelectorAll<HTMLElement>('button, a[href]')]
    .filter((control) => {
      const box = control.getBoundingClientRect()
      if (box.width < 2 || control.closest('[data-pdf-scroller] section') || control.textContent === '') return false
      const range = document.createRange()
      range.selectNodeContents(control)
      const words = range.getBoundingClientRect()
      const isCut = control.scrollWidth > control.clientWidth + 1 && getComputedStyle(control).display !== 'inline'
      return isCut || words.left < box.left - 1 || words.right > box.right + 1 || words.bottom > box.bottom + 2
    })
    .map((control) => control.textContent ?? '')
}

/** Names at the top of the screen that do not have the room of their words. At 320 px, that of the agency may be cut. */
function cutNames(): string[] {
  const agency = innerWidth < 375 ? '' : '[data-portal-header] > div > span:first-of-type, '
  return [...document.querySelectorAll<HTMLElement>(`${agency}h1`)]
    .filter((name) => name.checkVisibility({ visibilityProperty: true }))
    .filter((name) => name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 2)
    .map((name) => name.textContent ?? '')
}

const soft = expect.configure({ soft: true })

/** Expects that a phone's screen scrolls in one direction alone, and that nothing on it is covered or cut. */
export async function expectPhoneLayout(page: Page, what: string): Promise<void> {
  await expectNoSidewaysScrolling(page, what)
  await soft.poll(() => page.evaluate(coveredControls), `${what}: covered`).toEqual([])
  await soft.poll(() => page.evaluate(cutTexts), `${what}: cut`).toEqual([])
  await soft.poll(() => page.evaluate(cutNames), `${what}: cut at the top`).toEqual([])
}

/** Expects of the reader that enough of the document is visible, and of the whole screen what `expectPhoneLayout` does. */
export async function expectReaderLayout(page: Page, what: string): Promise<void> {
  await expectPhoneLayout(page, what)
  const pages = page.locator('[data-pdf-scroller]').first()
  const size = page.viewportSize()
  // Higher or lower phones have more or less of it; on the narrowest, texts take one more line.
  const least = leastDocument + (size?.height ?? 667) - 667 - ((size?.width ?? 375) < 375 ? 20 : 0)
  await soft.poll(() => heightOf(pages), `${what}: height of the document`).toBeGreaterThanOrEqual(least)
  const bar = page.locator('[data-reader-bar]')
  await soft.poll(() => heightOf(bar), `${what}: height of the bar`).toBeLessThanOrEqual(64)
}
