import type { Admin } from '@agency/contract/admins'
import { readAlert } from '@agency/test-kit/browser/alerts'
import { expect, logIn, test } from '@agency/test-kit/browser/fixtures'
import { failCalls } from '@agency/test-kit/browser/held-calls'
import { staffUrl } from '@agency/test-kit/product/product-address'
import type { Locator, Page } from '@playwright/test'

const manage = () => staffUrl('/admin/manage')
const rowOf = (page: Page, username: string) => page.getByRole('row').filter({ hasText: username })

async function openAdmin(page: Page, { id }: Admin): Promise<void> {
  await page.goto(staffUrl(`/admin/admins/${id}`))
  await expect(page.getByRole('heading', { name: 'Edit Admin', level: 1 })).toBeVisible()
  await expect(page.getByLabel('First Name')).toBeVisible()
}

/** The browser's own complaint about a field, which keeps the form from being sent. */
const missing = (field: Locator) => field.evaluate((input) => input.matches(':invalid'))

test('[AD-01] [AD-02] given the list, when an admin is added, then the form holds to what is required, and the list has them', async ({
  staff,
  family,
}) => {
  await staff.goto(manage())
  await expect(staff.getByRole('columnheader')).toHaveText(['Email', 'Username', 'Role', 'Name', 'Clients'])
  await staff.getByRole('button', { name: 'Add Admin' }).click()
  await expect(staff).toHaveURL(staffUrl('/admin/admins/new'))
  await expect(staff.getByRole('heading', { name: 'Add Admin', level: 1 })).toBeVisible()
  await staff.getByRole('button', { name: 'Save' }).click()
  for (const label of ['First Name', 'Last Name', 'Email', 'Username', 'Password'])
    expect(await missing(staff.getByLabel(label, { exact: true })), label).toBe(true)
  await expect(staff.getByLabel('Access Level').getByRole('option')).toHaveText(['Standard', 'Power'])

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
})

test('[AD-02] [HO-10] given an admin, when a row is opened and saved or left, then the list again, changed or not', async ({
  staff,
  api,
  family,
}) => {
  const admin = await api.addAdmin(family)
  await staff.goto(manage())
  await rowOf(staff, family).click()
  await expect(staff).toHaveURL(staffUrl(`/admin/admins/${admin.id}`))
  await staff.reload()
  await expect(staff.getByLabel('Username')).toHaveValue(family)
  await expect(staff.getByLabel('Password', { exact: true })).toHaveCount(0)
  await staff.getByRole('button', { name: 'Cancel' }).click()
  await expect(staff).toHaveURL(manage())

  await rowOf(staff, family).click()
  await staff.getByLabel('Access Level').selectOption('Power')
  await staff.getByLabel('Last Name').fill('Diaz')
  await staff.getByRole('button', { name: 'Save' }).click()
  await expect(staff).toHaveURL(manage())
  await expect(rowOf(staff, family)).toContainText('Power')
  await expect(rowOf(staff, family)).toContainText('Lee Diaz')

  await rowOf(staff, family).click()
  await staff.getByRole('link', { name: 'Back to Admins' }).click()
  await expect(staff).toHaveURL(manage())
})

test('[AD-03] given an admin, when a new password is set, then short ones are refused and the good one logs in', async ({
  staff,
  visitor,
  api,
  family,
  problems,
}) => {
  problems.expect(/status code 500/)
  await openAdmin(staff, await api.addAdmin(family))
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
  const recover = await failCalls(staff, '**/_api/admin/*/password', 'PUT')
  await set('six words of mine')
  await readAlert(staff, 'Failed to update password.')
  await recover()
  await set(' six words of mine ')
  await readAlert(staff, 'Password updated successfully.')

  await logIn(visitor, { username: family, password: 'six words of mine' })
})

test('[AD-04] given an admin, when they are deleted, then after a question with their name, and the alert on failure', async ({
  staff,
  api,
  family,
  problems,
}) => {
  problems.expect(/status code 500/)
  await openAdmin(staff, await api.addAdmin(family))
  await expect(staff.getByText('More actions:')).toBeVisible()
  const press = (label: string) => staff.getByRole('alertdialog').getByRole('button', { name: label }).click()
  const remove = staff.getByRole('button', { name: 'Delete Admin' })
  await remove.click()
  await expect(staff.getByRole('alertdialog')).toContainText('Lee Ortiz')
  await press('Cancel')
  const recover = await failCalls(staff, '**/_api/admin/*', 'DELETE')
  await remove.click()
  await press('Delete')
  await expect(staff.getByRole('alertdialog', { name: 'Failed to delete admin. Please try again.' })).toBeVisible()
  await press('OK')
  expect((await api.admins()).map(({ username }) => username)).toContain(family)

  await recover()
  await remove.click()
  await press('Delete')
  await expect(staff).toHaveURL(manage())
  await expect(rowOf(staff, family)).toHaveCount(0)
  expect((await api.admins()).map(({ username }) => username)).not.toContain(family)
})

test('[AD-05] given a server in trouble, when admins are loaded or saved, then the words for each', async ({
  staff,
  api,
  family,
}) => {
  const admin = await api.addAdmin(family)
  const alert = staff.getByRole('alert')
  await openAdmin(staff, admin)
  const mend = await failCalls(staff, `**/_api/admin/${admin.id}/update`, 'PUT')
  await staff.getByRole('button', { name: 'Save' }).click()
  await expect(alert).toHaveText('Failed to save admin')
  await mend()

  const recover = await failCalls(staff, `**/_api/admin/${admin.id}`, 'GET')
  await staff.reload()
  await expect(alert).toContainText('Failed to load admin details')
  await recover()
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(staff.getByLabel('Username')).toHaveValue(family)

  await failCalls(staff, '**/_api/admin/list', 'GET')
  await staff.getByRole('link', { name: 'Back to Admins' }).click()
  await expect(alert).toContainText('Failed to load admin list')
})

test('[AD-06] given a standard admin, when they keep the staff, then they may', async ({ visitor, api, family }) => {
  const other = await api.addAdmin(`${family}b`)
  await api.addAdmin(family, { role: 'standard' })
  await logIn(visitor, { username: family, password: 'a secret of theirs' })
  await openAdmin(visitor, other)
  await visitor.getByLabel('First Name').fill('Ana')
  await visitor.getByRole('button', { name: 'Save' }).click()

  await expect(rowOf(visitor, `${family}b@`)).toContainText('Ana Ortiz')
})
