import { expect, test } from '@agency/test-kit/browser/fixtures'
import { card, openClient, openDialog, save, shown } from '@agency/test-kit/browser/record-cards'
import type { Locator } from '@playwright/test'

const part = (dialog: Locator, name: string) => dialog.getByRole('button', { name: new RegExp(`^${name}\\b`) })

async function expectOpen(dialog: Locator, parts: Record<string, boolean>) {
  for (const [name, open] of Object.entries(parts))
    await expect(part(dialog, name), name).toHaveAttribute('aria-expanded', `${open}`)
}

/** Empties the last date of birth of the open parts, saves, and expects the clear marker in the request. */
async function clearBirthday(dialog: Locator, field: string) {
  await dialog.getByLabel('Date of Birth').last().fill('')
  const sent = dialog.page().waitForRequest((request) => request.method() === 'PUT')
  await save(dialog)
  expect((await sent).postDataJSON()).toMatchObject({ [field]: '__clear__' })
}

test('[CD-05] [CD-06] [CD-07] [CD-09] [CD-11] given data in some parts, when dialogs open, then those and the first parts are open, and values can be kept and emptied @full', async ({
  staff,
  api,
  family,
}) => {
  const { id } = await api.addClient({
    client_last_name: family,
    pref_lang: 'Haitian Creole',
    spouse_dob: '1980-01-02',
    dep3_name: 'Luis',
    dep3_dob: '2010-01-02',
    ben4_relationship: 'Sister',
    ben4_dob: '1975-01-02',
    age_of_sibling2: 41,
  })
  await openClient(staff, id)

  await test.step('a dependent has parts of their own and a date that can be emptied', async () => {
    const dialog = await openDialog(staff, 'Edit Dependents')
    await expectOpen(dialog, {
      'Dependent 1': true,
      'Dependent 2': false,
      'Dependent 3': true,
      'Dependent 4': false,
    })
    await part(dialog, 'Dependent 2').click()
    await expectOpen(dialog, { 'Dependent 2': true })
    await part(dialog, 'Dependent 1').click()
    await expectOpen(dialog, { 'Dependent 1': false })
    await clearBirthday(dialog, 'dep3_dob')
  })

  await test.step('a beneficiary has parts of their own and a date that can be emptied', async () => {
    const dialog = await openDialog(staff, 'Edit Beneficiaries')
    await expectOpen(dialog, {
      'Beneficiary 1': true,
      'Beneficiary 2': false,
      'Beneficiary 3': false,
      'Beneficiary 4': true,
    })
    await clearBirthday(dialog, 'ben4_dob')
  })

  await test.step('a spouse has a date that can be emptied', async () => {
    await clearBirthday(await openDialog(staff, 'Edit Spouse Information'), 'spouse_dob')
    expect(await api.readClient(id)).toMatchObject({ spouse_dob: null, dep3_dob: null, ben4_dob: null })
  })

  await test.step('a family history has ages', async () => {
    const dialog = await openDialog(staff, 'Edit Family History')
    await expectOpen(dialog, {
      Mother: true,
      Father: true,
      'Sibling 1': false,
      'Sibling 2': true,
      'Sibling 3': false,
      'Sibling 4': false,
    })
    const ages = dialog.getByLabel('Age')
    await expect(ages).toHaveCount(3)
    for (const age of await ages.all()) await expect(age).toHaveAttribute('type', 'number')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('a language that is not offered stays until another is chosen', async () => {
    const dialog = await openDialog(staff, 'Edit Personal Information')
    const language = dialog.getByLabel('Preferred Language')
    await expect(language).toHaveValue('Haitian Creole')
    await expect(language.getByRole('option')).toHaveText(['-', 'English', 'Spanish', 'Portuguese', 'Haitian Creole'])
    await dialog.getByLabel('Height').fill(`5'9"`)
    await save(dialog)
    await expect(shown(card(staff, 'Personal Information'), 'Preferred Language')).toHaveText('Haitian Creole')
    await openDialog(staff, 'Edit Personal Information')
    await language.selectOption('Portuguese')
    await save(dialog)
    await expect(shown(card(staff, 'Personal Information'), 'Preferred Language')).toHaveText('Portuguese')
  })

  await openDialog(staff, 'Edit Prescriptions & Specialists')
})
