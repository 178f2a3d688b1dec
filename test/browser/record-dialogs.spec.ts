import { expect, test } from '@agency/test-kit/browser/fixtures'
import { failCalls, HeldCalls } from '@agency/test-kit/browser/held-calls'
import { card, openClient, openDialog, save, shown } from '@agency/test-kit/browser/record-cards'
import type { Locator } from '@playwright/test'

const part = (dialog: Locator, name: string) => dialog.getByRole('button', { name: new RegExp(`^${name}\\b`) })

async function expectOpen(dialog: Locator, parts: Record<string, boolean>) {
  for (const [name, open] of Object.entries(parts))
    await expect(part(dialog, name), name).toHaveAttribute('aria-expanded', `${open}`)
}

test('[CD-04] [CD-13] given a dialog, when saving is slow, fails and succeeds, then it is busy, stays and closes over fresh data', async ({
  staff,
  api,
  family,
}) => {
  const { id } = await api.addClient({ client_last_name: family, occupation: 'Baker' })
  const call = `**/_api/clients/${id}`
  const recover = await failCalls(staff, call, 'PUT')
  const held = await HeldCalls.of(staff, call, 'PUT')
  await openClient(staff, id)
  const dialog = await openDialog(staff, 'Edit Employment Information')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await dialog.getByLabel('Occupation').fill('Pilot')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeVisible()
  held.release()
  await expect(dialog.getByRole('alert')).toHaveText('The changes could not be saved. Please try again.')
  await expect(dialog.getByLabel('Occupation')).toHaveValue('Pilot')

  await recover()
  const fetched = staff.waitForResponse(
    (response) => response.request().method() === 'GET' && response.url().endsWith(id) && response.ok(),
  )
  await save(dialog)
  expect(await (await fetched).json()).toMatchObject({ occupation: 'Pilot' })
  await expect(shown(card(staff, 'Employment Information'), 'Occupation')).toHaveText('Pilot')
})

test('[CD-04] given a changed dialog, when it is cancelled, then it asks before it throws the change away', async ({
  staff,
  api,
  family,
}) => {
  const { id } = await api.addClient({ client_last_name: family, bank_name: 'First Bank' })
  await openClient(staff, id)
  const dialog = await openDialog(staff, 'Edit Bank Information')
  await dialog.getByLabel('Bank Name').fill('Other Bank')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const question = staff.getByRole('alertdialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByLabel('Bank Name')).toHaveValue('Other Bank')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()

  await expect(dialog).toBeHidden()
  await expect(shown(card(staff, 'Bank Information'), 'Bank Name')).toHaveText('First Bank')
})

test('[CD-05] [CD-06] [CD-07] given data in some parts, when dialogs open, then those parts and the first ones are open', async ({
  staff,
  api,
  family,
}) => {
  const { id } = await api.addClient({
    client_last_name: family,
    dep3_name: 'Luis',
    ben4_relationship: 'Sister',
    age_of_sibling2: 41,
  })
  await openClient(staff, id)

  const dependents = await openDialog(staff, 'Edit Dependents')
  await expectOpen(dependents, {
    'Dependent 1': true,
    'Dependent 2': false,
    'Dependent 3': true,
    'Dependent 4': false,
  })
  await part(dependents, 'Dependent 2').click()
  await expectOpen(dependents, { 'Dependent 2': true })
  await part(dependents, 'Dependent 1').click()
  await expectOpen(dependents, { 'Dependent 1': false })
  await dependents.getByRole('button', { name: 'Cancel' }).click()

  const beneficiaries = await openDialog(staff, 'Edit Beneficiaries')
  await expectOpen(beneficiaries, {
    'Beneficiary 1': true,
    'Beneficiary 2': false,
    'Beneficiary 3': false,
    'Beneficiary 4': true,
  })
  await beneficiaries.getByRole('button', { name: 'Cancel' }).click()

  const history = await openDialog(staff, 'Edit Family History')
  await expectOpen(history, {
    Mother: true,
    Father: true,
    'Sibling 1': false,
    'Sibling 2': true,
    'Sibling 3': false,
    'Sibling 4': false,
  })
  const ages = history.getByLabel('Age')
  await expect(ages).toHaveCount(3)
  for (const age of await ages.all()) await expect(age).toHaveAttribute('type', 'number')
  await history.getByRole('button', { name: 'Cancel' }).click()

  await openDialog(staff, 'Edit Prescriptions & Specialists')
})

test('[CD-09] given a stored language of its own, when the dialog opens, then it is an extra option and stays', async ({
  staff,
  api,
  family,
}) => {
  const { id } = await api.addClient({ client_last_name: family, pref_lang: 'Haitian Creole' })
  await openClient(staff, id)
  const dialog = await openDialog(staff, 'Edit Personal Information')
  const language = dialog.getByLabel('Preferred Language')
  await expect(language).toHaveValue('Haitian Creole')
  await expect(language.getByRole('option')).toHaveText(['-', 'English', 'Spanish', 'Portuguese', 'Haitian Creole'])
  await dialog.getByLabel('Height').fill(`5'9"`)
  await save(dialog)
  await expect(shown(card(staff, 'Personal Information'), 'Preferred Language')).toHaveText('Haitian Creole')

  const again = await openDialog(staff, 'Edit Personal Information')
  await again.getByLabel('Preferred Language').selectOption('Portuguese')
  await save(again)
  await expect(shown(card(staff, 'Personal Information'), 'Preferred Language')).toHaveText('Portuguese')
})

test('[CD-11] given stored dates, when they are emptied, then the clear marker is sent and they are gone', async ({
  staff,
  api,
  family,
}) => {
  const { id } = await api.addClient({
    client_last_name: family,
    spouse_dob: '1980-01-02',
    dep1_dob: '2010-01-02',
    ben1_dob: '1975-01-02',
  })
  await openClient(staff, id)
  for (const [title, field] of [
    ['Edit Spouse Information', 'spouse_dob'],
    ['Edit Dependents', 'dep1_dob'],
    ['Edit Beneficiaries', 'ben1_dob'],
  ] as const) {
    const dialog = await openDialog(staff, title)
    await dialog.getByLabel('Date of Birth').first().fill('')
    const sent = staff.waitForRequest((request) => request.method() === 'PUT')
    await save(dialog)
    expect((await sent).postDataJSON()).toMatchObject({ [field]: '__clear__' })
  }
  expect(await api.readClient(id)).toMatchObject({ spouse_dob: null, dep1_dob: null, ben1_dob: null })
})
