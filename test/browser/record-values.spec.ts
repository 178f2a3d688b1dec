import { allowClipboard } from '@agency/test-kit/browser/clipboard'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { card, openClient } from '@agency/test-kit/browser/record-cards'

test('given masked values, when one is shown on purpose, then the trail has it and it is hidden after half a minute @full', async ({
  staff,
  api,
  family,
}) => {
  const { id } = await api.addClient({ client_last_name: family, ssn: '900-45-6789', account_number: '000123456789' })
  await staff.clock.install()
  await openClient(staff, id)
  const bank = card(staff, 'Bank Information')
  const eye = bank.getByRole('button', { name: 'Show Account Number' })
  await expect(eye).toBeVisible()
  // From here on time goes by only when the test says so.
  await staff.clock.pauseAt(Date.now() + 60_000)
  await expect(staff.getByRole('main')).not.toContainText(/000123456789|900-45/)
  await eye.press('Enter')
  await expect(bank.getByText('000123456789')).toBeVisible()
  await expect(eye).toHaveAttribute('aria-pressed', 'true')
  await expect(bank.getByRole('button', { name: 'Copy Account Number' })).toBeVisible()
  await expect(card(staff, 'Personal Information')).not.toContainText('900-45')
  const [newest] = await api.activity(id)
  expect(newest).toMatchObject({ action: 'client.field-shown', fields: ['account_number'] })
  await staff.clock.runFor(29_000)
  await expect(bank.getByText('000123456789')).toBeVisible()
  await staff.clock.runFor(1_500)

  await expect(eye).toHaveAttribute('aria-pressed', 'false')
  expect(await staff.content()).not.toContain('000123456789')
})

test('given ways to reach a client, when the card shows them, then they call, write and are copied @full', async ({
  staff,
  api,
  family,
}) => {
  const copied = await allowClipboard(staff)
  const address = '12 Harbor Lane\nMiami, FL 33101'
  const { id } = await api.addClient({
    client_last_name: family,
    primary_phone: '3055550147',
    primary_email: 'ana@example.com',
    address,
  })
  await openClient(staff, id)
  const contact = card(staff, 'Contact Information')
  await expect(contact.getByRole('link', { name: '305-555-0147' })).toHaveAttribute('href', 'tel:+13055550147')
  await expect(contact.getByRole('link', { name: 'ana@example.com' })).toHaveAttribute('href', 'mailto:ana@example.com')
  for (const [name, text] of [
    ['Primary Phone', '305-555-0147'],
    ['Primary Email', 'ana@example.com'],
    ['Address', address],
  ] as const) {
    await contact.getByRole('button', { name: `Copy ${name}` }).click()
    await expect(contact.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
    await expect.poll(copied).toBe(text)
  }
})

test('given an open record, when its page is left and come back to, then the trail has no other opening @full', async ({
  staff,
  api,
  family,
}) => {
  const { id } = await api.addClient({ client_last_name: family, ssn: '900-45-6789' })
  await openClient(staff, id)
  const opened = async () => (await api.activity(id)).filter(({ action }) => action === 'client.opened').length
  await expect.poll(opened).toBe(1)
  await expect(card(staff, 'Documents').getByText('No documents uploaded yet.')).toBeVisible()
  const refetched = staff.waitForResponse((response) => response.url().endsWith(`/clients/${id}/documents`))
  await staff.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await refetched

  expect(await opened()).toBe(1)
})
