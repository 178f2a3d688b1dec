import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { expect, logIn, test } from '@agency/test-kit/browser/fixtures'
import { staffUrl } from '@agency/test-kit/product/product-address'
import type { Page } from '@playwright/test'

const input = (page: Page) => page.getByRole('combobox', { name: 'Search clients, forms and actions' })
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })

async function openPalette(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^Search/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(input(page)).toBeFocused()
}

test('given a client, when found by the keyboard alone, then the client shows, and nothing typed is kept @full', async ({
  staff,
  api,
  family,
}) => {
  await api.addClient({ client_first_name: 'Ana', client_last_name: family, dob: '1961-04-12' })
  await api.addClient({ client_first_name: 'Bea', client_last_name: family })
  await staff.goto(staffUrl('/admin/dashboard'))
  await expect(staff.getByRole('button', { name: /^Search/ })).toHaveAttribute('aria-keyshortcuts', 'Control+K')
  await openPalette(staff)
  await staff.keyboard.type(family)
  await expect(option(staff, `Ana ${family} born 4/12/1961`)).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(staff, 'command-palette', '[role=dialog]')
  await staff.keyboard.press('ArrowDown')
  const bea = option(staff, `Bea ${family}`)
  await expect(bea).toHaveAttribute('aria-selected', 'true')
  await expect(input(staff)).toHaveAttribute('aria-activedescendant', (await bea.getAttribute('id')) ?? '')
  await staff.keyboard.press('Enter')

  await expect(staff.getByRole('heading', { name: `Bea ${family}`, level: 1 })).toBeFocused()
  const stored = await staff.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(stored).not.toContain(family)
  await openPalette(staff)
  await expect(input(staff)).toHaveValue('')
})

test('given more clients than are offered, when all are asked for, then the list is searched for them @full', async ({
  staff,
  api,
  family,
}) => {
  for (let n = 0; n < 10; n += 1) await api.addClient({ client_first_name: `P${n}`, client_last_name: family })
  await staff.goto(staffUrl('/admin/forms'))
  const button = staff.getByRole('button', { name: /^Search/ })
  await button.click()
  await input(staff).fill(family)
  await option(staff, 'Show all 10 clients found').click()
  await expect(staff).toHaveURL(staffUrl(`/admin/clients?q=${family}`))
  await expect(staff.getByText('10 clients')).toBeVisible()
})

test('given something focused, when the palette is left, then the focus is back there @full', async ({ staff }) => {
  await staff.goto(staffUrl('/admin/clients'))
  const search = staff.getByRole('searchbox')
  await search.focus()
  await openPalette(staff)
  await staff.keyboard.press('Escape')
  await expect(search).toBeFocused()
  await openPalette(staff)
  await staff.keyboard.press('Control+k')
  await expect(input(staff)).toBeHidden()
  await expect(search).toBeFocused()

  await staff.getByRole('button', { name: '+ client' }).click()
  await expect(staff.getByRole('dialog', { name: 'Add Client' })).toBeVisible()
  await staff.keyboard.press('Control+k')
  await expect(staff.getByRole('dialog')).toHaveCount(1)
})

test('given actions, when chosen, then screens and dialogs open, up to the logout @full', async ({
  visitor,
  api,
  family,
}) => {
  const form = await api.addLink({ title: `${family} guide` })
  await logIn(visitor)
  const choose = async (words: string, name: string | RegExp) => {
    await openPalette(visitor)
    await visitor.keyboard.type(words)
    await expect(option(visitor, name).first()).toHaveAttribute('aria-selected', 'true')
    await visitor.keyboard.press('Enter')
  }
  for (const [words, heading] of [
    ['forms', 'Forms'],
    ['sessions', 'Sessions'],
    ['admins', 'Manage Admins'],
    ['go clients', 'Clients'],
    ['add admin', 'Add Admin'],
    ['home', 'Admin Dashboard'],
  ] as const) {
    await choose(words, /^(Go to|Add)/)
    await expect(visitor.getByRole('heading', { name: heading, level: 1, exact: true })).toBeFocused()
  }
  for (const [words, name, title] of [
    ['add client', 'Add Client', 'Add Client'],
    ['add document', 'Add Document Form', 'Add New Form'],
    [`${family} guide`, `${form.title}`, 'Edit Form'],
  ] as const) {
    await choose(words, name)
    const dialog = visitor.getByRole('dialog', { name: title })
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
  }
  await choose('log out', 'Log out')
  await expect(visitor.getByRole('heading', { name: 'Staff login' })).toBeVisible()
})
