import type { Session } from '@agency/contract/sessions'
import type { StaffApi } from '@agency/test-kit/api/staff-api'
import { addApplication } from '@agency/test-kit/browser/application-form'
import { fieldSheet, fillApplication, sheetNext } from '@agency/test-kit/browser/application-walk'
import { HeldCalls } from '@agency/test-kit/browser/held-calls'
import {
  type PortalLanguage,
  type PortalMessages,
  portalLanguages,
  portalMessages,
} from '@agency/test-kit/browser/portal-messages'
import { enterPortal, readerStep, readToTheEnd } from '@agency/test-kit/browser/portal-pages'
import { clientUrl } from '@agency/test-kit/product/product-address'
import type { Page } from '@playwright/test'
import { scannedPagesPdf } from '../../packages/pdf-signing/test/pdfs/scanned-pages.ts'
import { type Camera, expect } from './camera.ts'

const application = 'Application for Coverage'
const brochure = 'Your Policy of 1994'
/** The steps that are shown in Spanish and Portuguese too. */
const translated = ['documents', 'reader', 'field-date-of-birth', 'signature-type', 'review', 'signed', 'all-done']

/** Each step of a phone's client: entry, filling in, signing two documents, and declining one; then two other languages. */
export async function shootPhone(camera: Camera, api: StaffApi, open: () => Promise<Page>): Promise<void> {
  for (const [language, name] of portalLanguages) {
    const { session } = await addApplication(api, 'Duarte', { pref_lang: name }, application)
    const form = await api.addPdf(scannedPagesPdf(12), { title: brochure })
    await api.attach(session.id, { form_id: form.id })
    await shootSigning(camera, await open(), session, language)
  }
  const { session } = await addApplication(api, 'Duarte', {}, application)
  await shootDeclining(camera, await open(), session)
}

async function shootSigning(camera: Camera, page: Page, session: Session, language: PortalLanguage) {
  const t = portalMessages[language]
  const isShown = (step: string) => language === 'en' || translated.includes(step)
  const shoot: Shoot = async (step) => {
    if (isShown(step)) await camera.window(page, `portal-phone-${language}-${step}`)
  }
  if (language === 'en') await shootEntry(camera, page, session)
  await enterPortal(page, session)
  await expect(page.getByRole('link', { name: application })).toBeVisible()
  await shoot('documents')
  await openApplication(page, shoot)
  if (language === 'en') await shootMenus(page, t, shoot)
  const adopt = await fillApplication(page, t, async (label) => shoot(`field-${slug(label)}`))
  await shoot('signature-type')
  await page.getByRole('radio', { name: t('signature.signDraw') }).check()
  await drawSignature(page)
  await shoot('signature-draw')
  await adopt.tap()
  await expect(fieldSheet(page)).toBeVisible()
  await shoot('field-signature')
  await sheetNext(page).tap()
  await expect(page.getByRole('heading', { name: t('reader.reviewHeading') })).toBeVisible()
  await expect(page.locator('[data-pdf-scroller] canvas').first()).toBeVisible()
  await shoot('review')
  await shootSigned(page, t, shoot)
}

type Shoot = (step: string) => Promise<void>

async function shootEntry(camera: Camera, page: Page, { session_code, passcode }: Session) {
  await page.goto(clientUrl('/session/'))
  await expect(page.getByLabel('Session code')).toBeVisible()
  await camera.window(page, 'portal-phone-en-code')
  await page.goto(clientUrl(`/session/${session_code}`))
  const field = page.getByLabel('Passcode', { exact: true })
  await camera.window(page, 'portal-phone-en-passcode')
  await field.fill(`not ${passcode}`)
  await field.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  await camera.window(page, 'portal-phone-en-passcode-wrong')
}

