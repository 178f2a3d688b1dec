import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { lastMailTo } from '@agency/test-kit/browser/received-mails'
import { openSession, source } from '@agency/test-kit/browser/session-page'

test('[RE-01] given a new session, when staff send it, then the client opens it with the link of the e-mail, which has no passcode @full', async ({
  staff,
  phone,
  api,
  family,
}) => {
  const address = `${family.toLowerCase()}@example.com`
  const client = await api.addClient({ client_first_name: 'Ida', client_last_name: family, primary_email: address })
  const session = await api.startSession(client.id)
  await api.attach(session.id, { type: 'Link', title: 'Guide', source: source() })
  await openSession(staff, session)
  await staff.getByRole('button', { name: 'Send', exact: true }).click()
  const dialog = staff.getByRole('dialog', { name: 'Send to the client' })
  await expect(dialog.getByRole('group', { name: 'Link' }).getByRole('radio', { name: /^Email to/ })).toBeChecked()
  // No text message server is set up, so the passcode goes by hand.
  await expect(dialog.getByRole('group', { name: 'Passcode' }).getByRole('radio', { name: /^By hand/ })).toBeChecked()
  await expectAccessible(staff, 'send-session')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(staff.getByRole('region', { name: 'Messages' }).getByText('Sent', { exact: true })).toBeVisible()

  const mail = await lastMailTo(address)
  expect(mail).not.toContain(session.passcode)
  const [link = ''] = /https?:\/\/\S+\/session\/\S+/.exec(mail) ?? []
  await phone.goto(link)
  const field = phone.getByLabel('Passcode', { exact: true })
  await field.fill(session.passcode ?? '')
  await field.press('Enter')
  await expect(phone).toHaveURL(/\/dashboard$/)
  await expect(phone.getByText('Guide')).toBeVisible()
})
