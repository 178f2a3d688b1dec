import { join } from 'node:path'
import { expect, logIn } from '@agency/test-kit/browser/fixtures'
import { test } from '@agency/test-kit/browser/routed-fixtures'
import { clientUrl, staffUrl } from '@agency/test-kit/product/product-address'
import type { Page } from '@playwright/test'
import { changedButton, makeCandidate } from '../release/candidates.ts'
import { buildCopy, changeFile, copyPart, digestsOf } from '../release/part-copy.ts'

const portalTitle = (page: Page) => page.getByRole('heading', { level: 1 })
const accessButton = (page: Page) => page.getByRole('button', { name: 'Access Portal' })

/** The button as shared-ui has it. On the first screen shared-ui comes with the first tap. */
async function sharedAccessButton(page: Page) {
  await page.getByLabel('Session code').focus()
  await expect(accessButton(page)).toHaveAttribute('data-state', 'idle')
  return expect(accessButton(page))
}

/** The page as shown by the release that is deployed now: the bff takes a second to see another one. */
async function reloadUntil(page: Page, seen: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.reload()
    await seen()
  }).toPass()
}

test('[FE-02] given a new shared-ui, when it alone is deployed and rolled back, then both apps follow on reload, their files untouched, and open tabs go on', async ({
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
  await logIn(staff)
  await staff.goto(staffUrl('/admin/manage'))
  const client = await context.newPage()
  await client.goto(clientUrl('/session/'))
  await (await sharedAccessButton(client)).not.toHaveAttribute('data-release')

  const { build } = await makeCandidate(directory, changedButton)
  routed.deploy('shared-ui', build)

  // The tab of before loads a component that it had not needed yet: as it was released with it.
  await staff.getByRole('row').filter({ hasText: admin.username }).click()
  await staff.getByRole('button', { name: 'Delete Admin' }).click()
  const question = staff.getByRole('alertdialog', { name: /^Are you sure/ })
  await expect(question.getByRole('button', { name: 'Cancel' })).not.toHaveAttribute('data-release')
  await question.getByRole('button', { name: 'Cancel' }).click()

  await reloadUntil(staff, async () => {
    await expect(staff.getByRole('button', { name: 'Delete Admin' })).toHaveAttribute('data-release', 'next')
  })
  await expect(staff.getByRole('button', { name: 'Delete Admin' })).toHaveCSS('border-radius', '13px')
  await reloadUntil(client, async () => {
    await (await sharedAccessButton(client)).toHaveAttribute('data-release', 'next', { timeout: 1_000 })
  })
  await expect(accessButton(client)).toHaveCSS('border-radius', '13px')
  expect(apps.map((app) => digestsOf(routed.directoryOf(app)))).toEqual(before)

  routed.deploy('shared-ui', buildOf('shared-ui'))
  await reloadUntil(client, async () => {
    await (await sharedAccessButton(client)).not.toHaveAttribute('data-release', { timeout: 1_000 })
  })
  await reloadUntil(staff, async () => {
    await expect(staff.getByRole('button', { name: 'Delete Admin' })).toHaveAttribute('data-state', 'idle')
    await expect(staff.getByRole('button', { name: 'Delete Admin' })).not.toHaveAttribute('data-release')
  })
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
  for (const [url, field, title] of [
    [staffUrl('/admin/login'), 'Username', 'Login'],
    [staffUrl('/session/'), 'Session code', 'Access Portal'],
  ] as const) {
    const page = await (await fetch(url)).text()
    const body = page.replace('{"apiBase"', '{"addedLater":{"a":[1]},"apiBase"')
    await tab.route(url, (route) => route.fulfill({ contentType: 'text/html', body }))
    await tab.goto(url)
    expect(await tab.locator('#env').textContent()).toContain('addedLater')
    await tab.getByLabel(field).focus()
    await expect(tab.getByRole('button', { name: title })).toHaveAttribute('data-state', 'idle')
  }
})
