import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'

/** What HTML CodeSniffer says of one element. */
interface Message {
  readonly type: number
  readonly code: string
  readonly msg: string
  readonly element: Element
}

interface CodeSniffer {
  process(standard: string, content: Element | Document, done: () => void): void
  getMessages(): readonly Message[]
}

declare global {
  interface Window {
    readonly HTMLCS: CodeSniffer
  }
}

const source = readFileSync(fileURLToPath(import.meta.resolve('html_codesniffer/build/HTMLCS.js')), 'utf8')

/**
 * The errors that HTML CodeSniffer finds by WCAG 2 AA, each with the element it is about.
 * A text field whose autocomplete says what it takes needs its type written out: without it the sniffer fails.
 * @param part where to look, `html` for the whole page
 */
export async function htmlCodeSnifferErrors(page: Page, part: string): Promise<string[]> {
  // Evaluated by the driver, since the page's Content-Security-Policy blocks other scripts.
  if (!(await page.evaluate(() => 'HTMLCS' in window))) await page.evaluate(source)
  return page.evaluate(async (selector) => {
    const content = selector === 'html' ? document : document.querySelector(selector)
    if (content === null) return [`There is no ${selector}.`]
    // It calls getElementById on the given element, and only a document has that method.
    if (content !== document) Object.assign(content, { getElementById: (id: string) => document.getElementById(id) })
    await new Promise<void>((resolve) => window.HTMLCS.process('WCAG2AA', content, resolve))
    const error = 1
    return window.HTMLCS.getMessages()
      .filter(({ type }) => type === error)
      .map(({ code, msg, element }) => `${code}: ${msg} ${element.outerHTML?.slice(0, 200)}`)
  }, part)
}
