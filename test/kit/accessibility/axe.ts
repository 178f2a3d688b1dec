import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type Axe from 'axe-core'

declare global {
  interface Window {
    readonly axe: typeof Axe
  }
}

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** A rule that is broken, and the elements that break it. */
interface Violation {
  readonly id: string
  readonly nodes: readonly string[]
}

/** A choice of axe's rules, by their ids. */
interface AxeRules {
  readonly only?: readonly string[]
  readonly without?: readonly string[]
}

/**
 * What axe finds wrong on a page.
 * @param part where to look, `html` for the whole page
 * @param rules runs these rules only, or all rules except `without`; all of them by default
 */
export async function axeViolations(page: Page, part: string, rules: AxeRules = {}): Promise<Violation[]> {
  // Evaluated by the driver, since the page's Content-Security-Policy blocks other scripts.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(
    async ({ selector, only, without }) => {
      // Skips the list of passed rules and the preloading of style sheets, which these tests do not need.
      const options: Axe.RunOptions = { resultTypes: ['violations'], preload: false }
      if (only.length > 0) options.runOnly = only
      options.rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]))
      const { violations } = await window.axe.run(selector, options)
      return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))
    },
    { selector: part, only: [...(rules.only ?? [])], without: [...(rules.without ?? [])] },
  )
}
