import { onePagePdf } from '@agency/pdf-signing/test/sample-pdfs'
import { expectNoSidewaysScrolling } from '@agency/test-kit/accessibility/reflow'
import type { StaffApi } from '@agency/test-kit/api/staff-api'
import { placedField } from '@agency/test-kit/browser/fillable-document'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { consent } from '@agency/test-kit/browser/portal-pages'
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

for (const [language, locale] of [
  ['English', 'en-US'],
  ['Spanish', 'es-MX'],
  ['Portuguese', 'pt-BR'],
] as const) {
  test(`given ${language} text at 200 % on a phone of 375 px, when code and list show, then nothing scrolls sideways @full`, async ({
    browser,
    api,
    family,
  }) => {
    const session = await addDocument(api, family, language)
    const context = await browser.newContext({
      viewport: { width: 375, height: 740 },
      hasTouch: true,
      isMobile: true,
      locale,
    })
    const page = await context.newPage()
    const expectWhole = async (screen: string) => {
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '225%'))
      await expectNoSidewaysScrolling(page, `${language}, ${screen}`)
    }
    await page.goto(clientUrl(`/session/${session.session_code}`))
    await expect(page.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/)).toBeVisible()
    await expectWhole('passcode')
    await page.locator('#passcode').fill('blue door')
    await page.locator('#passcode').press('Enter')
    await expect(page.getByRole('heading', { name: new RegExp(`Ida ${family}`) })).toBeVisible()
    await expectWhole('list')
    await context.close()
  })
}
