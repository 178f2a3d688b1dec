import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright'
import { buildParts } from '../../scripts/build.ts'
import { root } from '../../scripts/repository.ts'
import { launch } from './browser.ts'
import type { BenchOptions } from './core-bench.ts'
import { type Dataset, preparePostgres } from './dataset.ts'
import { logInOnPage, Services } from './services.ts'
import { median, quantile, showTable } from './table.ts'
import { readTerms } from './terms.ts'

/** Every screen of the back office that its address alone leads to, by how it is known to have come. */
const screens: readonly [name: string, path: string, heading: string][] = [
  ['dashboard', '/admin/dashboard', 'Admin Dashboard'],
  ['list', '/admin/clients', 'Clients'],
  ['sessions', '/admin/sessions', 'Sessions'],
  ['forms', '/admin/forms', 'Forms'],
  ['admins', '/admin/manage', 'Manage Admins'],
  ['one admin', '/admin/admins/new', 'Add Admin'],
]

/** The file of a build that an address is answered with; undefined for what is made when it is asked for. */
function builtFile(address: string): string | undefined {
  const [, host, app, file] = /^\/(admin|session)\/(_ui\/)?(.*)$/.exec(new URL(address).pathname) ?? []
  const part = app ? 'shared-ui' : host === 'admin' ? 'admin-app' : 'portal-app'
  const path = join(root, part, 'dist', file ?? '')
  return file && existsSync(path) && statSync(path).isFile() ? path : undefined
}

/** Kilobytes of a script as it travels: compressed where that was worth it. */
function kilobytes(path: string, encoding: 'gz' | 'br'): number {
  const compressed = `${path}.${encoding}`
  return statSync(existsSync(compressed) ? compressed : path).size / 1000
}

/** Opens a screen with an empty cache and tells which scripts came. */
async function scriptsOf(browser: Browser, login: Login, url: string, heading: string): Promise<Set<string>> {
  const context = await browser.newContext({ storageState: login })
  const page = await context.newPage()
  const scripts = new Set<string>()
  page.on('response', (answer) => {
    const path = answer.request().resourceType() === 'script' ? builtFile(answer.url()) : undefined
    if (path) scripts.add(path)
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.getByRole('heading', { name: heading, exact: true }).first().waitFor()
  await context.close()
  return scripts
}

type Login = Awaited<ReturnType<BrowserContext['storageState']>>

async function measureScripts(browser: Browser, login: Login, url: string, clientId: string): Promise<void> {
  const nobody: Login = { cookies: [], origins: [] }
  const shell = await scriptsOf(browser, nobody, `${url}/admin/login`, 'Staff login')
  const rows: (string | number)[][] = []
  const add = (name: string, scripts: Iterable<string>) => {
    const paths = [...scripts]
    const sum = (encoding: 'gz' | 'br') => paths.reduce((all, path) => all + kilobytes(path, encoding), 0)
    rows.push([name, paths.length, sum('gz').toFixed(1), sum('br').toFixed(1)])
  }
  add('login: the shell, shared-ui included', shell)
  const record = ['record', `/admin/clients/${clientId}`, 'Personal Information'] as const
  for (const [name, path, heading] of [...screens, record]) {
    const scripts = await scriptsOf(browser, login, `${url}${path}`, heading)
    add(`${name}: beyond the shell`, scripts.difference(shell))
  }
  showTable('Scripts of the back office, empty cache', ['screen', 'files', 'kB gz', 'kB br'], rows)
}

interface Wanted {
  /** The event from which the time is counted. */
  event: 'keydown' | 'click'
  selector: string
  /** The search that the address must have. */
  q?: string
}

/** @returns milliseconds from the last such event until the frame that shows the element is painted */
function timeToPaint(page: Page, wanted: Wanted): Promise<number> {
  return page.evaluate(
    ({ event, selector, q }) =>
      new Promise<number>((resolve) => {
        let began = 0
        window.addEventListener(event, () => (began = performance.now()), { capture: true })
        const look = () => {
          const arrived = q === undefined || new URLSearchParams(location.search).get('q') === q
          if (began === 0 || !arrived || document.querySelector(selector) === null) return requestAnimationFrame(look)
          // This frame is painted before the next task.
          return setTimeout(() => resolve(performance.now() - began))
        }
        requestAnimationFrame(look)
      }),
    wanted,
  )
}

const listed = 'table[aria-busy=false] tbody tr'

/** Types a name with a key press every 80 ms. */
async function timeSearch(page: Page, name: string): Promise<number> {
  const box = page.getByRole('searchbox', { name: 'Search clients' })
  await box.fill('')
  await page.locator('table[aria-busy=false]').waitFor()
  await page.waitForURL((url) => !url.searchParams.has('q'))
  const painted = timeToPaint(page, { event: 'keydown', selector: listed, q: name })
  await box.pressSequentially(name, { delay: 80 })
  return painted
}

/** Points at rows for 300 ms, as a person does, and opens them. */
async function measureRecords(browser: Browser, login: Login, url: string): Promise<void> {
  const context = await browser.newContext({ storageState: login })
  const page = await context.newPage()
  await page.goto(`${url}/admin/clients`)
  const times: number[] = []
  for (let row = 0; row < 20; row += 1) {
    const link = page.locator(listed).nth(row).getByRole('link')
    await link.hover()
    await page.waitForTimeout(300)
    const painted = timeToPaint(page, { event: 'click', selector: '#section-personal' })
    await link.click()
    times.push(await painted)
    await page.goBack()
  }
  await context.close()
  const rows = [[times.length, median(times).toFixed(0), quantile(times, 0.95).toFixed(0)]]
  showTable('Press on a row to the painted record', ['records', 'median ms', 'p95 ms'], rows)
}

async function measureSearch(browser: Browser, login: Login, url: string, dataset: Dataset, clients: number) {
  const { lastNames } = await readTerms(dataset)
  const context = await browser.newContext({ storageState: login })
  const page = await context.newPage()
  await page.goto(`${url}/admin/clients`)
  await page.locator('table[aria-busy=false]').waitFor()
  const rows: (string | number)[][] = []
  for (const letters of [2, 4, 6]) {
    const names = lastNames.filter((name) => name.length >= letters).slice(0, 20)
    const times: number[] = []
    for (const name of names) times.push(await timeSearch(page, name.slice(0, letters)))
    rows.push([letters, times.length, median(times).toFixed(0), quantile(times, 0.95).toFixed(0)])
  }
  await context.close()
  const columns = ['letters', 'searches', 'median ms', 'p95 ms']
  showTable(`Last key press to painted rows, ${clients} clients, the 200 ms of rest included`, columns, rows)
}

/** What the back office weighs, screen by screen, and how long a search and a record take until they are seen. */
export async function benchPages({ clients }: BenchOptions): Promise<void> {
  buildParts()
  const dataset = await preparePostgres(clients)
  const services = new Services(dataset)
  const browser = await launch()
  try {
    const core = await services.startCore()
    const { url } = await services.startBff(core.url, { SERVE_APPS: 'true' })
    const { ids } = await readTerms(dataset)
    const page = await browser.newPage()
    await logInOnPage(page, url)
    const login = await page.context().storageState()
    await measureScripts(browser, login, url, ids[0] ?? '')
    await measureSearch(browser, login, url, dataset, clients)
    await measureRecords(browser, login, url)
  } finally {
    await browser.close()
    await services.stop()
    await dataset.remove()
  }
}
