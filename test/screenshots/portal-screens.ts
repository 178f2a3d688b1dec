import type { Session } from '@agency/contract/sessions'
import type { StaffApi } from '@agency/test-kit/api/staff-api'
import { addFillableDocument, everyFieldKind } from '@agency/test-kit/browser/fillable-document'
import {
  consent,
  enterPortal,
  expectSealed,
  openDecline,
  readerStep,
  readToTheEnd,
} from '@agency/test-kit/browser/portal-pages'
import { clientUrl } from '@agency/test-kit/product/product-address'
import type { Page } from '@playwright/test'
import { type Camera, expect } from './camera.ts'

/** Every screen of the client portal, up to a signed document. @param session one with a link and PDFs to sign */
export async function shootPortal(camera: Camera, page: Page, session: Session): Promise<void> {
  const link = page.getByRole('link', { name: /Compare/ })
  await page.goto(clientUrl('/session/'))
  await expect(page.getByLabel('Session code')).toBeVisible()
  await camera.screen(page, 'portal-code')
  await page.goto(clientUrl(`/session/${session.session_code}`))
  await expect(page.getByLabel('Passcode', { exact: true })).toBeVisible()
  await camera.screen(page, 'portal-passcode')
  await enterPortal(page, session)
  await expect(link).toBeVisible()
  await camera.screen(page, 'portal-documents')
  await link.click()
  await expect(page.getByRole('link', { name: /^Open document/ })).toBeVisible()
  await camera.screen(page, 'portal-link')
  await page.goto(clientUrl(`/session/${session.session_code}/dashboard`))
  await page.getByRole('link', { name: /Authorization/ }).click()
  await shootSigning(camera, page)
  await page.goto(clientUrl('/session/verify'))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await camera.screen(page, 'portal-verify')
}

async function shootSigning(camera: Camera, page: Page) {
  await expect(page.getByRole('checkbox', { name: /agree to sign/ })).toBeVisible()
  await camera.screen(page, 'portal-consent')
  await consent(page)
  await expect(page.getByLabel(/^Page 1 of/)).toBeVisible()
  await camera.window(page, 'portal-document')
  await openDecline(page)
  await camera.dialog(page, 'portal-decline')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await readToTheEnd(page, /^Next field/)
  await readerStep(page, /^Next field/).click()
  await camera.dialog(page, 'portal-adopt')
  await page.getByRole('dialog').getByRole('button', { name: 'Use this signature' }).click()
  await page.locator('[data-field-sheet]').getByRole('button', { name: 'Sign here' }).click()
  await expect(page.getByRole('heading', { name: 'Check and sign' })).toBeVisible()
  await camera.window(page, 'portal-sign')
  await readerStep(page, 'Finish and sign').click()
  await expectSealed(page)
  await camera.window(page, 'portal-done')
}

/** A document with fields, as its client fills it in. */
export async function shootFields(camera: Camera, page: Page, api: StaffApi): Promise<void> {
  const record = { primary_phone: '3055550147', ssn: '123-45-6789', city_of_birth: 'Recife' }
  const { session } = await addFillableDocument(api, 'Duarte', everyFieldKind(), record)
  await enterPortal(page, session)
  await page.getByRole('link', { name: /Duarte application/ }).click()
  await consent(page)
  await expect(page.getByLabel(/^Page 1 of/)).toBeVisible()
  await readToTheEnd(page, /^Next field/)
  await readerStep(page, /^Next field/).click()
  await expect(page.getByRole('textbox', { name: /^Date of birth/ })).toBeFocused()
  await camera.window(page, 'portal-field')
}
