import { languageCookie } from '@agency/contract/page-language'
import type { Session } from '@agency/contract/sessions'
import { onePagePdf } from '@agency/pdf-signing/test/sample-pdfs'
import { expectNoSidewaysScrolling, expectWholeWords } from '@agency/test-kit/accessibility/reflow'
import type { StaffApi } from '@agency/test-kit/api/staff-api'
import { addApplication } from '@agency/test-kit/browser/application-form'
import { fieldSheet, fillApplication, sheetNext } from '@agency/test-kit/browser/application-walk'
import { placedField } from '@agency/test-kit/browser/fillable-document'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { failCalls } from '@agency/test-kit/browser/held-calls'
import { type PortalMessages, portalLanguages, portalMessages } from '@agency/test-kit/browser/portal-messages'
import { consent, readerStep } from '@agency/test-kit/browser/portal-pages'
import { clientUrl } from '@agency/test-kit/product/product-address'
import type { Page } from '@playwright/test'

/** The most that a screen may move, as the sum of its layout shifts (Layout Instability, CLS). */
const most = 0.02

/** Adds up what moves without a press on it, and the elements that did. */
async function watchShifts(page: Page) {
  let shifts: { value: number; moved: string }[] = []
  await page.exposeFunction('noteShift', (value: number, moved: string) => shifts.push({ value, moved }))
  await page.addInitScript(() => {
    const note: unknown = Reflect.get(window, 'noteShift')
    const describe = (source: unknown) => {
      const node = typeof source === 'object' && source !== null && 'node' in source ? source.node : null
      return node instanceof Element ? `${node.nodeName}.${node.className}` : String(node)
    }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const isMeasured = 'value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput
        if (!isMeasured || typeof note !== 'function') continue
        note(
          entry.value,
          'sources' in entry && Array.isArray(entry.sources) ? entry.sources.map(describe).join(' ') : '',
        )
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return {
    async expectStill(screen: string) {
      await page.waitForLoadState('networkidle')
      const seen = shifts
      shifts = []
      const sum = seen.reduce((total, { value }) => total + value, 0)
      expect(sum, `${screen}: ${JSON.stringify(seen)}`).toBeLessThanOrEqual(most)
    },
  }
}

/** A client with a document of two fields. */
async function addDocument(api: StaffApi, family: string, pref_lang: string) {
  const client = await api.addClient({ client_first_name: 'Ida', client_last_name: family, pref_lang })
  const session = await api.startSession(client.id, { passcode: 'blue door' })
  const form = await api.addPdf(onePagePdf, { title: `${family} application` })
  await api.placeFields(form.id, [placedField('City', 652), placedField('Signature', 784, { kind: 'signature' })])
  await api.attach(session.id, { form_id: form.id })
  return session
}

for (const width of [375, 1280]) {
  test(`[PH-09] given a slow processor and ${width} px, when the portal is gone through, then its screens do not move @full`, async ({
    browser,
    api,
    family,
  }) => {
    const isPhone = width < 768
    const session = await addDocument(api, family, 'English')
    const context = await browser.newContext({
      viewport: { width, height: isPhone ? 740 : 800 },
      hasTouch: isPhone,
      isMobile: isPhone,
    })
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const screens = await watchShifts(page)
    await page.goto(clientUrl('/session/'))
    await screens.expectStill('code')
    await page.goto(clientUrl(`/session/${session.session_code}`))
    await expect(page.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/)).toBeVisible()
    await screens.expectStill('passcode')
    await page.getByLabel('Passcode', { exact: true }).fill('blue door')
    await page.getByLabel('Passcode', { exact: true }).press('Enter')
    await expect(page.getByRole('heading', { name: `Welcome, Ida ${family}` })).toBeVisible()
    await screens.expectStill('list')
    await page.reload()
    await expect(page.getByRole('heading', { name: `Welcome, Ida ${family}` })).toBeVisible()
    await screens.expectStill('list, reloaded')
    await page.getByRole('link', { name: new RegExp(`${family} application`) }).click()
    await expect(page.getByRole('checkbox')).toBeVisible()
    await screens.expectStill('consent')
    await consent(page)
    await expect(page.getByRole('region', { name: 'Page 1 of 1' })).toBeVisible()
    await screens.expectStill('document')
    await page.reload()
    await expect(page.getByRole('region', { name: 'Page 1 of 1' })).toBeVisible()
    await screens.expectStill('document, reloaded')
    await page.goto(clientUrl('/session/verify'))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await screens.expectStill('verification')
    await context.close()
  })
}

type Look = (screen: string) => Promise<void>

/** Enters with a wrong and the right passcode, after the session code, and meets a list that cannot be loaded. */
async function walkEntry(phone: Page, session: Session, look: Look): Promise<void> {
  await phone.goto(clientUrl('/session/'))
  await phone.locator('main button[type=submit]').tap()
  await expect(phone.getByRole('alert')).toBeVisible()
  await look('code')
  await phone.goto(clientUrl(`/session/${session.session_code}`))
  const passcode = phone.locator('#passcode')
  await passcode.fill('not it')
  await passcode.press('Enter')
  await expect(phone.getByRole('alert')).toBeVisible()
  await look('passcode')
  const mend = await failCalls(phone, '**/sessionforms/**', 'GET')
  await passcode.fill(session.passcode ?? '')
  await passcode.press('Enter')
  await expect(phone.getByRole('alert')).toBeVisible({ timeout: 30_000 })
  await look('list that failed')
  await mend()
  await phone.reload()
  await expect(phone.getByRole('link', { name: longTitle })).toBeVisible()
  await look('list')
  await phone.locator('[data-portal-header] [aria-expanded]').tap()
  await look('menu')
  await phone.keyboard.press('Escape')
}

/** Opens the menus and dialogs of the reader. */
async function walkReader(phone: Page, t: PortalMessages, look: Look): Promise<void> {
  const more = phone.getByRole('button', { name: t('reader.more'), exact: true })
  await expect(phone.locator('[data-pdf-scroller] canvas').first()).toBeVisible()
  await look('reader')
  await more.tap()
  await look('menu of the reader')
  await phone.getByRole('button', { name: t('reader.asText') }).tap()
  await expect(phone.locator('[data-page-text]')).toBeVisible()
  await look('text')
  await more.tap()
  await phone.getByRole('button', { name: t('reader.asPages') }).tap()
  await phone.getByRole('button', { name: t('reader.currentPage', { number: 1, of: 1 }) }).tap()
  await expect(phone.getByRole('dialog', { name: t('reader.pages') })).toBeVisible()
  await look('pages')
  await phone.keyboard.press('Escape')
  await more.tap()
  await phone.getByRole('button', { name: t('decline') }).tap()
  await phone
    .getByRole('dialog')
    .getByRole('button', { name: t('declineConfirm'), exact: true })
    .tap()
  await expect(phone.getByRole('dialog').getByRole('alert')).toBeVisible()
  await look('decline')
  await phone
    .getByRole('dialog')
    .getByRole('button', { name: t('cancel') })
    .tap()
}

/** Signs the application, and declines nothing: up to the end, which lists what was signed. */
async function walkSigning(phone: Page, t: PortalMessages, look: Look): Promise<void> {
  const adopt = await fillApplication(phone, t, look)
  await look('signature')
  await phone.getByRole('radio', { name: t('signature.signDraw') }).check()
  await look('drawn signature')
  await phone.getByRole('radio', { name: t('signature.signType') }).check()
  await adopt.tap()
  await expect(fieldSheet(phone)).toBeVisible()
  await look('place of the signature')
  await sheetNext(phone).tap()
  await expect(phone.getByRole('heading', { name: t('reader.reviewHeading') })).toBeVisible()
  await expect(phone.locator('[data-pdf-scroller] canvas').first()).toBeVisible()
  await look('review')
  await phone.locator('[data-reader-bar] [aria-haspopup=dialog]').tap()
  await expect(phone.getByRole('dialog', { name: t('reader.givenHeading') })).toBeVisible()
  await look('given values')
  await phone.keyboard.press('Escape')
  await readerStep(phone, t('signature.signFinish')).tap()
  await expect(phone.getByRole('heading', { name: t('allDone', { of: 1 }) })).toBeVisible()
  await expect(phone.getByRole('button', { name: t('download'), exact: true })).toBeVisible({ timeout: 60_000 })
  await look('end')
}

const longTitle = 'Authorization of supplementary information'

for (const width of [375, 320]) {
  for (const [language, name] of portalLanguages) {
    const t = portalMessages[language]

    test(`[PH-09] given text at 200 % on a phone of ${width} px in ${name}, when all screens are gone through, then none scrolls sideways, and no word is broken @full`, async ({
      phone,
      api,
    }) => {
      // It goes through thirty screens.
      test.setTimeout(180_000)
      await phone.setViewportSize({ width, height: 740 })
      await phone.context().addCookies([{ name: languageCookie, value: language, url: clientUrl('/session/') }])
      await phone.addInitScript(() => {
        // The portal's text is 112.5 % of the browser's.
        const enlarge = () => document.documentElement?.style.setProperty('font-size', '225%')
        new MutationObserver(enlarge).observe(document, { childList: true })
        enlarge()
      })
      const look = async (screen: string) => {
        await expectNoSidewaysScrolling(phone, `${language}, ${screen}`)
        await expectWholeWords(phone, `${language}, ${screen}`)
      }
      const { session } = await addApplication(api, 'Duarte', { pref_lang: name }, longTitle)
      await walkEntry(phone, session, look)
      await phone.getByRole('link', { name: longTitle }).tap()
      await phone.locator('summary').tap()
      await phone.locator('main form button[type=submit]').tap()
      await expect(phone.getByRole('alert')).toBeVisible()
      await look('consent')
      await phone.getByRole('checkbox').check()
      await phone.locator('main form button[type=submit]').tap()
      await walkReader(phone, t, look)
      await walkSigning(phone, t, look)
      await phone.goto(clientUrl(`/session/${session.session_code}/form/${session.id}`))
      await expect(phone.locator('main .notice')).toBeVisible()
      await look('document that is missing')
      await phone.goto(clientUrl('/session/verify'))
      await expect(phone.getByRole('heading', { level: 1 })).toBeVisible()
      await look('verification')
    })
  }
}
