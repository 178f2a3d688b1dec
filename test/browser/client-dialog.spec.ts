import { expect, test } from '@agency/test-kit/browser/fixtures'
import { failCalls, HeldCalls } from '@agency/test-kit/browser/held-calls'
import { staffUrl } from '@agency/test-kit/product/product-address'

const createCall = /\/_api\/clients$/

test('[CM-01] [CM-02] given the list, when a client is added and edited, then it is sent, the list follows and the modal closes', async ({
  staff,
  family,
}) => {
  await staff.goto(staffUrl(`/admin/clients?q=${family}`))
  await expect(staff.getByText('No clients found.')).toBeVisible()
  await staff.getByRole('button', { name: '+ client' }).click()
  const adding = staff.getByRole('dialog', { name: 'Add Client' })
  await expect(adding.getByRole('textbox')).toHaveCount(3)
  await expect(adding.getByLabel('Email')).toHaveAttribute('type', 'email')
  await adding.getByLabel('First Name').fill('Ana')
  await adding.getByLabel('Last Name').fill(family)
  await adding.getByLabel('Email').fill('ana@example.com')
  const posted = staff.waitForRequest((request) => request.method() === 'POST' && createCall.test(request.url()))
  await adding.getByRole('button', { name: 'Save' }).click()
  expect((await posted).postDataJSON()).toEqual({
    client_first_name: 'Ana',
    client_last_name: family,
    primary_email: 'ana@example.com',
  })
  await expect(adding).toBeHidden()

  await staff.getByRole('button', { name: `Edit client Ana ${family}` }).click()
  const editing = staff.getByRole('dialog', { name: 'Edit Client' })
  await expect(editing.getByLabel('Email')).toHaveValue('ana@example.com')
  await editing.getByLabel('First Name').fill('Anabel')
  const put = staff.waitForRequest((request) => request.method() === 'PUT')
  await editing.getByRole('button', { name: 'Save' }).click()
  expect((await put).postDataJSON()).toEqual({
    client_first_name: 'Anabel',
    client_last_name: family,
    primary_email: 'ana@example.com',
  })
  await expect(editing).toBeHidden()
  await expect(staff.getByRole('row', { name: `Anabel ${family}` })).toBeVisible()
})

test('[CM-01] given the modal, when it is cancelled or saved empty, then nothing is required', async ({ staff }) => {
  await staff.goto(staffUrl('/admin/clients'))
  const dialog = staff.getByRole('dialog', { name: 'Add Client' })
  await staff.getByRole('button', { name: '+ client' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()

  await staff.getByRole('button', { name: '+ client' }).click()
  const created = staff.waitForResponse((response) => response.request().method() === 'POST')
  await dialog.getByRole('button', { name: 'Save' }).click()
  expect((await created).status()).toBe(201)
  await expect(dialog).toBeHidden()
})

test('[CM-01] given a text that is no address, when saving, then the browser alone objects', async ({ staff }) => {
  await staff.goto(staffUrl('/admin/clients'))
  await staff.getByRole('button', { name: '+ client' }).click()
  const dialog = staff.getByRole('dialog', { name: 'Add Client' })
  await dialog.getByLabel('Email').fill('no address')
  await dialog.getByRole('button', { name: 'Save' }).click()

  await expect(dialog.getByLabel('Email')).toHaveJSProperty('validity.typeMismatch', true)
  await expect(dialog).toBeVisible()
})

test('[CM-03] given a save under way, when it is submitted again, then it is sent once', async ({ staff, family }) => {
  const held = await HeldCalls.of(staff, createCall, 'POST')
  await staff.goto(staffUrl(`/admin/clients?q=${family}`))
  await staff.getByRole('button', { name: '+ client' }).click()
  const dialog = staff.getByRole('dialog', { name: 'Add Client' })
  await dialog.getByLabel('Last Name').fill(family)
  await dialog.getByLabel('Last Name').press('Enter')
  const saving = dialog.getByRole('button', { name: 'Saving...' })
  await expect(saving).toBeVisible()
  await dialog.getByLabel('Last Name').press('Enter')
  await saving.click({ force: true })
  await dialog.getByRole('button', { name: 'Cancel' }).click({ force: true })
  await expect(dialog).toBeVisible()
  held.release()

  await expect(dialog).toBeHidden()
  expect(held.requests).toHaveLength(1)
  await expect(staff.getByText('Showing 1–1 of 1 client')).toBeVisible()
})

test('[CM-04] given a save that fails, when it is answered, then the alert, and the modal keeps what was typed', async ({
  staff,
  family,
  problems,
}) => {
  problems.expect(/status code 500/)
  const recover = await failCalls(staff, createCall, 'POST')
  await staff.goto(staffUrl(`/admin/clients?q=${family}`))
  await staff.getByRole('button', { name: '+ client' }).click()
  const dialog = staff.getByRole('dialog', { name: 'Add Client' })
  await dialog.getByLabel('Last Name').fill(family)
  await dialog.getByRole('button', { name: 'Save' }).click()
  const alert = staff.getByRole('alertdialog', { name: 'Failed to save client data. Please try again.' })
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect(alert).toBeHidden()
  await expect(dialog.getByLabel('Last Name')).toHaveValue(family)

  await recover()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(staff.getByRole('row', { name: family })).toBeVisible()
})

test('[CM-02] given a client whom someone else changes meanwhile, when it is saved, then the person is asked about the same field alone', async ({
  staff,
  api,
  family,
}) => {
  const client = await api.addClient({ client_first_name: 'Ana', client_last_name: family })
  await staff.goto(staffUrl(`/admin/clients?q=${family}`))
  await staff.getByRole('button', { name: `Edit client Ana ${family}` }).click()
  const dialog = staff.getByRole('dialog', { name: 'Edit Client' })
  await dialog.getByLabel('First Name').fill('Anabel')
  await api.changeClient(client.id, { primary_email: 'theirs@example.com' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  expect(await api.readClient(client.id)).toMatchObject({
    client_first_name: 'Anabel',
    primary_email: 'theirs@example.com',
  })

  await staff.getByRole('button', { name: `Edit client Anabel ${family}` }).click()
  await dialog.getByLabel('First Name').fill('Mine')
  await dialog.getByLabel('Last Name').fill(`${family} Mine`)
  await api.changeClient(client.id, { client_first_name: 'Theirs' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  const question = staff.getByRole('dialog', { name: 'Someone else changed this client' })
  await expect(question.getByRole('group')).toHaveCount(1)
  await expect(question.getByRole('radio', { name: 'Your value Mine' })).toBeChecked()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByLabel('First Name')).toHaveValue('Mine')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await question.getByRole('radio', { name: 'Saved meanwhile Theirs' }).check()
  await question.getByRole('button', { name: 'Save' }).click()
  await expect(question).toBeHidden()
  await expect(staff.getByRole('row', { name: `Theirs ${family} Mine` })).toBeVisible()
  await expect(dialog).toBeHidden()
})
