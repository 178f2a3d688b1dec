import type { Session } from '@agency/contract/sessions'
import type { Locator, Page } from '@playwright/test'
import { openPortalApi } from '../api/portal-api.ts'
import { succeeded } from '../api/send.ts'
import { clientUrl } from '../product/product-address.ts'
import { expect } from './fixtures.ts'

type Entry = Pick<Session, 'session_code' | 'passcode'>

/** Opens a session with its passcode and waits for the list of documents. */
export async function enterPortal(page: Page, { session_code, passcode }: Entry): Promise<void> {
  await page.goto(clientUrl(`/session/${session_code}`))
  const field = page.getByLabel('Passcode', { exact: true })
  await field.fill(passcode ?? '')
  await field.press('Enter')
  await expect(page).toHaveURL(clientUrl(`/session/${session_code}/dashboard`))
}

/** A client opens a document that needs no signature and acknowledges it, without the screens. */
export async function acknowledge(session: Entry, formId: string): Promise<void> {
  const portal = await openPortalApi(session)
  await portal.openForm(formId)
  await succeeded(portal.ask('POST', `/sessionforms/${formId}/acknowledge`))
}

/** Agrees to sign electronically, once a session. */
export async function consent(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'I have read this and agree to sign electronically.' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** The button of the reader's bar: it always says the next step. */
export function readerStep(page: Page, name: string | RegExp): Locator {
  return page.locator('[data-reader-bar]').getByRole('button', { name, exact: true })
}

const onward = /^(Next page|Read on|Página siguiente|Seguir leyendo|Próxima página|Continuar lendo)$/

/**
 * The reader looks at what is in view in the frame after a scroll and after a drawing, and then shows the step. Pages are
 * drawn a moment after they are open.
 */
const untilLookedAt = (page: Page) =>
  page.evaluate(async () => {
    const frames = async () => {
      for (let frame = 0; frame < 4; frame += 1) await new Promise((next) => requestAnimationFrame(next))
    }
    const find = (state: string) => document.querySelector(`[data-pdf-scroller] canvas[data-state="${state}"]`)
    await frames()
    while (find('drawing') || !(find('drawn') ?? find('failed'))) await frames()
    await frames()
  })

/**
 * Presses the step that leads on, unless a page that counts after a rest has changed it. In one task: between the look
 * and the press of `click()` it can become the step after the pages.
 */
const readOn = (next: Locator) =>
  next.evaluateAll((buttons, names) => {
    for (const button of buttons) {
      if (button instanceof HTMLElement && new RegExp(names).test(button.innerText.trim())) button.click()
    }
  }, onward.source)

/** Goes on through the pages until the button says the step after them, such as 'Review'. */
export async function readToTheEnd(page: Page, step: string | RegExp): Promise<void> {
  const next = readerStep(page, onward)
  const end = readerStep(page, step)
  await expect(next.or(end)).toBeEnabled()
  await untilLookedAt(page)
  while (await next.isVisible()) {
    await readOn(next)
    await untilLookedAt(page)
  }
  await expect(end).toBeEnabled()
}

/**
 * Reads the document in view and opens its review, which comes by itself after the last signature. The suggested
 * signature is adopted if none is yet.
 */
export async function openReview(page: Page): Promise<void> {
  await readToTheEnd(page, /^(Review|Finish and sign)$/)
  const review = readerStep(page, 'Review')
  if (await review.isVisible()) await review.click()
  const adopt = page.getByRole('dialog').getByRole('button', { name: 'Use this signature' })
  const finish = readerStep(page, 'Finish and sign')
  await expect(adopt.or(finish)).toBeVisible()
  if (await adopt.isVisible()) await adopt.click()
  await expect(finish).toBeEnabled()
}

/** Waits for the screen after signing. */
export async function expectSigned(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: /^(Signed\.|All done:)/ })).toBeVisible({ timeout: 60_000 })
}

/** Waits until the copy of a signed document is sealed. */
export async function expectSealed(page: Page): Promise<void> {
  await expectSigned(page)
  await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeVisible({ timeout: 60_000 })
}

/** Signs the document in view, with the signature as it is suggested, and waits until it is sealed. */
export async function sign(page: Page): Promise<void> {
  await openReview(page)
  await readerStep(page, 'Finish and sign').click()
  await expectSealed(page)
}

/** Opens the dialog that declines the document in view. */
export async function openDecline(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Decline to sign' }).click()
  return page.getByRole('dialog', { name: 'Decline to sign?' })
}

/** Logs out, where the header is narrow through its menu. */
export async function logOut(page: Page): Promise<void> {
  const header = page.getByRole('banner')
  const menu = header.getByRole('button', { name: 'Menu' })
  const entry = header.getByRole('button', { name: 'Log out' })
  await expect(menu.or(entry)).toBeVisible()
  if (await menu.isVisible()) await menu.click()
  await entry.click()
}
