import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Bidi from 'selenium-webdriver/bidi/index.js'
import Type from 'typebox'
import { Value } from 'typebox/value'
import { findFirefox } from '../../scripts/find-engines.ts'
import { type Engine, type EngineOptions, phone } from './engine.ts'
import { watchProblems } from './page-functions.ts'

const Answer = Type.Union([
  Type.Object({ result: Type.Unknown() }),
  Type.Object({ error: Type.String(), message: Type.String() }),
])
const Contexts = Type.Object({ contexts: Type.Array(Type.Object({ context: Type.String() }), { minItems: 1 }) })
const Called = Type.Union([
  Type.Object({ type: Type.Literal('success'), result: Type.Object({ value: Type.String() }) }),
  Type.Object({ type: Type.Literal('exception'), exceptionDetails: Type.Object({ text: Type.String() }) }),
])

/** Preferences of a phone with a touch screen, which saves files without asking. */
const preferences = (downloads: string, { script = true, language = 'en-US' }: EngineOptions) => ({
  // The panel of the downloads takes the focus from the page.
  'browser.download.alwaysOpenPanel': false,
  'browser.download.dir': downloads,
  'browser.download.folderList': 2,
  // The downloaded file is not opened in a tab.
  'browser.download.open_pdf_attachments_inline': false,
  'browser.helperApps.neverAsk.saveToDisk': 'application/pdf',
  'dom.w3c_touch_events.enabled': 1,
  'intl.accept_languages': language,
  'javascript.enabled': script,
  'pdfjs.disabled': true,
  // Nothing is asked of the network but the product.
  'app.update.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.server': 'data:,',
  // A tap whose end a busy page receives late is still a tap.
  'apz.max_tap_time': 60_000,
  // A coarse pointer that can't hover.
  'ui.allPointerCapabilities': 1,
  'ui.primaryPointerCapabilities': 1,
  // Its scroll bars take no room.
  'ui.useOverlayScrollbars': 1,
})

const listening = /WebDriver BiDi listening on (ws:\S+)/
const startTimeout = 60_000

/** Starts Firefox without a window. @returns the address that it listens on for WebDriver BiDi, and its end */
async function startBrowser(profile: string) {
  // On an empty page the address bar has the focus, and Space does nothing in the page that is opened next.
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0', 'data:text/html,']
  const browser = spawn(findFirefox(), args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile },
  })
  const ended = once(browser, 'exit')
  let output = ''
  const address = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Firefox did not start in time:\n${output}`)), startTimeout)
    browser.once('exit', () => reject(new Error(`Firefox could not start:\n${output}`)))
    browser.stderr.on('data', (chunk) => {
      output += chunk
      const found = listening.exec(output)?.[1]
      if (!found) return
      clearTimeout(timer)
      resolve(found)
    })
  })
  return {
    address,
    async stop() {
      browser.kill('SIGTERM')
      await ended
    },
  }
}

/** Connects to a browser, and opens a session. */
async function connect(address: string) {
  const connection = new Bidi(`${address}/session`)
  await connection.waitForConnection()
  const send = async (method: string, params: Readonly<Record<string, unknown>>): Promise<unknown> => {
    const answer = Value.Parse(Answer, await connection.send({ method, params }))
    if ('error' in answer) throw new Error(`${method}: ${answer.error}, ${answer.message}`)
    return answer.result
  }
  await send('session.new', { capabilities: {} })
  return { connection, send }
}

/**
 * Starts Firefox as a phone, by WebDriver BiDi. Its touches are those of a touch screen, two fingers included.
 * @throws with the sentence that says what to install
 */
export async function startFirefox(options: EngineOptions = {}): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'))
  const downloads = join(profile, 'downloads')
  mkdirSync(downloads)
  const lines = Object.entries(preferences(downloads, options)).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join(''))
  const browser = await startBrowser(profile)
  const { connection, send } = await connect(browser.address)
  const { contexts } = Value.Parse(Contexts, await send('browsingContext.getTree', {}))
  const context = contexts[0]?.context
  await send('browsingContext.setViewport', { context, viewport: phone, devicePixelRatio: 2 })
  await send('script.addPreloadScript', { functionDeclaration: String(watchProblems) })
  return {
    pointer: 'touch',
    downloads,
    async open(url) {
      await send('browsingContext.navigate', { context, url, wait: 'interactive' })
    },
    async call(source, argument) {
      const asked = { target: { context }, awaitPromise: true, arguments: [{ type: 'string', value: argument }] }
      const called = Value.Parse(Called, await send('script.callFunction', { ...asked, functionDeclaration: source }))
      if (called.type === 'exception') throw new Error(called.exceptionDetails.text)
      return called.result.value
    },
    async perform(sources) {
      await send('input.performActions', { context, actions: sources })
    },
    async stop() {
      await connection.close()
      await browser.stop()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}
