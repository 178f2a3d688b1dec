import { onePagePdf } from '@agency/pdf-signing/test/sample-pdfs'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { consent, enterPortal, openDecline } from '@agency/test-kit/browser/portal-pages'
import { card, openClient, openDialog } from '@agency/test-kit/browser/record-cards'
import { clientUrl, staffUrl } from '@agency/test-kit/product/product-address'
import type { Page } from '@playwright/test'

/** The scripts that a page got, by part and by the name of what they hold, such as `shared-ui button`. */
function watchScripts(page: Page): string[] {
  const scripts: string[] = []
  page.on('response', (response) => {
    const found = /\/(?:admin|session)\/(_ui\/)?assets\/([a-z-]+)-[^/]{8}\.js$/.exec(new URL(response.url()).pathname)
    if (found && response.status() === 200) scripts.push(`${found[1] ? 'shared-ui' : 'app'} ${found[2]}`)
  })
  return scripts
}

const components = ['button', 'folder-group', 'modal', 'rich-text']

/** Which components came from shared-ui, and which from the app's own copies. */
const componentsIn = (scripts: readonly string[], part: 'shared-ui' | 'app') =>
  components.filter((component) => scripts.includes(`${part} ${component}`))

test('[FE-01] given the back office, when its screens and dialogs are used, then all four components come from shared-ui @full', async ({
  staff,
  api,
  family,
}) => {
  const scripts = watchScripts(staff)
  const { id } = await api.addClient({ client_last_name: family })
  await api.addPdf(onePagePdf, { title: `${family} offer`, folder: family })
  const admin = await api.addAdmin(family)
  await openClient(staff, id)
  const dialog = await openDialog(staff, 'Edit Notes')
  await expect(dialog.getByRole('textbox', { name: 'Notes', exact: true })).toBeVisible()
  await expect(dialog).toHaveAttribute('data-size', 'wide')
  await expect(dialog.getByRole('button', { name: 'Save' })).toHaveAttribute('data-variant', 'primary')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveAttribute('data-variant', 'secondary')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(card(staff, 'Notes')).toBeVisible()

  await staff.goto(staffUrl('/admin/clients'))
  await staff.getByRole('button', { name: '+ client' }).click()
  await expect(staff.getByRole('dialog', { name: 'Add Client' })).toHaveAttribute('data-size', 'medium')
  await staff.goto(staffUrl('/admin/forms'))
  await expect(staff.getByRole('button', { name: new RegExp(`^${family}`) })).toHaveAttribute('aria-expanded', 'true')
  await staff.getByRole('button', { name: `Edit ${family} offer` }).click()
  await expect(staff.getByRole('dialog', { name: 'Edit Form' })).toHaveAttribute('data-size', 'wide')
  await staff.goto(staffUrl(`/admin/admins/${admin.id}`))
  await expect(staff.getByRole('button', { name: 'Delete Admin' })).toHaveAttribute('data-variant', 'secondary')

  expect(componentsIn(scripts, 'shared-ui')).toEqual(components)
  expect(componentsIn(scripts, 'app')).toEqual([])
})

test('[FE-01] [FE-03] given the portal, when a document is read, then button, folder and dialog come from shared-ui, and no editor', async ({
  phone,
  api,
  family,
}) => {
  const scripts = watchScripts(phone)
  const form = await api.addPdf(onePagePdf, { title: `${family} offer`, folder: family })
  const client = await api.addClient({ client_last_name: family })
  const session = await api.startSession(client.id)
  const document = await api.attach(session.id, { form_id: form.id })
  await phone.goto(clientUrl('/session/'))
  // shared-ui comes with the first tap, after the first screen.
  await phone.getByLabel('Session code').focus()
  await expect(phone.getByRole('button', { name: 'Access Portal' })).toHaveAttribute('data-state', 'idle')
  await enterPortal(phone, session)
  await expect(phone.getByRole('button', { name: new RegExp(`^${family}`) })).toHaveAttribute('aria-expanded', 'true')
  await phone.goto(clientUrl(`/session/${session.session_code}/form/${document.id}`))
  await consent(phone)
  const dialog = await openDecline(phone)
  await expect(dialog).toHaveAttribute('data-size', 'medium')
  for (const variant of ['danger', 'secondary']) await expect(dialog.locator(`[data-variant=${variant}]`)).toBeVisible()

  expect(componentsIn(scripts, 'shared-ui')).toEqual(['button', 'folder-group', 'modal'])
  expect(componentsIn(scripts, 'app')).toEqual([])
})

/** In the page: counts the rows of documents that are mounted. */
function countMounts(): void {
  Reflect.set(window, 'rowsMounted', 0)
  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element)
    const rows = added.flatMap((node) => [...node.querySelectorAll('li')])
    Reflect.set(window, 'rowsMounted', Number(Reflect.get(window, 'rowsMounted')) + rows.length)
  }).observe(document, { childList: true, subtree: true })
}

test('given a folder that comes late, when the list is opened by its address, then its rows come with the folder', async ({
  phone,
  api,
  family,
}) => {
  const client = await api.addClient({ client_last_name: family })
  const session = await api.startSession(client.id)
  const source = staffUrl('/session/')
  await api.attach(session.id, { type: 'Link', title: 'Guide', folder: family, source })
  await enterPortal(phone, session)
  const { promise, resolve: arrive } = Promise.withResolvers<void>()
  await phone.route(/\/_ui\/assets\/folder-group-[^/]+\.js$/, async (route) => {
    await promise
    await route.continue()
  })
  await phone.addInitScript(countMounts)
  const forms = phone.waitForResponse(/\/sessionforms\/session\//)
  await phone.goto(clientUrl(`/session/${session.session_code}/dashboard`))
  await forms
  await expect(phone.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
  arrive()
  await expect(phone.getByRole('button', { name: `${family} 1` })).toBeVisible()
  await expect(phone.getByRole('link', { name: /Guide/ })).toBeVisible()
  // A row that is mounted again in between loses a press.
  expect(await phone.evaluate(() => Reflect.get(window, 'rowsMounted'))).toBe(1)
})
