import { join } from 'node:path'
import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { credentials } from './start-product.ts'

export { expect }

/** A document that another program made: see core-api/test/pdfs. */
export const foreignPdf = join(import.meta.dirname, '../core-api/test/pdfs/libreoffice.pdf')

export const staffUrl = (path: string): string => `${process.env.STAFF_URL}${path}`
export const clientUrl = (path: string): string => `${process.env.CLIENT_URL}${path}`

/** Fails a test in which a page logged an error that the test did not name. */
function watch(page: Page, problems: string[]) {
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    // A refused request is the browser's own line; the pages answer it in their own way.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text())
  })
}

async function open(browser: Browser, options: Parameters<Browser['newContext']>[0], problems: string[]) {
  const context: BrowserContext = await browser.newContext(options)
  const page = await context.newPage()
  watch(page, problems)
  return { context, page }
}

/** `staff`: a desktop, not logged in. `phone`: a client's phone. Each with storage of its own. */
export const test = base.extend<{ staff: Page; phone: Page; problems: string[] }>({
  problems: async ({ browserName: _browser }, use) => {
    const problems: string[] = []
    await use(problems)
    expect(problems).toEqual([])
  },
  staff: async ({ browser, problems }, use) => {
    const { context, page } = await open(browser, { viewport: { width: 1280, height: 800 } }, problems)
    await use(page)
    await context.close()
  },
  phone: async ({ browser, problems }, use) => {
    const options = { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
    const { context, page } = await open(browser, options, problems)
    await use(page)
    await context.close()
  },
})

/** Logs the first admin in through the login screen. */
export async function logIn(page: Page): Promise<void> {
  await page.goto(staffUrl('/admin/login'))
  await page.getByLabel('Username').fill(credentials.username)
  await page.getByLabel('Password', { exact: true }).fill(credentials.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
}
