import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { openClient, openDialog } from '@agency/test-kit/browser/record-cards'
import { staffUrl } from '@agency/test-kit/product/product-address'
import type { Page } from '@playwright/test'

const offline = (page: Page) => page.getByText(/^You are offline\./)

test('given a browser that goes offline, when it is back, then the banner goes by itself and the list is fetched again @full', async ({
  staff,
  api,
  family,
}) => {
  await api.addClient({ client_first_name: 'Ana', client_last_name: family })
  await staff.goto(staffUrl(`/admin/clients?q=${family}`))
  await expect(staff.getByText('1 client')).toBeVisible()
  await staff.context().setOffline(true)
  await expect(offline(staff)).toBeVisible()
  await expect(staff.getByRole('row', { name: `Ana ${family}` })).toBeVisible()
  await expectAccessible(staff, 'connection-banner')
  await api.addClient({ client_first_name: 'Bea', client_last_name: family })
  await staff.context().setOffline(false)

  await expect(offline(staff)).toBeHidden()
  await expect(staff.getByRole('row', { name: `Bea ${family}` })).toBeVisible()
})

test('given a browser offline, when saving, then it is said, nothing typed is lost, and it saves once back @full', async ({
  staff,
  api,
  family,
  problems,
}) => {
  problems.expect(/Request failed due to a network error/)
  const client = await api.addClient({ client_first_name: 'Ana', client_last_name: family })
  await staff.goto(staffUrl(`/admin/clients?q=${family}`))
  await staff.getByRole('button', { name: `Edit client Ana ${family}` }).click()
  const dialog = staff.getByRole('dialog', { name: 'Edit Client' })
  await dialog.getByLabel('First Name').fill('Anabel')
  await staff.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Save' }).click()
  const alert = staff.getByRole('alertdialog', { name: 'Failed to save client data. Please try again.' })
  await expect(alert).toContainText('The server gave no answer. What you typed is still here')
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect(dialog.getByLabel('First Name')).toHaveValue('Anabel')
  await staff.context().setOffline(false)
  await expect(offline(staff)).toBeHidden()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  expect(await api.readClient(client.id)).toMatchObject({ client_first_name: 'Anabel' })

  await openClient(staff, client.id)
  const record = await openDialog(staff, 'Edit Contact Information')
  await record.getByLabel('Address').fill('1 Harbor Lane')
  await staff.context().setOffline(true)
  await record.getByRole('button', { name: 'Save' }).click()
  await expect(record.getByRole('alert')).toBeVisible()
  await expect(record.getByLabel('Address')).toHaveValue('1 Harbor Lane')
  await staff.context().setOffline(false)
  await expect(offline(staff)).toBeHidden()
  await record.getByRole('button', { name: 'Save' }).click()
  await expect(record).toBeHidden()
  expect(await api.readClient(client.id)).toMatchObject({ address: '1 Harbor Lane' })
})
