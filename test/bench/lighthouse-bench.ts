import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SessionListItem } from '@agency/contract/sessions'
import { chromium, type Page } from 'playwright'
import { buildParts } from '../../scripts/build.ts'
import { findChromium } from '../../scripts/find-chromium.ts'
import { freePort, type Product, startProduct } from '../../scripts/product.ts'
import type { BenchOptions } from './core-bench.ts'
import { logInAtBff, logInOnPage, password } from './services.ts'
import { median, say, showTable } from './table.ts'

/** What one run of Lighthouse tells, as far as the bench reads it. */
interface Report {
  categories: Record<'performance' | 'accessibility' | 'best-practices', { score: number }>
  audits: Record<string, { score: number | null; title: string; numericValue?: number }>
}

interface Screen {
  name: string
  url: string
  /** Others are opened by a browser that is logged in and has been there before. */
  isFirstVisit: boolean
}

const measures = [
  ['first-contentful-paint', 'FCP ms'],
  ['largest-contentful-paint', 'LCP ms'],
  ['total-blocking-time', 'blocked ms'],
  ['cumulative-layout-shift', 'shift'],
] as const

/** Lighthouse is not a dependency: it has 200 packages. @returns its program, in the folder that LIGHTHOUSE names */
function findLighthouse(): string {
  const folder = process.env.LIGHTHOUSE
  if (!folder) throw new Error('Set LIGHTHOUSE to a folder with lighthouse in its node_modules (test/bench/README.md).')
  return createRequire(join(folder, 'package.json')).resolve('lighthouse/cli/index.js')
}

/** Runs Lighthouse in the browser behind a port, and reads its report. @throws with what it wrote when it failed */
function audit(program: string, folder: string, port: number, { url, isFirstVisit }: Screen, preset: string): Report {
  const output = join(folder, 'report.json')
  const args = [program, url, `--port=${port}`, '--output=json', `--output-path=${output}`, '--quiet']
  args.push('--only-categories=performance,accessibility,best-practices')
  if (preset === 'desktop') args.push('--preset=desktop')
  if (!isFirstVisit) args.push('--disable-storage-reset')
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`Lighthouse failed:\n${stderr}`)
  return JSON.parse(readFileSync(output, 'utf8'))
}

/** The client whose session has documents, and that session, in the demo data. */
async function findScreens({ staffUrl, bffUrl }: Product): Promise<[Screen, ...Screen[]]> {
  const headers = await logInAtBff(bffUrl)
  const answer = await fetch(`${bffUrl}/admin/_api/sessions?limit=1`, { headers })
  const [session]: SessionListItem[] = await answer.json()
  if (!session) throw new Error('The demo data has no session.')
  const at = (path: string) => `${staffUrl}/admin${path}`
  return [
    { name: 'login', url: at('/login'), isFirstVisit: true },
    { name: 'list', url: at('/clients'), isFirstVisit: false },
    { name: 'record', url: at(`/clients/${session.client_id}`), isFirstVisit: false },
    { name: 'session', url: at(`/clients/${session.client_id}/sessions/${session.session_code}`), isFirstVisit: false },
  ]
}

function rowOf(name: string, preset: string, reports: readonly Report[]): (string | number)[] {
  const scores = (category: keyof Report['categories']) =>
    Math.round(median(reports.map(({ categories }) => categories[category].score)) * 100)
  const values = measures.map(([id]) => {
    const value = median(reports.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN))
    return id === 'cumulative-layout-shift' ? value.toFixed(3) : value.toFixed(0)
  })
  return [name, preset, scores('performance'), scores('accessibility'), scores('best-practices'), ...values]
}

/** What Lighthouse found wrong besides speed. */
function sayFindings({ audits }: Report): void {
  for (const [id, { score, title }] of Object.entries(audits))
    if (score !== null && score < 0.9) say(`  ${id}: ${title} (${Math.round(score * 100)})`)
}

/** Starts a browser of its own process: Lighthouse does not share one with Playwright. */
async function startBrowser(folder: string, port: number): Promise<ChildProcess> {
  const args = [`--remote-debugging-port=${port}`, `--user-data-dir=${folder}`]
  const quiet = ['--no-first-run', '--disable-background-networking', '--disable-component-update']
  const child = spawn(findChromium() ?? chromium.executablePath(), [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    ...quiet,
    ...args,
  ])
  for await (const written of child.stderr) if (String(written).includes('DevTools listening')) break
  return child
}

/** Runs an action on a page of the browser behind a port. */
async function onPage(port: number, act: (page: Page) => Promise<unknown>): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const page = await browser.contexts()[0]?.newPage()
  if (!page) throw new Error('The browser has no context.')
  await act(page)
  await page.close()
  await browser.close()
}

/** Lighthouse's scores of the office's main screens, on its phone and its desktop. */
export async function benchLighthouse({ rounds, only }: BenchOptions): Promise<void> {
  const program = findLighthouse()
  buildParts()
  const folder = mkdtempSync(join(tmpdir(), 'lighthouse-bench-'))
  const limits = { RECORD_READS_ALERT: '0', RECORD_READS_LIMIT: '0', STAFF_MFA: 'off' }
  const environment = { ADMIN_PASSWORD: password, DEMO: 'true', ...limits }
  const product = await startProduct({ dataDirectory: join(folder, 'data'), port: 0, environment })
  const port = await freePort()
  const browser = await startBrowser(join(folder, 'profile'), port)
  const rows: (string | number)[][] = []
  try {
    const [login, ...screens] = await findScreens(product)
    const auditScreen = (screen: Screen) => {
      for (const preset of ['mobile', 'desktop']) {
        const reports = Array.from({ length: rounds }, () => audit(program, folder, port, screen, preset))
        rows.push(rowOf(screen.name, preset, reports))
        say(`${rows.at(-1)?.join(' · ')}`)
        if (reports[0]) sayFindings(reports[0])
      }
    }
    // It empties the browser, and so comes before anyone is logged in.
    if (login.name.includes(only)) auditScreen(login)
    await onPage(port, (page) => logInOnPage(page, product.staffUrl))
    for (const screen of screens.filter(({ name }) => name.includes(only))) {
      await onPage(port, (page) => page.goto(screen.url, { waitUntil: 'networkidle' }))
      auditScreen(screen)
    }
  } finally {
    const ended = once(browser, 'exit')
    browser.kill()
    await ended
    await product.stop()
    rmSync(folder, { recursive: true })
  }
  const heads = [
    'screen',
    'device',
    'performance',
    'accessibility',
    'best practices',
    ...measures.map(([, head]) => head),
  ]
  showTable(`Lighthouse, median of ${rounds}`, heads, rows)
}
