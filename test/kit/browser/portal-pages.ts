import type { Session } from '@agency/contract/sessions'
import type { Page } from '@playwright/test'
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

/** Brings one page after the other into view, until the action at the end is offered. */
export async function readToTheEnd(page: Page, action: string): Promise<void> {
  const next = page.getByRole('button', { name: 'Next page' })
  await expect(async () => {
    // Scrolling on may remove the button before it is clicked.
    if (await next.isVisible()) await next.click({ timeout: 1_000 })
    await expect(page.getByRole('button', { name: action, exact: true })).toBeEnabled({ timeout: 500 })
  }).toPass()
}

/** Signs the document in view, with the signature as it is suggested, and waits until it is sealed. */
export async function sign(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await page.getByRole('button', { name: 'Finish and sign' }).click()
  await expect(page.getByText('Thank you. This document is complete.')).toBeVisible({ timeout: 30_000 })
}
