import type { Page } from '@playwright/test'
import { expect } from '../browser/fixtures.ts'

const soft = expect.configure({ soft: true })

/** Expects no sideways scrolling of the page, a table, an open dialog or a bar of the reader (WCAG 1.4.10). */
export async function expectNoSidewaysScrolling(page: Page, what: string): Promise<void> {
  const wider = () =>
    page.evaluate(() =>
      [
        document.documentElement,
        ...document.querySelectorAll(
          '[role=dialog], [role=dialog] > *, .table-wrap, [data-reader-bar], [data-field-sheet]',
        ),
      ]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .map((element) => `${element.tagName} ${element.className}: ${element.scrollWidth} in ${element.clientWidth}`),
    )
  await soft.poll(wider, what).toEqual([])
}

/** Words outside the pages of a document that stand on two lines, and controls that begin or end outside the window. */
function brokenWords(): string[] {
  const isShown = (element: Element | null) =>
    element?.checkVisibility({ visibilityProperty: true, opacityProperty: true }) === true &&
    !element.closest('.visually-hidden, option, [data-pdf-scroller] section:not([data-page-text])')
  const cut = [...document.querySelectorAll('button, a[href], input, textarea')].filter((control) => {
    const { left, right, width } = control.getBoundingClientRect()
    return isShown(control) && width > 2 && (left < -1 || right > innerWidth + 1)
  })
  const broken: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (!isShown(text.parentElement)) continue
    // Addresses of mail and of the web are no words: they have no length that would fit.
    for (const { 0: word, index } of (text.textContent ?? '').matchAll(
      /(?<![.@\p{L}\p{N}])\p{L}+(?!\p{N}|[.@]\p{L})/gu,
    )) {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => top))
      if (lines.size > 1) broken.push(word)
    }
  }
  return [...broken, ...cut.map((control) => `cut: ${control.ariaLabel ?? control.textContent}`)]
}

/** Expects that no word is broken inside, and that no control is cut at the side of the window. */
export async function expectWholeWords(page: Page, what: string): Promise<void> {
  await soft.poll(() => page.evaluate(brokenWords), `${what}: broken`).toEqual([])
}
