import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { HeldCalls } from '@agency/test-kit/browser/held-calls'
import { pressButton } from '@agency/test-kit/browser/press-button'
import { staffUrl } from '@agency/test-kit/product/product-address'

const createCall = /\/_api\/clients$/

test('[CM-01] [CM-02] [CM-03] given the list, when a client is added and edited, then it is sent once, the list follows and the modal closes @full', async ({
  staff,
  family,
}) => {
  await staff.goto(staffUrl(`/admin/clients?q=${family}`))
  await expect(staff.getByText('No clients found.')).toBeVisible()
  const add = staff.getByRole('button', { name: '+ client' })
  const adding = staff.getByRole('dialog', { name: 'Add Client' })
  const saveNew = adding.getByRole('button', { name: 'Save', exact: true })

  await test.step('Cancelled', async () => {
    await pressButton(add)
    await expect(adding.getByRole('textbox')).toHaveCount(4)
    await expect(adding.getByLabel('Email')).toHaveAttribute('type', 'email')
    await expectAccessible(staff, 'client-dialog', '[role=dialog]')
    await adding.getByRole('button', { name: 'Cancel' }).click()
    await expect(adding).toBeHidden()
  })

  await test.step('Saved empty: the browser checks the e-mail address, nothing is required, and the record opens', async () => {
    await add.click()
    await adding.getByLabel('Email').fill('no address')
    await saveNew.click()
    await expect(adding.getByLabel('Email')).toHaveJSProperty('validity.typeMismatch', true)
    await expect(adding).toBeVisible()
    await adding.getByLabel('Email').fill('')
    const created = staff.waitForResponse((response) => createCall.test(response.url()))
    await saveNew.click()
    await staff.getByRole('alertdialog').getByRole('button', { name: 'Add' }).click()
    expect((await created).status()).toBe(201)
    await expect(adding).toBeHidden()
    await expect(staff).toHaveURL(/\/admin\/clients\/[0-9a-f-]{36}$/)
    await staff.goBack()
    await expect(staff.getByText('No clients found.')).toBeVisible()
  })

  await test.step('Submitted again while it is being saved', async () => {
    const held = await HeldCalls.of(staff, createCall, 'POST')
    await add.click()
    await adding.getByLabel('First Name').fill('Ana')
    await adding.getByLabel('Last Name').fill(family)
    await adding.getByLabel('Email').fill('ana@example.com')
    await adding.getByLabel('Last Name').press('Enter')
    const saving = adding.getByRole('button', { name: 'Saving...' })
    await expect(saving).toBeVisible()
    await adding.getByLabel('Last Name').press('Enter')
    await saving.click({ force: true })
    await adding.getByRole('button', { name: 'Cancel' }).click({ force: true })
    await expect(adding).toBeVisible()
    held.release()
    await expect(adding).toBeHidden()
    expect(held.requests.map((request) => request.postDataJSON())).toEqual([
      { client_first_name: 'Ana', client_last_name: family, primary_email: 'ana@example.com' },
    ])
    await expect(staff.getByRole('heading', { name: `Ana ${family}`, level: 1 })).toBeVisible()
    await staff.goBack()
    await expect(staff.getByText('1 client')).toBeVisible()
  })

  await test.step('Edited', async () => {
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
})

test('[CM-02] given a client whom someone else changes meanwhile, when it is saved, then the person is asked about the same field alone @full', async ({
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
  await question.getByRole('radio', { name: /^Saved by First Admin, .+ Theirs$/ }).check()
  await question.getByRole('button', { name: 'Save' }).click()
  await expect(question).toBeHidden()
  await expect(staff.getByRole('row', { name: `Theirs ${family} Mine` })).toBeVisible()
  await expect(dialog).toBeHidden()
})
