import { type Browser, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import { openStaffApi, type StaffApi } from '../api/staff-api.ts'
import { startOwnProduct } from '../product/own-product.ts'
import { agency, credentials, staffUrl } from '../product/product-address.ts'
import type { StartedProduct } from '../product/started-product.ts'

export { expect }

/** Errors that pages report. A test fails on one that it does not expect, and on an expected one that is missing. */
class Problems {
  readonly #seen: string[] = []
  readonly #expected: RegExp[] = []

  watch(page: Page) {
    page.on('pageerror', (error) => this.#seen.push(error.message))
    page.on('console', (message) => {
      // The browser itself logs each failed request; the page handles it.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        this.#seen.push(message.text())
    })
  }

  /** Expects an error that the product logs on purpose in the browser's console. */
  expect(pattern: RegExp) {
    this.#expected.push(pattern)
  }

  check() {
    const unexpected = this.#seen.filter((problem) => !this.#expected.some((pattern) => pattern.test(problem)))
    const missing = this.#expected.filter((pattern) => !this.#seen.some((problem) => pattern.test(problem)))
    expect({ unexpected, missing }).toEqual({ unexpected: [], missing: [] })
  }
}

const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }
const pocket: BrowserContextOptions = {
  viewport: { width: 375, height: 740 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
}

async function usePage(
  browser: Browser,
  options: BrowserContextOptions,
  problems: Problems,
  use: (page: Page) => Promise<void>,
) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  problems.watch(page)
  await use(page)
  await context.close()
}

interface Fixtures {
  /** A desktop page, not logged in. */
  visitor: Page
  /** A desktop page, logged in as the first admin. */
  staff: Page
  /** A page of a phone, not logged in. */
  phone: Page
  problems: Problems
  /** A last name that no other test uses. */
  family: string
}

interface WorkerFixtures {
  /** Settings of both services, by their names, beside those that all browser tests have. Override it for a file. */
  productSettings: Record<string, string>
  /** The product of this worker, on a database of its own. */
  product: StartedProduct
  /** Starts what STAFF_URL and CLIENT_URL name: `product`, unless a file overrides it. */
  addresses: undefined
  api: StaffApi
}

/** What all browser tests start a product with. */
const settings = (): Record<string, string> => ({
  // As AD-06 says; the default is tested in core-api and with the API.
  ADMIN_MANAGEMENT: 'everyone',
  AGENCY_WEBSITE: `${process.env.WEBSITE_URL}`,
  SMTP_URL: `${process.env.TEST_SMTP_URL}`,
  MAIL_FROM: `${agency.name} <office@example.com>`,
  // All tests are one member of staff, who opens more records than a person does.
  RECORD_READS_ALERT: '0',
  REVEAL_ALERT: '0',
  REVEAL_ALERT_FACTOR: '0',
  RECORD_READS_LIMIT: '0',
})

/** Playwright's test, with a product for each worker, and pages that have storage of their own. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  productSettings: [async ({ browserName: _browser }, use) => use({}), { scope: 'worker' }],
  product: [
    async ({ productSettings }, use) => {
      const product = await startOwnProduct({ ...settings(), ...productSettings })
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
  addresses: [async ({ product: _product }, use) => use(undefined), { scope: 'worker' }],
  api: [async ({ addresses: _addresses }, use) => use(await openStaffApi()), { scope: 'worker' }],
  problems: async ({ browserName: _browser }, use) => {
    const problems = new Problems()
    await use(problems)
    problems.check()
  },
  // Letters alone: it can stand in a passcode and is one word for the search.
  family: async ({ browserName: _browser }, use, { testId }) => {
    const letters = [...testId.slice(-8)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)))
    await use(`F${letters.join('')}`)
  },
  visitor: ({ browser, problems, addresses: _addresses }, use) => usePage(browser, desktop, problems, use),
  staff: ({ browser, problems, api }, use) =>
    usePage(browser, { ...desktop, storageState: api.storageState() }, problems, use),
  phone: ({ browser, problems, addresses: _addresses }, use) => usePage(browser, pocket, problems, use),
})

/** Fills in the login screen, which the page is on, and sends it. */
export async function enterLogin(page: Page, { username, password } = credentials): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

/** Logs a staff member in through the login screen; the first admin, if nobody else is named. */
export async function logIn(page: Page, who = credentials): Promise<void> {
  await page.goto(staffUrl('/admin/login'))
  await enterLogin(page, who)
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
}

/** Puts a token, and nothing else of a login, into the browser's storage. */
export async function storeToken(page: Page, token: string): Promise<void> {
  await page.goto(staffUrl('/healthz'))
  await page.evaluate((stored) => localStorage.setItem('adminToken', stored), token)
}
