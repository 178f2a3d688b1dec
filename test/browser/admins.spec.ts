import type { Admin } from '@agency/contract/admins'
import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { readAlert } from '@agency/test-kit/browser/alerts'
import { expect, logIn, test } from '@agency/test-kit/browser/fixtures'
import { pressButton, waitForButton } from '@agency/test-kit/browser/press-button'
import { staffUrl } from '@agency/test-kit/product/product-address'
import type { Locator, Page } from '@playwright/test'

const manage = () => staffUrl('/admin/manage')
const rowOf = (page: Page, username: string) => page.getByRole('row').filter({ hasText: username })

async function openAdmin(page: Page, { id }: Admin): Promise<void> {
  await page.goto(staffUrl(`/admin/admins/${id}`))
  await expect(page.getByRole('heading', { name: 'Edit Admin', level: 1 })).toBeVisible()
  await expect(page.getByLabel('First Name')).toBeVisible()
  await waitForButton(page.getByRole('button', { name: 'Save' }))
}

/** The browser's own complaint about a field, which keeps the form from being sent. */
const missing = (field: Locator) => field.evaluate((input) => input.matches(':invalid'))

test('[AD-01] [AD-02] [HO-10] given the list, when an admin is added, opened and saved, then the form holds to what is required, and the list has them @full', async ({
  staff,
  family,
}) => {
  await staff.goto(manage())
  await expect(staff.getByRole('columnheader')).toHaveText(['Email', 'Username', 'Role', 'Name', 'Clients'])
  await pressButton(staff.getByRole('button', { name: 'Add Admin' }))
  await expect(staff).toHaveURL(staffUrl('/admin/admins/new'))
  await expect(staff.getByRole('heading', { name: 'Add Admin', level: 1 })).toBeVisible()
  await staff.getByRole('button', { name: 'Save' }).click()
  for (const label of ['First Name', 'Last Name', 'Email', 'Username', 'Password'])
    expect(await missing(staff.getByLabel(label, { exact: true })), label).toBe(true)
  await expect(staff.getByLabel('Access Level').getByRole('option')).toHaveText([
    'Standard',
    'Power',
    'Assistant',
    'Auditor',
  ])
  await expectAccessible(staff, 'add-admin')

  await staff.getByLabel('First Name').fill('Lee')
  await staff.getByLabel('Last Name').fill('Ortiz')
  await staff.getByLabel('Username').fill(family)
  await staff.getByLabel('Password', { exact: true }).fill('a secret of theirs')
  await staff.getByLabel('Email').fill('no address')
  expect(await missing(staff.getByLabel('Email'))).toBe(true)
  await staff.getByLabel('Email').fill(`${family}@example.com`)
  await staff.getByRole('button', { name: 'Save' }).click()

  await expect(staff).toHaveURL(manage())
  const cells = [`${family}@example.com`, family, 'Standard', 'Lee Ortiz', '0']
  await expect(rowOf(staff, family).getByRole('cell')).toHaveText(cells)

  await test.step('Opened by its address and left', async () => {
    await rowOf(staff, family).click()
    await expect(staff).toHaveURL(/\/admin\/admins\/[0-9a-f-]{36}$/)
    await staff.reload()
    await expect(staff.getByLabel('Username')).toHaveValue(family)
    await expect(staff.getByLabel('Password', { exact: true })).toHaveCount(0)
    await expectAccessible(staff, 'edit-admin')
    await pressButton(staff.getByRole('button', { name: 'Cancel' }))
    await expect(staff).toHaveURL(manage())
    await rowOf(staff, family).click()
    await staff.getByRole('link', { name: 'Back to Admins' }).click()
    await expect(staff).toHaveURL(manage())
  })

  await test.step('Changed and saved', async () => {
    await rowOf(staff, family).click()
    await staff.getByLabel('Access Level').selectOption('Power')
    await staff.getByLabel('Last Name').fill('Diaz')
    await staff.getByRole('button', { name: 'Save' }).click()
    await expect(staff).toHaveURL(manage())
    await expect(rowOf(staff, family)).toContainText('Power')
    await expect(rowOf(staff, family)).toContainText('Lee Diaz')
  })
})

test('[AD-03] [AD-06] given a standard admin, when a new password is set, then short ones are refused, and with the good one they manage admins @full', async ({
  staff,
  visitor,
  api,
  family,
}) => {
  const admin = await api.addAdmin(family, { role: 'standard' })
  await openAdmin(staff, admin)
  const set = async (password: string) => {
    await staff.getByRole('button', { name: 'Set New Password' }).click()
    const field = staff.getByRole('alertdialog').locator('input')
    await expect(field).toHaveAttribute('type', 'password')
    await field.fill(password)
    await staff.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  }
  await set('  five5  ')
  await readAlert(staff, 'Password must be at least 6 characters.')
  await set('six666')
  await readAlert(staff, 'Use at least 12 characters.')
  await set('password1234')
  await readAlert(staff, 'This password is too common.')
  await set(' six words of mine ')
  await readAlert(staff, 'Password updated successfully.')

  await logIn(visitor, { username: family, password: 'six words of mine' })
  const other = await api.addAdmin(`${family}b`)
  await openAdmin(visitor, other)
  await visitor.getByLabel('First Name').fill('Ana')
  await visitor.getByRole('button', { name: 'Save' }).click()
  await expect(rowOf(visitor, `${family}b@`)).toContainText('Ana Ortiz')
})

test('[AD-04] given an admin, when they are deleted, then only after a question with their name @full', async ({
  staff,
  api,
  family,
}) => {
  await openAdmin(staff, await api.addAdmin(family))
  await expect(staff.getByText('More actions:')).toBeVisible()
  const press = (label: string) => staff.getByRole('alertdialog').getByRole('button', { name: label }).click()
  const remove = staff.getByRole('button', { name: 'Delete Admin' })
  await remove.click()
  await expect(staff.getByRole('alertdialog')).toContainText('Lee Ortiz')
  await expectAccessible(staff, 'delete-admin-question', '[role=alertdialog]')
  await press('Cancel')
  expect((await api.admins()).map(({ username }) => username)).toContain(family)

  await remove.click()
  await press('Delete')
  await expect(staff).toHaveURL(manage())
  await expect(rowOf(staff, family)).toHaveCount(0)
  expect((await api.admins()).map(({ username }) => username)).not.toContain(family)
})
