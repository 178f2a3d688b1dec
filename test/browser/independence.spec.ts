import { join } from 'node:path'
import { addFillableDocument } from '@agency/test-kit/browser/fillable-document'
import { expect, logIn } from '@agency/test-kit/browser/fixtures'
import { enterPortal } from '@agency/test-kit/browser/portal-pages'
import { test } from '@agency/test-kit/browser/routed-fixtures'
import { clientUrl, staffUrl } from '@agency/test-kit/product/product-address'
import type { Page } from '@playwright/test'
import { changedButton, makeCandidate } from '../release/candidates.ts'
import { buildCopy, changeFile, copyPart, digestsOf } from '../release/part-copy.ts'

const portalTitle = (page: Page) => page.getByRole('heading', { level: 1 })
const accessButton = (page: Page) => page.getByRole('button', { name: 'Access Portal' })

const deleteButton = (page: Page) => page.getByRole('button', { name: 'Delete Admin' })
const consentButton = (page: Page) => page.getByRole('button', { name: 'Continue' })

/** Waits for shared-ui's button: what is mounted before keeps the app's own, what is mounted later is shared-ui's. */
const sharedButton = (page: Page) =>
  page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/_ui\/assets\/button-[^/]+\.js$/.test(name)),
  )

/** The page as shown by the release that is deployed now: the bff takes a second to see another one. */
async function reloadUntil(page: Page, seen: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.reload()
    await seen()
  }).toPass()
}

test('[FE-02] given a new shared-ui, when it alone is deployed and rolled back, then both apps follow on reload, their files untouched, and open tabs go on @full', async ({
  routed,
  buildOf,
  api,
  family,
  context,
  tab: staff,
  directory,
}) => {
  const apps = ['admin-app', 'portal-app'] as const
  const before = apps.map((app) => digestsOf(routed.directoryOf(app)))
  const admin = await api.addAdmin(family)
  const { session } = await addFillableDocument(api, family, [])
  const client = await context.newPage()
  const openAdmin = async () => {
    await staff.goto(staffUrl('/admin/manage'))
    await sharedButton(staff)
    await staff.getByRole('row').filter({ hasText: admin.username }).click()
    return expect(deleteButton(staff))
  }
  const openConsent = async () => {
    await client.goto(clientUrl(`/session/${session.session_code}/dashboard`))
    await sharedButton(client)
    await client.getByRole('link', { name: new RegExp(`${family} application`) }).click()
    return expect(consentButton(client))
  }
  await logIn(staff)
  await staff.goto(staffUrl('/admin/manage'))
  await enterPortal(client, session)
  await (await openConsent()).not.toHaveAttribute('data-release')

  const { build } = await makeCandidate(directory, changedButton)
  routed.deploy('shared-ui', build)

  // The tab of before loads a component that it had not needed yet: as it was released with it.
  await staff.getByRole('row').filter({ hasText: admin.username }).click()
  await deleteButton(staff).click()
  const question = staff.getByRole('alertdialog', { name: /^Are you sure/ })
  await expect(question.getByRole('button', { name: 'Cancel' })).not.toHaveAttribute('data-release')
  await question.getByRole('button', { name: 'Cancel' }).click()

  // The bff takes a second to see another release.
  const short = { timeout: 1_000 }
  await expect(async () => (await openAdmin()).toHaveAttribute('data-release', 'next', short)).toPass()
  await expect(deleteButton(staff)).toHaveCSS('border-radius', '13px')
  await expect(async () => (await openConsent()).toHaveAttribute('data-release', 'next', short)).toPass()
  await expect(consentButton(client)).toHaveCSS('border-radius', '13px')
  expect(apps.map((app) => digestsOf(routed.directoryOf(app)))).toEqual(before)

  routed.deploy('shared-ui', buildOf('shared-ui'))
  await expect(async () => (await openConsent()).not.toHaveAttribute('data-release', /.*/, short)).toPass()
  await expect(async () => (await openAdmin()).not.toHaveAttribute('data-release', /.*/, short)).toPass()
})

test('given a new portal-app, when it alone is deployed and rolled back, then clients see it on reload, the others are untouched, and open tabs go on @full', async ({
  routed,
  buildOf,
  api,
  tab: client,
  directory,
}) => {
  const others = ['admin-app', 'shared-ui'] as const
  const before = others.map((part) => digestsOf(routed.directoryOf(part)))
  const { id } = await api.addClient({ client_first_name: 'Ida', client_last_name: 'Open' })
  const { session_code } = await api.startSession(id, { passcode: 'open sesame' })
  await client.goto(clientUrl('/session/'))
  await expect(portalTitle(client)).toHaveText('Access Your Client Portal')

  const copy = join(directory, 'copy')
  copyPart('portal-app', copy)
  changeFile(copy, 'packages/messages/entry/en.json', '"Access Your Client Portal"', '"Open Your Client Portal"')
  const build = await buildCopy('portal-app', copy)
  routed.deploy('portal-app', build)

  // The tab of before goes on to screens that it has not loaded yet.
  await client.getByPlaceholder('Enter session code').fill(session_code)
  await accessButton(client).click()
  await client.getByLabel('Passcode', { exact: true }).fill('open sesame')
  await client.getByRole('button', { name: 'Access My Session' }).click()
  await expect(client.getByRole('heading', { name: 'Welcome, Ida Open' })).toBeVisible()

  await client.goto(clientUrl('/session/'))
  await reloadUntil(client, () => expect(portalTitle(client)).toHaveText('Open Your Client Portal', { timeout: 2_000 }))
  expect(others.map((part) => digestsOf(routed.directoryOf(part)))).toEqual(before)

  routed.deploy('portal-app', buildOf('portal-app'))
  await reloadUntil(client, () =>
    expect(portalTitle(client)).toHaveText('Access Your Client Portal', { timeout: 2_000 }),
  )
})

test('given a newer bff, which tells pages more than they know, when the apps start, then they do @full', async ({
  routed: _routed,
  tab,
}) => {
  for (const [url, field] of [
    [staffUrl('/admin/login'), 'Username'],
    [staffUrl('/session/'), 'Session code'],
  ] as const) {
    const page = await (await fetch(url)).text()
    const body = page.replace('{"apiBase"', '{"addedLater":{"a":[1]},"apiBase"')
    await tab.route(url, (route) => route.fulfill({ contentType: 'text/html', body }))
    await tab.goto(url)
    expect(await tab.locator('#env').textContent()).toContain('addedLater')
    await tab.getByLabel(field).focus()
    await sharedButton(tab)
  }
})
