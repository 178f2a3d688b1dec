import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Builder, Capabilities, type WebDriver } from 'selenium-webdriver'
import { Command } from 'selenium-webdriver/lib/command.js'
import { findWebKit } from '../../scripts/find-engines.ts'
import { freePort } from '../../scripts/product.ts'
import { type Engine, type EngineOptions, phone } from './engine.ts'

async function stop(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return
  const ended = once(process, 'exit')
  process.kill('SIGTERM')
  await ended
}

/** Starts a display without a screen. @returns its name, such as `:1` */
async function startDisplay(program: string) {
  const args = ['-displayfd', '3', '-screen', '0', '1024x1024x24', '-nolisten', 'tcp']
  const server = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const number = server.stdio[3]
  if (!number) throw new Error('The display has no pipe for its number.')
  const [line] = await once(number, 'data')
  return { display: `:${String(line).trim()}`, server }
}

/** The home of the browser: where it saves files, and a toolbar that is narrower than a phone. */
function makeHome() {
  const home = mkdtempSync(join(tmpdir(), 'webkit-'))
  const downloads = join(home, 'downloads')
  const settings = join(home, '.config')
  mkdirSync(join(settings, 'gtk-3.0'), { recursive: true })
  mkdirSync(downloads)
  writeFileSync(join(settings, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`)
  const narrow = '* { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px; }\n'
  writeFileSync(join(settings, 'gtk-3.0', 'gtk.css'), narrow)
  return { home, downloads, settings }
}

const startTimeout = 60_000

/** Waits until the driver answers. @throws after a minute */
async function untilReady(url: string): Promise<void> {
  for (const deadline = Date.now() + startTimeout; Date.now() < deadline; await setTimeout(50)) {
    const answer = await fetch(`${url}/status`).catch(() => undefined)
    if (answer?.ok) return
  }
  throw new Error('WebKitWebDriver did not start in time.')
}

const answerTimeout = 5_000

/**
 * Where pages may not run script, the driver at times loses the answer of a call made just after a page opened, and its
 * own limit never ends it. The next call is answered.
 */
async function noAnswer(): Promise<never> {
  await setTimeout(answerTimeout, undefined, { ref: false })
  throw new Error('WebKitWebDriver gave no answer.')
}

const readSize = 'return innerWidth + " " + innerHeight'

/**
 * Sizes the window so that the page is as large as a phone. A window changes some time after it was asked to, so that
 * what the toolbar takes is measured again until the size is right.
 * @throws after a minute
 */
async function fitToPhone(driver: WebDriver): Promise<void> {
  const window = driver.manage().window()
  let outer: { width: number; height: number } = phone
  for (const deadline = Date.now() + startTimeout; Date.now() < deadline; await setTimeout(200)) {
    const size = String(await driver.executeScript(readSize))
    const [width = 0, height = 0] = size.split(' ').map(Number)
    if (width === phone.width && height === phone.height) return
    const rect = await window.getRect()
    const toolbar = { width: rect.width - width, height: rect.height - height }
    outer = { width: phone.width + toolbar.width, height: phone.height + toolbar.height }
    await window.setRect({ x: 0, y: 0, ...outer })
  }
  throw new Error(`The page is not as large as a phone in a window of ${outer.width} × ${outer.height}.`)
}

/**
 * Starts WebKitGTK's browser on a display of its own, by WebDriver. Its taps are those of a mouse: it makes touches only
 * on a touch screen.
 * @throws with the sentence that says what to install
 */
export async function startWebKit({ script = true }: EngineOptions = {}): Promise<Engine> {
  const programs = findWebKit()
  const { home, downloads, settings } = makeHome()
  const { display, server } = await startDisplay(programs.display)
  const port = await freePort()
  const env = {
    ...process.env,
    DISPLAY: display,
    HOME: home,
    XDG_CONFIG_HOME: settings,
    LANG: 'C.UTF-8',
    // There is no graphics processor.
    LIBGL_ALWAYS_SOFTWARE: '1',
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
  }
  const service = spawn(programs.driver, [`--port=${port}`], { env, stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  await untilReady(url)
  const args = ['--automation', `--enable-javascript=${script}`]
  const driver = await new Builder()
    .usingServer(url)
    .withCapabilities(
      new Capabilities({
        browserName: 'MiniBrowser',
        pageLoadStrategy: 'eager',
        'webkitgtk:browserOptions': { binary: programs.browser, args },
      }),
    )
    .build()
  await fitToPhone(driver)
  return {
    pointer: 'mouse',
    downloads,
    open: (address) => driver.get(address),
    async call(source, argument) {
      const answer = driver.executeScript(`return (${source})(arguments[0])`, argument)
      return String(await Promise.race([answer, noAnswer()]))
    },
    async perform(sources) {
      await driver.execute(new Command('actions').setParameter('actions', sources))
    },
    async stop() {
      await driver.quit()
      await stop(service)
      await stop(server)
      rmSync(home, { recursive: true, force: true })
    },
  }
}
