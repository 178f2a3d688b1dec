import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Session } from '@agency/contract/sessions'
import { clientUrl } from '@agency/test-kit/product/product-address'
import { expect } from 'vitest'
import type { EnginePage } from './engine-page.ts'
import { clickOnlyOn, inkOf, readerStep } from './page-functions.ts'

/** Waits until the address ends like this. */
export function atAddress(page: EnginePage, ending: RegExp): Promise<boolean> {
  const address = () => page.call(() => location.pathname, undefined)
  return page.until(`the address ${ending}`, async () => ending.test(await address()))
}

/** Enters the session code and the passcode by taps and keys, and waits for the list of documents. */
export async function enterPortal(page: EnginePage, { session_code: code, passcode }: Session): Promise<void> {
  await page.engine.open(clientUrl('/session/'))
  await page.tap('field', 'Session code')
  await page.type(code)
  await page.tap('button', 'Access Portal')
  await page.tap('field', 'Passcode')
  await page.type(passcode ?? '')
  await page.press('Enter')
  await atAddress(page, /\/dashboard$/)
}

/** Agrees to sign electronically. */
export async function consent(page: EnginePage): Promise<void> {
  await page.tap('checkbox', 'I have read this and agree to sign electronically.')
  await page.tap('button', 'Continue')
}

/** Waits until the reader's button says this step. */
const untilStep = (page: EnginePage, step: string): Promise<boolean> =>
  page.until(`the step ${step}`, async () => (await page.call(readerStep, undefined)) === step)

const onward = ['Next page', 'Read on', 'Página siguiente', 'Seguir leyendo']

/**
 * Goes on through the pages until the reader's button says the step after them. The button may change before it is
 * reached or pressed, as a page is read once it was in view: it is asked again then.
 */
export async function readToTheEnd(page: EnginePage, step: string, { keysAlone = false } = {}): Promise<void> {
  const name = `/^(${[...onward, step].join('|')})$/`
  for (;;) {
    const button = keysAlone ? await page.tabTo('button', name) : await page.reach({ role: 'button', name })
    const next = await page.until('the next step of the reader', () => page.call(readerStep, undefined))
    if (!onward.includes(next)) break
    await page.call(clickOnlyOn, next)
    await (keysAlone ? page.press('Enter') : page.tapAt(button))
  }
  await untilStep(page, step)
}

/** Waits until the first page of the document is drawn. */
export async function expectDrawn(page: EnginePage): Promise<void> {
  await page.until('a page that is drawn', async () => (await page.call(inkOf, '[data-pdf-scroller] canvas')) > 0.001)
}

/** Waits until the browser has saved the one file of these bytes. @returns its path */
export async function downloaded(page: EnginePage, bytes: Uint8Array): Promise<string> {
  const { downloads } = page.engine
  const hashOf = (file: Uint8Array) => createHash('sha256').update(file).digest('hex')
  // Until it is saved as a whole, it has another ending.
  const paths = () => globSync(join(downloads, '*.pdf'))
  const wanted = hashOf(bytes)
  return page.until('a download of the sealed file', async () =>
    paths().find((path) => hashOf(readFileSync(path)) === wanted),
  )
}

/** Expects that the page logged no error and left none uncaught. */
export async function expectNoProblems(page: EnginePage): Promise<void> {
  expect(await page.call(() => globalThis.pageProblems, undefined)).toEqual([])
}
