import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@agency/test-kit/journey'
import { enterPortal } from '@agency/test-kit/portal'
import { clientUrl, onePagePdf, staffUrl } from '@agency/test-kit/product-address'
import type { Page } from '@playwright/test'
import { root } from '../../scripts/stale-parts.ts'

test('given scripts that are slow to come, when the portal is opened, then its shape is there at once', async ({
  phone,
}) => {
  const held = Promise.withResolvers<void>()
  await phone.route('**/*.js', async (route) => {
    await held.promise
    await route.fallback()
  })
  await phone.goto(clientUrl('/session/'), { waitUntil: 'commit' })
  const shape = phone.locator('#root > [aria-hidden=true]')
  await expect(shape).toBeVisible()
  expect((await shape.boundingBox())?.height).toBeGreaterThan(200)
  await expect(phone.getByRole('heading')).toHaveCount(0)
  held.resolve()

  await expect(phone.getByRole('heading', { name: 'Access Your Client Portal' })).toBeVisible()
  await expect(shape).toHaveCount(0)
})

test('given a browser without scripts, when the portal is opened, then it says so in each language', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(clientUrl('/session/'))
  const notice = page.locator('noscript')
  await expect(notice).toBeVisible()
  // What Playwright calls text is none of a noscript's.
  const said = await notice.evaluate(({ textContent }) => textContent)
  for (const language of ['This page needs', 'Esta página necesita', 'Esta página precisa de'])
    expect(said).toContain(`${language} JavaScript.`)
  await context.close()
})

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
  ['first script', /\/assets\/mf-entry-bootstrap[^/]+\.js$/, 1],
  // The hint in the page, and the import.
  ['chunk of the first screen', /\/session\/assets\/first-screen-[^/]+\.js$/, 2],
] as const) {
  test(`[PH-11] given a network that loses the ${script}, when the portal is opened, then it comes after a reload`, async ({
    phone,
    problems,
  }) => {
    if (times === 2) problems.expect(/dynamically imported module/)
    const lost = await loseFiles(phone, files, times)
    await phone.goto(clientUrl('/session/'))
    await expect(phone.getByRole('heading', { name: 'Access Your Client Portal' })).toBeVisible()
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
  const lost = await loseFiles(phone, /\/session\/assets\/dashboard-page-[^/]+\.css$/)
  await phone.goto(clientUrl('/session/'))
  await enterPortal(phone, session)
  await expect(phone.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  expect(lost).toHaveLength(1)
  const sheets = () => phone.evaluate(() => [...document.styleSheets].map(({ href }) => href ?? ''))
  await expect.poll(sheets).toContain(lost[0])
})

const marks = {
  // Words that only these parts have, which no minifier takes away.
  editor: /prosemirror|tiptap/i,
  viewer: /GlobalWorkerOptions|pdf\.worker/,
  office: /adminToken|Manage Admins/,
}

test('[FE-03] given the built portal, when its first screens and the list load, then no editor, nothing of the admin app, no PDF viewer', async ({
  phone,
  api,
  family,
}) => {
  const client = await api.addClient({ client_last_name: family })
  const session = await api.startSession(client.id)
  const form = await api.addPdf(onePagePdf, { title: `${family} offer`, requires_signature: 'false' })
  await api.attach(session.id, { form_id: form.id })
  const scripts = new Set<string>()
  phone.on('response', (answer) => {
    if (answer.request().resourceType() === 'script') scripts.add(builtFile(answer.url()))
  })
  const found = (mark: RegExp) => [...scripts].filter((path) => mark.test(readFileSync(path, 'utf8')))
  await phone.goto(clientUrl('/session/'))
  await expect(phone.getByRole('heading', { name: 'Access Your Client Portal' })).toBeVisible()
  await enterPortal(phone, session)
  await expect(phone.getByRole('link', { name: new RegExp(`${family} offer`) })).toBeVisible()
  expect(scripts.size).toBeGreaterThan(3)
  for (const mark of Object.values(marks)) expect(found(mark), String(mark)).toEqual([])

  // The marks are those that the parts really have.
  await phone.getByRole('link', { name: new RegExp(`${family} offer`) }).click()
  await expect(phone.getByRole('region', { name: 'Page 1 of 1' })).toBeVisible()
  expect(found(marks.viewer)).not.toEqual([])
  expect(found(marks.editor)).toEqual([])
  expect(builtScripts('shared-ui').some((text) => marks.editor.test(text))).toBe(true)
  expect(builtScripts('admin-app').some((text) => marks.office.test(text))).toBe(true)
})

/** The file of a build that an address of the portal's host is answered with. */
function builtFile(address: string): string {
  const [, ui, file = ''] = /^\/session\/(_ui\/)?(.*)$/.exec(new URL(address).pathname) ?? []
  return join(root, ui ? 'shared-ui' : 'portal-app', 'dist', file)
}

/** What the scripts of a built part say. */
function builtScripts(part: string): string[] {
  const folder = join(root, part, 'dist/assets')
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'))
  return names.map((name) => readFileSync(join(folder, name), 'utf8'))
}
