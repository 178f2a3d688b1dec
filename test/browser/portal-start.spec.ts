import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { onePagePdf } from '@agency/pdf-signing/test/sample-pdfs'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { enterPortal } from '@agency/test-kit/browser/portal-pages'
import { clientUrl } from '@agency/test-kit/product/product-address'
import { root } from '../../scripts/repository.ts'

test('given scripts that are slow to come, when the documents are opened, then their shape is there at once @full', async ({
  phone,
}) => {
  const held = Promise.withResolvers<void>()
  // The page waits for the script of its head.
  await phone.route(/\/session\/assets\/(?!retry-lost-files).*\.js$/, async (route) => {
    await held.promise
    await route.fallback()
  })
  await phone.goto(clientUrl('/session/ABCDEFGHJKMN/dashboard'), { waitUntil: 'commit' })
  const shape = phone.locator('#root > [aria-hidden=true]')
  await expect(shape).toBeVisible()
  await expect.poll(async () => (await shape.boundingBox())?.height).toBeGreaterThan(200)
  await expect(phone.getByRole('heading')).toHaveCount(0)
  held.resolve()

  await expect(phone.getByRole('heading', { name: 'Enter Your Passcode' })).toBeVisible()
  await expect(shape).toHaveCount(0)
})

const marks = {
  // Words that only these parts have, which no minifier takes away.
  editor: /prosemirror|tiptap/i,
  viewer: /GlobalWorkerOptions/,
  office: /adminToken|Manage Admins/,
}

test('[FE-03] [PH-13] given the built portal, when its first screens and the list load, then no editor, nothing of the admin app, no PDF viewer, and 100 kB of script at first @full', async ({
  phone,
  api,
  family,
}) => {
  const client = await api.addClient({ client_last_name: family })
  const session = await api.startSession(client.id)
  const form = await api.addPdf(onePagePdf, { title: `${family} offer`, requires_signature: 'false' })
  await api.attach(session.id, { form_id: form.id })
  // Without it, the list loads the reader in advance.
  await phone.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  const scripts = new Set<string>()
  phone.on('response', (answer) => {
    if (answer.request().resourceType() === 'script') scripts.add(builtFile(answer.url()))
  })
  const found = (mark: RegExp) => [...scripts].filter((path) => mark.test(readFileSync(path, 'utf8')))
  await phone.goto(clientUrl('/session/'))
  await expect(phone.getByRole('heading', { name: 'Access Your Client Portal' })).toBeVisible()
  const weights = [...scripts].map((path) => brotliCompressSync(readFileSync(path)).length)
  expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeLessThanOrEqual(100_000)
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
