import type { Session } from '@agency/contract/sessions'
import type { StaffApi } from '@agency/test-kit/api/staff-api'
import { expect } from '@agency/test-kit/browser/fixtures'
import { test } from '@agency/test-kit/browser/messaging-product'
import { consent, expectSealed, readerStep, readToTheEnd } from '@agency/test-kit/browser/portal-pages'
import { openSession } from '@agency/test-kit/browser/session-page'
import type { Page } from '@playwright/test'

const phoneNumber = '+13055550147'

/** A session that asks for a code by text message, with a document to sign. */
async function addGuarded(api: StaffApi, client_last_name: string, primary_email: string): Promise<Session> {
  const record = { client_first_name: 'Ida', client_last_name, primary_email, primary_phone: '(305) 555-0147' }
  const client = await api.addClient(record)
  const session = await api.startSession(client.id, { signing_code: 'text' })
  const form = await api.addPdf(undefined, { title: 'Authorization' })
  await api.attach(session.id, { form_id: form.id })
  return session
}

const messagesOf = (staff: Page) => staff.getByRole('region', { name: 'Messages' })

async function sendFromScreen(staff: Page, session: Session): Promise<void> {
  await openSession(staff, session)
  await staff.getByRole('button', { name: 'Send', exact: true }).click()
  const dialog = staff.getByRole('dialog', { name: 'Send to the client' })
  await expect(dialog.getByRole('group', { name: 'Passcode' }).getByRole('radio', { name: /^Text/ })).toBeChecked()
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog).toBeHidden()
}

test('[RE-01] [RE-06] [RE-07] given a session, when staff send it, then the client opens it with what e-mail and text message brought, confirms the code, signs, and gets the sealed copy @full', async ({
  staff,
  phone,
  api,
  family,
  messaging,
}) => {
  const address = `${family.toLowerCase()}@example.com`
  const session = await addGuarded(api, family, address)
  await sendFromScreen(staff, session)
  await expect(messagesOf(staff).getByText('Sent', { exact: true })).toHaveCount(2)

  const invitation = await messaging.mailTo(address)
  const passcode = await messaging.textTo(phoneNumber, /passcode/i)
  expect(invitation.text).not.toContain(session.passcode)
  expect(passcode).toContain(session.passcode)
  expect(passcode).not.toContain(session.session_code)
  await phone.goto(/https?:\/\/\S+\/session\/\S+/.exec(invitation.text)?.[0] ?? '')
  const field = phone.getByLabel('Passcode', { exact: true })
  await field.fill(session.passcode ?? '')
  await field.press('Enter')

  await phone.getByRole('link', { name: /Authorization/ }).click()
  await consent(phone)
  await readToTheEnd(phone, 'Review')
  await readerStep(phone, 'Review').click()
  await phone.getByRole('dialog').getByRole('button', { name: 'Use this signature' }).click()
  await expect(phone.getByRole('heading', { name: 'Confirm it’s you' })).toBeFocused()
  const [code = ''] = /\b\d{6}\b/.exec(await messaging.textTo(phoneNumber, /\b\d{6}\b/)) ?? []
  await phone.getByLabel('Code', { exact: true }).fill(code)
  await phone.getByRole('button', { name: 'Continue' }).click()
  await readerStep(phone, 'Finish and sign').click()
  await expectSealed(phone)

  await phone.getByRole('button', { name: /^Email the documents to .•••@example\.com$/ }).click()
  await expect(phone.getByText(/^We are sending the documents to/)).toBeVisible()
  await expect(async () => {
    const { attachments } = await messaging.mailTo(address)
    expect(attachments.map(({ name }) => name)).toEqual(['01 Authorization.pdf'])
    expect(attachments[0]?.content.toString('latin1', 0, 5)).toBe('%PDF-')
  }).toPass()
})

test('[RE-04] given a mail server that is down, slow, busy, refuses or drops the connection, when a session is sent, then staff see which, and it goes out once it can @full', async ({
  staff,
  api,
  family,
  messaging,
}) => {
  const { mails } = messaging
  const card = messagesOf(staff)
  /** Sends a session, and shows it. @returns the address of its client */
  const sendTo = async (name: string) => {
    const primary_email = `${name}-${family.toLowerCase()}@example.com`
    const client = await api.addClient({ client_first_name: 'Ida', client_last_name: family, primary_email })
    const session = await api.startSession(client.id)
    await api.ask('POST', `/session/${session.session_code}/messages`, { link: 'email', passcode: 'none' })
    await openSession(staff, session)
    return primary_email
  }
  const expectOnce = async (address: string) => {
    await expect(card.getByText('Sent', { exact: true })).toBeVisible()
    expect(mails.received.filter(({ to }) => to.includes(address))).toHaveLength(1)
  }

  await mails.goDown()
  const down = await sendTo('down')
  await expect(card).toContainText('Will be tried again: the server could not be reached.')
  await mails.comeBack()
  await messaging.endPauses()
  await expectOnce(down)

  const answer = mails.holdAnswers()
  const slow = await sendTo('slow')
  await expect(card.getByText('Sending', { exact: true })).toBeVisible()
  answer()
  await expectOnce(slow)

  mails.refuse(451)
  const busy = await sendTo('busy')
  await expect(card).toContainText('Will be tried again: the server is busy.')
  await messaging.endPauses()
  await expectOnce(busy)

  mails.dropAfterData()
  const dropped = await sendTo('dropped')
  await expect(card).toContainText('Will be tried again: the server did not confirm it, so it may have arrived.')
  await messaging.endPauses()
  await expectOnce(dropped)
  await expect(card).toContainText('It may have arrived more than once.')

  mails.refuseRecipient('550 5.1.1 No such user')
  const refused = await sendTo('refused')
  await expect(card).toContainText('Could not be delivered: mailbox unknown.')
  await card.getByRole('button', { name: /^Retry/ }).click()
  await expectOnce(refused)
})
