import type { Browser, Page } from 'playwright'
import type { Login } from './browser.ts'
import { logInAtBff } from './services.ts'
import { median, quantile, showTable } from './table.ts'

/** What a page notes of the frames and calls after a key press. Times in milliseconds since then. */
interface Noted {
  /** When the call that the search needs left and was answered. */
  readonly asked: number
  readonly answered: number
  /** When the first frame with the rows of this answer was painted. */
  readonly painted: number
}

declare global {
  interface Window {
    /** The rows of each frame that has other rows than the frame before, and when it was painted. */
    paintedRows: { ids: string[]; at: number }[]
    /** When the last key was pressed. */
    pressed: number
  }
}

/** Notes from now on when keys are pressed, and which rows are painted when. */
function noteFrames(): void {
  window.paintedRows = []
  window.addEventListener('keydown', ({ timeStamp }) => (window.pressed = timeStamp), { capture: true })
  let last = ''
  const look = () => {
    const ids = Array.from(document.querySelectorAll('table tbody a'), ({ id }) => id)
    if (ids.join() !== last) {
      last = ids.join()
      // This frame is painted before the next task.
      setTimeout(() => window.paintedRows.push({ ids, at: performance.now() }))
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Waits for the frame that shows these rows: all of them, or at least those in sight. */
async function readNoted(page: Page, ids: readonly string[]): Promise<Noted> {
  const wanted = ids.map((id) => `client-${id}`)
  const found = await page.waitForFunction((rows) => {
    const inSight = Math.min(rows.length, 15)
    const frame = window.paintedRows.find(
      (one) => one.at > window.pressed && one.ids.length >= inSight && one.ids.every((id, place) => id === rows[place]),
    )
    const call = performance.getEntriesByType('resource').find(({ name }) => new URL(name).searchParams.has('q'))
    if (frame === undefined || !(call instanceof PerformanceResourceTiming)) return undefined
    const since = (time: number) => time - window.pressed
    return { asked: since(call.startTime), answered: since(call.responseEnd), painted: since(frame.at) }
  }, wanted)
  const noted = await found.jsonValue()
  if (noted === undefined) throw new Error('waitForFunction has returned without a value')
  return noted
}

/**
 * Types a name with a key press every 80 ms. The rows are compared with those of the answer: the address has the search
 * before the table is rendered for it, and the former rows stay until then.
 */
async function timeSearch(page: Page, name: string): Promise<Noted> {
  const box = page.getByRole('searchbox', { name: 'Search clients' })
  await box.fill('')
  await page.waitForURL((url) => !url.searchParams.has('q'))
  await page.locator('table[aria-busy=false]').waitFor()
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    performance.clearResourceTimings()
    window.paintedRows = []
  })
  const [request] = await Promise.all([
    page.waitForRequest((one) => new URL(one.url()).searchParams.get('q') === name),
    box.pressSequentially(name, { delay: 80 }),
  ])
  await page.waitForURL((url) => url.searchParams.get('q') === name)
  await page.locator('table[aria-busy=false]').waitFor()
  await page.waitForLoadState('networkidle')
  // Asked again when all is over, since the browser does not always keep the body.
  const again = await fetch(request.url(), { headers: await request.allHeaders() })
  const clients: { id: string }[] = await again.json()
  return readNoted(
    page,
    clients.map(({ id }) => id),
  )
}

/** Searches other names, since the first searches after a start are those of code that is not compiled yet. */
async function warmUp(url: string, names: readonly string[]): Promise<void> {
  const headers = await logInAtBff(url)
  for (const name of names) {
    for (const letters of [2, 4, 6]) {
      const search = new URLSearchParams({
        limit: '50',
        offset: '0',
        q: name.slice(0, letters),
        sort: 'client_last_name',
      })
      const answer = await fetch(`${url}/admin/_api/clients?${search}`, { headers })
      await answer.arrayBuffer()
    }
  }
}

/** From the last key press to the rows: when the server was asked, when it answered, and when its rows were painted. */
export async function measureTyping(browser: Browser, login: Login, url: string, names: readonly string[]) {
  await warmUp(url, names.slice(-100))
  const context = await browser.newContext({ storageState: login })
  const page = await context.newPage()
  await page.goto(`${url}/admin/clients`)
  await page.locator('table[aria-busy=false]').waitFor()
  await page.evaluate(noteFrames)
  const rows: (string | number)[][] = []
  for (const letters of [2, 4, 6]) {
    // A term that was searched before is in the cache of the page.
    const terms = new Set(names.filter((name) => name.length >= letters).map((name) => name.slice(0, letters)))
    const noted: Noted[] = []
    for (const term of [...terms].slice(0, 20)) noted.push(await timeSearch(page, term))
    const of = (key: keyof Noted) => noted.map((one) => one[key])
    const painted = of('painted')
    const times = [median(of('asked')), median(of('answered')), median(painted), quantile(painted, 0.95)]
    rows.push([letters, noted.length, ...times.map((time) => time.toFixed(0))])
  }
  await context.close()
  const columns = ['letters', 'searches', 'asked, median ms', 'answered', 'painted', 'painted, p95']
  showTable('From the last key press to the painted rows of its answer, the 200 ms of rest included', columns, rows)
}
