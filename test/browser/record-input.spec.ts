import { expect, test } from '@agency/test-kit/browser/fixtures'
import { card, openClient, openDialog, save, shown } from '@agency/test-kit/browser/record-cards'
import type { Locator } from '@playwright/test'

/** Pastes a text, as from another program. */
async function paste(input: Locator, text: string) {
  await input.page().evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await input.press('Control+a')
  await input.press('Control+v')
}

const caretOf = (input: Locator) => input.evaluate((own: HTMLInputElement) => own.selectionStart)

test('given a date, when it is typed, pasted or picked, then it is shown as month/day/year and stored @full', async ({
  staff,
  api,
  family,
}) => {
  await staff.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const { id } = await api.addClient({ client_last_name: family })
  await openClient(staff, id)
  const dialog = await openDialog(staff, 'Edit Personal Information')
  const birth = dialog.getByLabel('Date of Birth')
  for (const text of ['4-12-1961', '04121961', '1961-04-12', ' 4 / 12 / 1961']) {
    await paste(birth, text)
    await birth.press('Tab')
    await expect(birth, text).toHaveValue('4/12/1961')
  }
  await birth.fill('')
  await birth.pressSequentially('2/29/1961')
  await birth.press('Tab')
  await expect(birth).toHaveAccessibleDescription('February 1961 has 28 days.')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(birth).toBeFocused()
  await expect(birth).toHaveValue('2/29/1961')
  await birth.fill('6/15/61')
  await birth.press('Tab')
  await expect(birth).toHaveAccessibleDescription('Type all four digits of the year.')

  await birth.fill('4/12/1961')
  // The calendar is the browser's own window: the keyboard is what a test can steer it with.
  await dialog.getByRole('button', { name: 'Open calendar' }).click()
  await staff.keyboard.press('ArrowRight')
  await staff.keyboard.press('Enter')
  await expect(birth).toHaveValue('4/13/1961')
  await save(dialog)
  await expect(shown(card(staff, 'Personal Information'), 'Date of Birth')).toContainText('4/13/1961')
  expect(await api.readClient(id)).toMatchObject({ dob: '1961-04-13' })
})

test('given numbers, when they are typed, pasted and edited, then they have separators, the caret stays, and digits are stored @full', async ({
  staff,
  api,
  family,
}) => {
  await staff.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const { id } = await api.addClient({ client_last_name: family })
  await openClient(staff, id)
  const personal = await openDialog(staff, 'Edit Personal Information')
  const ssn = personal.getByLabel('SSN')
  await ssn.pressSequentially('900456789')
  await expect(ssn).toHaveValue('900-45-6789')
  for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Delete']) await ssn.press(key)
  await expect(ssn).toHaveValue('900-45-6789')
  await expect.poll(() => caretOf(ssn)).toBe(4)
  await ssn.press('Delete')
  await expect(ssn).toHaveValue('900-56-789')
  await expect.poll(() => caretOf(ssn)).toBe(4)
  await ssn.press('1')
  await expect(ssn).toHaveValue('900-15-6789')
  await expect.poll(() => caretOf(ssn)).toBe(5)
  await ssn.press('Backspace')
  await ssn.press('Backspace')
  await expect(ssn).toHaveValue('905-67-89')
  await expect.poll(() => caretOf(ssn)).toBe(2)
  await paste(ssn, '900 11 2233')
  await expect(ssn).toHaveValue('900-11-2233')
  await save(personal)

  const contact = await openDialog(staff, 'Edit Contact Information')
  const phone = contact.getByLabel('Primary Phone')
  await phone.pressSequentially('13055550147')
  await expect(phone).toHaveValue('305-555-0147')
  await paste(phone, '+1 (305) 555.0148')
  await expect(phone).toHaveValue('305-555-0148')
  await contact.getByLabel('Secondary Phone').fill('555-0149 ext. 12, ask Carlos')
  await save(contact)
  await expect(shown(card(staff, 'Contact Information'), 'Primary Phone')).toHaveText('305-555-0148')

  expect(await api.readClient(id)).toMatchObject({
    ssn: '900112233',
    primary_phone: '3055550148',
    secondary_phone: '555-0149 ext. 12, ask Carlos',
  })
})
