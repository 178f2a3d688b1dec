import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SessionForm } from '@agency/contract/session-forms'
import type { SessionListItem } from '@agency/contract/sessions'
import { type Browser, chromium } from 'playwright'
import { buildParts } from '../../scripts/build.ts'
import { findChromium } from '../../scripts/find-chromium.ts'
import { type Product, startProduct } from '../../scripts/product.ts'
import { Meter, type Traffic } from './meter.ts'
import { median, showTable } from './table.ts'

const password = 'a password of the bench'
/** Of every client in the demo data. */
const passcode = 'harbor-4821'
const rounds = 5
interface Round {
  code: number
  documents: number
  firstPage: number
  onCode: Traffic
  onDocuments: Traffic
  onFirstPage: Traffic
}
interface Visited {
  readonly clientUrl: string
  readonly code: string
  readonly title: string
  /** Whether the client reads the list before tapping a document: what the list loads ahead has come. */
  readonly isRead: boolean
}

async function walk(browser: Browser, { clientUrl, code, title, isRead }: Visited): Promise<Round> {
  const context = await browser.newContext({ viewport: { width: 375, height: 740 }, isMobile: true, hasTouch: true })
  const page = await context.newPage()
  const meter = await Meter.watch(page)
  const timed = async (act: () => Promise<unknown>, seen: () => Promise<unknown>, isRead = true) => {
    const started = performance.now()
    await act()
    await seen()
    const time = performance.now() - started
    if (isRead) await meter.untilQuiet()
    return time
  }
  const first = await timed(
    () => page.goto(`${clientUrl}/session/${code}`, { waitUntil: 'commit' }),
    () => page.getByRole('textbox', { name: 'Passcode' }).waitFor(),
  )
  const onCode = meter.take()
  await page.getByRole('textbox', { name: 'Passcode' }).fill(passcode)
  const document = page.getByRole('link', { name: title })
  const documents = await timed(
    () => page.getByRole('button', { name: 'Access My Session' }).click(),
    () => document.waitFor(),
    isRead,
  )
  const onDocuments = meter.take()
  const firstPage = await timed(
    () => document.click(),
    async () => {
      const agree = page.getByRole('checkbox', { name: /agree to sign/ })
      const firstPage = page.getByRole('region', { name: /^Page 1 of/ })
      await agree.or(firstPage).first().waitFor()
      if (await agree.isVisible()) {
        await agree.check()
        await page.getByRole('button', { name: 'Continue' }).click()
      }
      await firstPage.locator('canvas').waitFor()
      await page.waitForFunction(hasInk)
    },
  )
  const onFirstPage = meter.take()
  await context.close()
  return { code: first, documents, firstPage, onCode, onDocuments, onFirstPage }
}

/** Whether something is drawn on the first page. */
function hasInk(): boolean {
  const canvas = document.querySelector('canvas')
  const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
  return pixels.some((value, n) => n % 4 === 0 && value < 128 && (pixels[n + 3] ?? 0) > 128)
}

/** The session of the demo data that waits with a document to fill in and sign. */
async function findSession({ staffUrl }: Product): Promise<{ code: string; title: string }> {
  const base = `${staffUrl.replace(/\/admin.*$/, '')}/admin/_api`
  const read = async (path: string, init: RequestInit = {}) => (await fetch(`${base}${path}`, init)).json()
  const { token } = await read('/admin/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  })
  const headers = { authorization: `Bearer ${token}` }
  const sessions: SessionListItem[] = await read('/sessions?limit=100', { headers })
  for (const { id, session_code: code } of sessions) {
    const { data }: { data: SessionForm[] } = await read(`/sessionforms/session/${id}`, { headers })
    const waiting = data.find(
      ({ type, status, requires_signature }) => type === 'PDF' && requires_signature && status === 'pending',
    )
    if (waiting?.title) return { code, title: waiting.title }
  }
  throw new Error('The demo data has no document that waits to be signed')
}

/** Starts a browser that does nothing on its own. */
async function launch(): Promise<Browser> {
  const executablePath = findChromium()
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu', ...quiet],
  })
}

/** What the client portal weighs, and how long its screens take on a slow phone. */
export async function benchPortal(): Promise<void> {
  buildParts()
  const dataDirectory = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  const environment = { ADMIN_PASSWORD: password, DEMO: 'true' }
  const product = await startProduct({ dataDirectory, port: 0, environment })
  const browser = await launch()
  try {
    const { code, title } = await findSession(product)
    const { clientUrl } = product
    const read: Round[] = []
    const hurried: Round[] = []
    // The two take turns. The first visit also consents, and is not counted.
    await walk(browser, { clientUrl, code, title, isRead: true })
    for (let round = 0; round < rounds; round += 1) {
      read.push(await walk(browser, { clientUrl, code, title, isRead: true }))
      hurried.push(await walk(browser, { clientUrl, code, title, isRead: false }))
    }
    show(read, hurried)
  } finally {
    await browser.close()
    await product.stop()
    rmSync(dataDirectory, { recursive: true })
  }
}

type Figure = (round: Round) => number

function show(read: Round[], hurried: Round[]): void {
  const row = (screen: string, walks: Round[], time: Figure, traffic: (round: Round) => Traffic) => {
    const middle = (of: (came: Traffic) => number) => median(walks.map((round) => of(traffic(round))))
    const kilobytes = (of: (came: Traffic) => number) => (middle(of) / 1000).toFixed(1)
    return [
      screen,
      middle(({ requests }) => requests),
      kilobytes(({ scripts }) => scripts),
      kilobytes(({ all }) => all),
      median(walks.map(time)).toFixed(0),
    ]
  }
  const code: Figure = (round) => round.code
  const documents: Figure = (round) => round.documents
  const firstPage: Figure = (round) => round.firstPage
  const onFirstPage = (round: Round) => round.onFirstPage
  showTable(
    'The client portal on a slow phone, empty cache',
    ['screen', 'requests', 'script kB', 'all kB', 'ms until it shows'],
    [
      row('passcode, the first screen', read, code, (round) => round.onCode),
      row('documents, with what is loaded ahead', read, documents, (round) => round.onDocuments),
      row('a PDF tapped later, its first page', read, firstPage, onFirstPage),
      row('a PDF tapped at once, its first page', hurried, firstPage, onFirstPage),
    ],
  )
}
