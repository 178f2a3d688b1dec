import { axeViolations } from '@agency/test-kit/accessibility/axe'
import { addApplication } from '@agency/test-kit/browser/application-form'
import { fieldSheet, fillApplication, sheetNext } from '@agency/test-kit/browser/application-walk'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { expectPhoneLayout, expectReaderLayout, heightOf } from '@agency/test-kit/browser/phone-layout'
import { portalLanguages, portalMessages } from '@agency/test-kit/browser/portal-messages'
import { enterPortal, readerStep } from '@agency/test-kit/browser/portal-pages'
import type { Locator, Page } from '@playwright/test'

/** The lines of an element. */
const linesOf = (place: Locator) =>
  place.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return [...range.getClientRects()].filter(({ width }) => width > 1).map(({ left, width }) => ({ left, width }))
  })

/** Colour and line of texts. */
const looksOf = (elements: Element[]) =>
  elements.map((element) => getComputedStyle(element)).map((style) => style.color + style.textDecorationLine)

const phones = [
  { width: 320, height: 568 },
  { width: 375, height: 667 },
  { width: 390, height: 844 },
]

/** Audits a step as it stands: `expectAccessible` would give the page other sizes. */
async function expectAxe(page: Page, what: string): Promise<void> {
  expect.soft(await axeViolations(page, 'html', { without: ['color-contrast'] }), `axe: ${what}`).toEqual([])
}

for (const phoneSize of phones) {
  for (const [language, name] of portalLanguages) {
    const t = portalMessages[language]

    test(`[PH-01] given a phone of ${phoneSize.width} px and a client who speaks ${name}, when a document is filled in and signed, then no step covers, cuts or hides anything @full`, async ({
      phone,
      api,
      family,
    }) => {
      await phone.setViewportSize(phoneSize)
      const { session } = await addApplication(api, family, { pref_lang: name })
      await enterPortal(phone, session)
      await expect(phone.getByRole('link', { name: `${family} application` })).toBeVisible()
      const header = phone.locator('[data-portal-header] > div').first()
      await expect.poll(() => heightOf(header)).toBeLessThanOrEqual(56)
      await expectPhoneLayout(phone, 'list')
      await phone.getByRole('link', { name: `${family} application` }).tap()
      await phone.getByRole('checkbox').check()
      await expectPhoneLayout(phone, 'consent')
      const indents = (await linesOf(phone.locator('main li').first())).map(({ left }) => left)
      expect.soft(new Set(indents).size, `lines of the consent begin at ${indents}`).toBe(1)
      await phone.getByRole('button', { name: t('consentContinue') }).tap()
      await expect(phone.locator('[data-pdf-scroller] canvas').first()).toBeVisible()
      await expectReaderLayout(phone, 'reader')
      await expectAxe(phone, 'reader')
      const widths = (await linesOf(phone.locator('[data-reader-bar] button').last())).map((line) => line.width)
      expect.soft(Math.min(...widths) / Math.max(...widths), `lines of the step: ${widths}`).toBeGreaterThan(0.4)
      const isCut = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth
      expect.soft(await phone.locator('[data-state=automatic] > p').evaluate(isCut), 'day of signing').toBe(false)
      await phone.getByRole('button', { name: t('reader.more'), exact: true }).tap()
      await expect(phone.getByRole('button', { name: t('decline') })).toBeInViewport({ ratio: 1 })
      const entries = phone.locator('[data-open=true] > :is(a, button)')
      expect.soft(new Set(await entries.evaluateAll(looksOf)).size, 'looks of the menu').toBe(1)
      await phone.keyboard.press('Escape')
      await phone.getByRole('button', { name: t('reader.currentPage', { number: 1, of: 1 }) }).tap()
      await expect(phone.getByRole('dialog', { name: t('reader.pages') })).toBeVisible()
      await expectPhoneLayout(phone, 'pages')
      await phone.keyboard.press('Escape')

      const adopt = await fillApplication(phone, t, (label) => expectPhoneLayout(phone, label))
      await expectPhoneLayout(phone, 'signature')
      await adopt.tap()
      await expect(fieldSheet(phone)).toBeVisible()
      await expectPhoneLayout(phone, 'place of the signature')
      await expectAxe(phone, 'sheet')
      await sheetNext(phone).tap()
      await expect(phone.getByRole('heading', { name: t('reader.reviewHeading') })).toBeVisible()
      await expect(phone.locator('[data-pdf-scroller] canvas').first()).toBeVisible()
      await expectReaderLayout(phone, 'review')
      await expectAxe(phone, 'review')
      await readerStep(phone, t('signature.signFinish')).tap()
      await expect(phone.getByRole('heading', { name: t('allDone', { of: 1 }) })).toBeVisible()
      await expect(phone.getByRole('button', { name: t('download'), exact: true })).toBeVisible({ timeout: 60_000 })
      await expectPhoneLayout(phone, 'signed')
      await expectAxe(phone, 'signed')
    })
  }
}
