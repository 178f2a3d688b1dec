import { expect, test } from '@agency/test-kit/browser/fixtures'
import { enterPortal } from '@agency/test-kit/browser/portal-pages'
import { clientUrl, staffUrl } from '@agency/test-kit/product/product-address'
import type { Page } from '@playwright/test'

/** Fails the first requests for such files, as a changing network does. @returns the addresses that were failed */
async function loseFiles(page: Page, files: RegExp, times = 1): Promise<string[]> {
  const lost: string[] = []
  await page.route(files, (route) => {
    if (lost.length === times) return route.fallback()
    lost.push(route.request().url())
    return route.abort('connectionreset')
  })
  return lost
}

/** Watches each frame from the start of the page on. @returns how many showed the app without its stylesheet */
async function countUnstyledFrames(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const watch = () => {
      const { opacity } = getComputedStyle(document.documentElement)
      const isStyled = getComputedStyle(document.documentElement).getPropertyValue('--color-primary') !== ''
      if (document.querySelector('h1') && !isStyled && opacity !== '0') performance.mark('unstyled')
      requestAnimationFrame(watch)
    }
    requestAnimationFrame(watch)
  })
  return () => page.evaluate(() => performance.getEntriesByName('unstyled').length)
}

async function expectStyled(page: Page): Promise<void> {
  const root = page.locator('html')
  await expect(root).toHaveCSS('opacity', '1')
  const color = () => root.evaluate((element) => getComputedStyle(element).getPropertyValue('--color-primary'))
  await expect.poll(color).not.toBe('')
}

for (const [app, address, heading] of [
  ['portal', () => clientUrl('/session/'), 'Access Your Client Portal'],
  ['back office', () => staffUrl('/admin/login'), 'Login'],
] as const) {
  test(`[PH-11] given a network that loses the stylesheet, when the ${app} is opened, then it is styled, and never shown unstyled`, async ({
    visitor,
  }) => {
    const lost = await loseFiles(visitor, /\/assets\/[^/]+\.css$/)
    const unstyledFrames = await countUnstyledFrames(visitor)
    await visitor.goto(address())
    await expect(visitor.getByRole('heading', { name: heading })).toBeVisible()
    await expectStyled(visitor)
    expect(lost).toHaveLength(1)
    expect(await unstyledFrames()).toBe(0)
  })
}

for (const [script, files, times] of [
  ['first script', /\/session\/assets\/index-[^/]+\.js$/, 1],
  // The hint in the page, and the import.
  ['chunk of the first screen', /\/session\/assets\/first-screen-[^/]+\.js$/, 2],
] as const) {
  test(`[PH-11] given a network that loses the ${script}, when the portal is opened, then it comes after a reload`, async ({
    phone,
  }) => {
    const lost = await loseFiles(phone, files, times)
    let isRequested = false
    phone.on('request', (request) => {
      if (request.url().includes('/_ui/')) isRequested = true
    })
    await phone.goto(clientUrl('/session/'))
    // The screen is in the page; only its script requests shared-ui.
    await expect(async () => {
      await phone.getByLabel('Session code').blur()
      await phone.getByLabel('Session code').focus()
      expect(isRequested).toBe(true)
    }).toPass()
    expect(lost).toHaveLength(times)
  })
}

test('[PH-11] given a network that loses the stylesheet of a screen, when the screen is opened, then it is styled, and asks for nothing', async ({
  phone,
  api,
  family,
}) => {
  const client = await api.addClient({ client_last_name: family })
  const session = await api.startSession(client.id)
  const lost = await loseFiles(phone, /\/session\/assets\/document-list-page-[^/]+\.css$/)
  await phone.goto(clientUrl('/session/'))
  await enterPortal(phone, session)
  await expect(phone.getByRole('heading', { level: 1, name: `Welcome, ${family}` })).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  expect(lost).toHaveLength(1)
  const sheets = () => phone.evaluate(() => [...document.styleSheets].map(({ href }) => href ?? ''))
  await expect.poll(sheets).toContain(lost[0])
})
