import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { expectNoSidewaysScrolling } from '@agency/test-kit/accessibility/reflow'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { card, openClient } from '@agency/test-kit/browser/record-cards'

test('given a deployment that requires reasons, when a value is revealed and a dialog opens, then one reason is asked for, and the trail has it @full', async ({
  staff,
  api,
  family,
}) => {
  // What the server requires is tested in core-api; here, the same product serves all tests.
  await staff.route('**/_api/capabilities', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), reveal_reason: 'required' } })
  })
  const { id } = await api.addClient({ client_last_name: family, account_number: '000123456789' })
  await openClient(staff, id)
  const bank = card(staff, 'Bank Information')
  const eye = bank.getByRole('button', { name: 'Show Account Number' })
  await eye.press('Enter')
  const dialog = staff.getByRole('dialog', { name: 'Why do you need this?' })
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await staff.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScrolling(staff, 'the reason of a reveal, 320 px')
  await expectAccessible(staff, 'reveal-reason', '[role=dialog]')
  await staff.keyboard.press('Escape')
  await expect(eye).toBeFocused()
  await expect(staff.getByRole('main')).not.toContainText('000123456789')

  await eye.press('Enter')
  await dialog.getByLabel('Reason').selectOption('Payment or billing')
  await dialog.getByLabel('Details').fill('Ação de débito')
  await dialog.getByLabel('Details').press('Enter')
  await expect(bank.getByText('000123456789')).toBeVisible()
  await bank.getByRole('button', { name: 'Edit Bank Information' }).click()
  await expect(staff.getByRole('dialog', { name: 'Edit Bank Information' }).getByLabel('Account Number')).toHaveValue(
    '000123456789',
  )
  const [newest, before] = await api.activity(id)
  for (const event of [newest, before])
    expect(event).toMatchObject({ action: 'client.field-shown', reason: 'Payment or billing: Ação de débito' })
})
