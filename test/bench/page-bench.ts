import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { buildParts } from '../../scripts/build.ts'
import { root } from '../../scripts/repository.ts'
import { type Login, launch } from './browser.ts'
import type { BenchOptions } from './core-bench.ts'
import { preparePostgres } from './dataset.ts'
import { logInOnPage, Services } from './services.ts'
import { median, quantile, showTable } from './table.ts'
import { readTerms } from './terms.ts'
import { measureTyping } from './typing.ts'

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

/** @returns milliseconds from the last click until the frame that shows the element is painted */
function timeToPaint(page: Page, selector: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        let began = 0
        window.addEventListener('click', ({ timeStamp }) => (began = timeStamp), { capture: true })
        const look = () => {
          if (began === 0 || document.querySelector(wanted) === null) return requestAnimationFrame(look)
          // This frame is painted before the next task.
          return setTimeout(() => resolve(performance.now() - began))
        }
        requestAnimationFrame(look)
      }),
    selector,
  )
}

const listed = 'table[aria-busy=false] tbody tr'

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
    const painted = timeToPaint(page, '#section-personal')
    await link.click()
    times.push(await painted)
    await page.goBack()
  }
  await context.close()
  const rows = [[times.length, median(times).toFixed(0), quantile(times, 0.95).toFixed(0)]]
  showTable('Press on a row to the painted record', ['records', 'median ms', 'p95 ms'], rows)
}

/** What the back office weighs, screen by screen, and how long a search and a record take until they are seen. */
export async function benchPages({ clients, only }: BenchOptions): Promise<void> {
  buildParts()
  const dataset = await preparePostgres(clients)
  const services = new Services(dataset)
  const browser = await launch()
  try {
    const core = await services.startCore()
    const { url } = await services.startBff(core.url, { SERVE_APPS: 'true' })
    const { ids, lastNames } = await readTerms(dataset)
    const page = await browser.newPage()
    await logInOnPage(page, url)
    const login = await page.context().storageState()
    if ('scripts'.includes(only)) await measureScripts(browser, login, url, ids[0] ?? '')
    if ('search'.includes(only)) await measureTyping(browser, login, url, lastNames)
    if ('records'.includes(only)) await measureRecords(browser, login, url)
  } finally {
    await browser.close()
    await services.stop()
    await dataset.remove()
  }
}
