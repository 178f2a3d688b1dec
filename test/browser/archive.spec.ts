import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { openStaffApi } from '@agency/test-kit/api/staff-api'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { pressButton } from '@agency/test-kit/browser/press-button'
import { openClient } from '@agency/test-kit/browser/record-cards'
import { openSession } from '@agency/test-kit/browser/session-page'
import { clientUrl, staffUrl } from '@agency/test-kit/product/product-address'
import type { Page } from '@playwright/test'

/** Chooses an entry of the menu of the shown record. */
async function choose(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: entry, exact: true }).click()
}

/** Searches the clients, or the archived ones. */
async function search(page: Page, family: string, archived: boolean): Promise<void> {
  await page.goto(staffUrl(`/admin/clients?q=${family}${archived ? '&archived=true' : ''}`))
}

test('[OF-10] given a client, when it is archived, then search and portal refuse it, its address opens it, and it is restored @full', async ({
  staff,
  api,
  family,
  phone,
}) => {
  const client = await api.addClient({ client_first_name: 'Eva', client_last_name: family })
  const session = await api.startSession(client.id, { passcode: 'Blue Door' })
  await openClient(staff, client.id)
  await choose(staff, 'Archive')
  const question = staff.getByRole('alertdialog', { name: 'Archive this client?' })
  await expect(question).toBeVisible()
  await expectAccessible(staff, 'archive-question')
  await question.getByRole('button', { name: 'Archive' }).click()
  await expect(staff.getByText(/^This client was archived on /)).toBeVisible()
  await expect(staff.getByRole('button', { name: 'Start New Session' })).toHaveCount(0)
  await expectAccessible(staff, 'archived-client')

  await test.step('the client can no longer open the session', async () => {
    await phone.goto(clientUrl(`/session/${session.session_code}`))
    await phone.getByLabel('Passcode', { exact: true }).fill('Blue Door')
    await pressButton(phone.getByRole('button', { name: 'Access My Session' }))
    await expect(phone.getByRole('heading', { name: 'This session has ended' })).toBeVisible()
  })

  await search(staff, family, false)
  await expect(staff.getByText('No clients found.')).toBeVisible()
  await search(staff, family, true)
  await staff.getByRole('link', { name: `Eva ${family}` }).click()
  await pressButton(staff.getByRole('button', { name: 'Restore' }))
  await expect(staff.getByRole('button', { name: 'Start New Session' })).toBeVisible()
})

test('[OF-10] given a session without a signature, when its code is typed, then it is deleted for good @full', async ({
  staff,
  api,
  family,
}) => {
  const client = await api.addClient({ client_first_name: 'Eva', client_last_name: family })
  const session = await api.startSession(client.id, {})
  await openSession(staff, session)
  await choose(staff, 'Archive')
  await staff.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click()
  await expect(staff.getByText(/^This session was archived on /)).toBeVisible()
  await expectAccessible(staff, 'archived-session')
  await pressButton(staff.getByRole('button', { name: 'Delete for good' }))
  const question = staff.getByRole('alertdialog', { name: 'Delete this session for good?' })
  await question.getByRole('textbox').fill(session.session_code)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(staff).toHaveURL(staffUrl(`/admin/clients/${client.id}`))
  await expect(staff.getByText('No sessions yet.')).toBeVisible()
})

test('[OF-10] given an admin who looks after a client, when they are deleted, then the chosen admin takes over @full', async ({
  staff,
  api,
  family,
}) => {
  const password = 'a secret of their own'
  const leaving = await api.addAdmin(family, { password, first_name: 'Lee', last_name: 'Ortiz' })
  const own = await openStaffApi({ username: family, password })
  const client = await own.addClient({ client_first_name: 'Eva', client_last_name: family })
  await staff.goto(staffUrl(`/admin/admins/${leaving.id}`))
  await pressButton(staff.getByRole('button', { name: 'Delete Admin' }))
  const dialog = staff.getByRole('dialog', { name: 'Delete Lee Ortiz?' })
  await expect(dialog.getByText('Lee Ortiz looks after 1 client', { exact: false })).toBeVisible()
  await expectAccessible(staff, 'admin-take-over')
  const list = await api.read<{ id: string; username: string }[]>('/admin/list')
  const successor = list.find(({ username }) => username === 'admin')
  await dialog.getByLabel('Who takes over?').selectOption(successor?.id ?? '')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(staff).toHaveURL(staffUrl('/admin/manage'))
  expect(await api.read(`/clients/${client.id}`)).toMatchObject({ owner_id: successor?.id })
})