/** Opens the first document, agrees to sign, and shows why the next step has to wait. */
async function openApplication(page: Page, shoot: Shoot) {
  const fields = await HeldCalls.of(page, '**/fields')
  await page.getByRole('link', { name: application }).tap()
  await expect(page.getByRole('checkbox')).toBeVisible()
  await shoot('consent')
  await page.getByRole('checkbox').check()
  await page.locator('main form button[type=submit]').tap()
  await expect(page.locator('[data-pdf-scroller] canvas').first()).toBeVisible()
  const blocked = page.locator('[data-reader-bar] button[aria-disabled=true]')
  const step = page.locator('[data-reader-bar] button')
  // Playwright takes a blocked step for disabled, also one that is blocked at the moment of the tap; a finger does not.
  while (!(await blocked.isVisible())) await step.tap({ force: true })
  await blocked.tap({ force: true })
  await shoot('says-why')
  fields.release()
  await expect(step).toHaveAttribute('aria-disabled', 'false')
  await page.locator('[data-pdf-scroller]').evaluate((pages) => pages.scrollTo({ top: 0 }))
  await shoot('reader')
}

async function shootMenus(page: Page, t: PortalMessages, shoot: Shoot) {
  await page.getByRole('button', { name: t('reader.more'), exact: true }).tap()
  await shoot('menu')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: t('reader.currentPage', { number: 1, of: 1 }) }).tap()
  await expect(page.getByRole('dialog', { name: t('reader.pages') })).toBeVisible()
  await shoot('pages')
  await page.keyboard.press('Escape')
}

async function drawSignature(page: Page) {
  const pad = page.getByRole('dialog').getByRole('img')
  const box = await pad.boundingBox()
  if (box === null) throw new Error('The pad has no box.')
  const at = (x: number, y: number) => [box.x + x * box.width, box.y + y * box.height] as const
  await page.mouse.move(...at(0.1, 0.6))
  await page.mouse.down()
  const curve = Array.from(
    { length: 24 },
    (_, step) => [0.1 + step * 0.033, 0.5 + 0.25 * Math.sin(step * 0.9)] as const,
  )
  for (const [x, y] of curve) await page.mouse.move(...at(x, y))
  await page.mouse.up()
}

async function shootSigned(page: Page, t: PortalMessages, shoot: Shoot) {
  const signing = await HeldCalls.of(page, '**/sign', 'POST')
  await readerStep(page, t('signature.signFinish')).tap()
  await expect(page.getByRole('button', { name: t('signature.signBusy') })).toBeVisible()
  await shoot('finish')
  signing.release()
  await expect(page.getByRole('link', { name: t('nextDocument') })).toBeVisible()
  await expect(page.locator('main canvas').first()).toBeVisible()
  await shoot('signed')
  await page.getByRole('link', { name: t('nextDocument') }).tap()
  await expect(page.locator('[data-pdf-scroller] canvas').first()).toBeVisible()
  await shoot('long-document')
  await page.locator('[data-pdf-scroller]').evaluate((pages) => pages.scrollTo({ top: pages.scrollHeight / 3 }))
  await page.getByText(/^\d+\/12$/).tap()
  await shoot('long-pages')
  await page.keyboard.press('Escape')
  await readToTheEnd(page, t('reader.review'))
  await readerStep(page, t('reader.review')).tap()
  await readerStep(page, t('signature.signFinish')).tap()
  await expect(page.getByRole('button', { name: t('packet.download') })).toBeVisible()
  await shoot('all-done')
}

async function shootDeclining(camera: Camera, page: Page, session: Session) {
  const t = portalMessages.en
  await enterPortal(page, session)
  await openApplication(page, async () => undefined)
  await page.getByRole('button', { name: t('reader.more'), exact: true }).tap()
  await page.getByRole('button', { name: t('decline') }).tap()
  await page.getByRole('dialog').getByLabel(t('declineReason')).fill('The premium is not what we agreed on.')
  await camera.dialog(page, 'portal-phone-en-decline')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('declineConfirm'), exact: true })
    .tap()
  await expect(page.getByText(t('declinedNext'))).toBeVisible()
  await camera.window(page, 'portal-phone-en-declined')
}

/** A field's label as part of a file's name. */
const slug = (label: string) =>
  label
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/^-|-$/g, '')
