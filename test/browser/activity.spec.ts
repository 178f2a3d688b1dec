import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { openClient, openClientActivity } from '@agency/test-kit/browser/record-cards'

test('given changes and many openings, when the activity is read, then it says who, what, which fields, page by page @full', async ({
  staff,
  api,
  family,
}) => {
  const { id } = await api.addClient({ client_last_name: family, spouse_ssn: '900-45-6789' })
  await api.changeClient(id, { spouse_name: 'Luis', dep2_dob: '2010-01-02', occupation: 'Baker' })
  for (let opening = 0; opening < 60; opening += 1) await api.readClient(id)
  await openClient(staff, id)
  const dialog = await openClientActivity(staff)
  const events = dialog.getByRole('listitem')
  // Openings that say the same are one entry.
  await expect(events).toHaveCount(2)
  // The office reads masks; the calls without its header, the change included, had the values.
  await expect(events.first()).toContainText('Opened the record')
  await expect(events.first()).not.toContainText('Spouse Information: SSN')
  await expect(events.nth(1)).toContainText('Spouse Information: SSN')
  await expect(events.nth(1)).toContainText('48 earlier times')
  await expectAccessible(staff, 'activity-dialog', '[role=dialog]')
  await dialog.getByRole('button', { name: 'Show More' }).press('Enter')

  await expect(events.nth(2)).toBeFocused()
  await expect(dialog.getByRole('button', { name: 'Show More' })).toHaveCount(0)
  const { admin } = api.login
  const change = events.filter({ hasText: 'Changed the record' })
  await expect(change).toContainText(`${admin.first_name} ${admin.last_name}`)
  for (const line of [
    'Spouse Information: Name',
    'Dependents: Dependent 2 Date of Birth',
    'Employment Information: Occupation',
  ])
    await expect(change.getByText(line, { exact: true })).toBeVisible()
  await expect(change).toContainText('Baker')
  await expect(dialog).not.toContainText('900-45')
})
