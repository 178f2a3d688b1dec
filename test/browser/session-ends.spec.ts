import { openStaffApi, type StaffApi } from '@agency/test-kit/api/staff-api'
import { enterLogin, expect, test } from '@agency/test-kit/browser/fixtures'
import { openClient, openDialog } from '@agency/test-kit/browser/record-cards'
import { staffUrl } from '@agency/test-kit/product/product-address'
import type { Browser } from '@playwright/test'

/** A staff member of the test's own, and a page on which they are logged in. */
async function ownStaff(browser: Browser, api: StaffApi, username: string) {
  const who = { username, password: 'a secret of my own' }
  const admin = await api.addAdmin(username, { password: who.password })
  const own = await openStaffApi(who)
  const context = await browser.newContext({ storageState: own.storageState() })
  return { admin, who, own, context, page: await context.newPage() }
}

const expired = 'Your login has expired. Please log in again.'

type Staff = Awaited<ReturnType<typeof ownStaff>>
const ends = [
  { how: 'that the server has ended', message: expired, end: ({ own }: Staff) => own.logOut() },
  {
    how: 'whose role was changed',
    message: expired,
    end: ({ admin }: Staff, api: StaffApi) => api.changeRole(admin.id, 'power'),
  },
  {
    how: 'that was ended in another tab',
    message: 'You have logged out in another tab. Please log in again.',
    end: async ({ context }: Staff) => {
      const other = await context.newPage()
      await other.goto(staffUrl('/admin'))
      await other.getByRole('button', { name: 'Logout' }).click()
    },
  },
] as const

for (const { how, message, end } of ends) {
  test(`[HO-06] [HO-07] [SH-05] given a login ${how} under an open dialog, when they log in again, then all typed is there @full`, async ({
    browser,
    api,
    family,
  }) => {
    const { id } = await api.addClient({ client_last_name: family, occupation: 'Baker', agi: '40000' })
    const staff = await ownStaff(browser, api, family.toLowerCase())
    const { page } = staff
    await openClient(page, id)
    const dialog = await openDialog(page, 'Edit Employment Information')
    await dialog.getByLabel('Occupation').fill('Pilot of small planes')
    await page.waitForLoadState('networkidle')
    await end(staff, api)
    if (message === expired) await dialog.getByRole('button', { name: 'Save', exact: true }).click()

    await expect(page.getByRole('alert')).toHaveText(message)
    await expect(page).toHaveURL(staffUrl('/admin/login'))
    await expect(page.getByText('Pilot of small planes')).toBeHidden()
    // Somebody else goes on meanwhile.
    await api.changeClient(id, { agi: '50000' })
    await enterLogin(page, staff.who)

    await expect(page).toHaveURL(staffUrl(`/admin/clients/${id}`))
    await expect(dialog.getByLabel('Occupation')).toHaveValue('Pilot of small planes')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(dialog).toBeHidden()
    expect(await api.readClient(id)).toMatchObject({ occupation: 'Pilot of small planes', agi: '50000' })
    await staff.context.close()
  })
}

test('[SH-05] given a login that ended under typed text, when somebody else logs in, then it is gone @full', async ({
  browser,
  api,
  family,
}) => {
  const { id } = await api.addClient({ client_last_name: family, occupation: 'Baker' })
  const staff = await ownStaff(browser, api, family.toLowerCase())
  await api.addAdmin(`${family.toLowerCase()}two`, { password: 'another secret' })
  const { page } = staff
  await openClient(page, id)
  const dialog = await openDialog(page, 'Edit Employment Information')
  await dialog.getByLabel('Occupation').fill('Pilot of small planes')
  await page.waitForLoadState('networkidle')
  await staff.own.logOut()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText(expired)
  await enterLogin(page, { username: `${family.toLowerCase()}two`, password: 'another secret' })

  await expect(page.getByRole('region', { name: 'Employment Information' })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  const again = await openDialog(page, 'Edit Employment Information')
  await expect(again.getByLabel('Occupation')).toHaveValue('Baker')
  expect(await api.readClient(id)).toMatchObject({ occupation: 'Baker' })
  await staff.context.close()
})

test('given typed text, when the page is about to go, then the browser asks first @full', async ({
  staff,
  api,
  family,
}) => {
  const { id } = await api.addClient({ client_last_name: family })
  await openClient(staff, id)
  const dialog = await openDialog(staff, 'Edit Employment Information')
  await dialog.getByLabel('Occupation').fill('Pilot')
  const asked = staff.waitForEvent('dialog')
  // Not Playwright's own, which would wait for the page that is not to come.
  await staff.evaluate(() => void setTimeout(() => location.reload()))
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()

  await expect(dialog.getByLabel('Occupation')).toHaveValue('Pilot')
})
