import { startMailServer } from '@agency/test-kit/product/mail-server'
import { expect, it, onTestFinished } from 'vitest'
import { startCoreForTest } from '../../../test/core.ts'
import { seedColleague } from '../../../test/staff-fixtures.ts'

it('given a mail server, when a test message is sent, then it says what came back, and shows no secret @full', async () => {
  const mails = await startMailServer()
  onTestFinished(mails.close)
  const core = await startCoreForTest({ SMTP_URL: mails.url, MAIL_FROM: 'Sun <office@sunrise.agency>' })
  const admin = await core.admin()
  const test = (to: string, channel = 'email') =>
    core.ask(admin, { method: 'POST', url: `/message-channels/${channel}/test`, payload: { to } })
  expect((await core.ask(admin, { url: '/message-channels' })).json()).toEqual({
    email: { mode: 'server', server: new URL(mails.url).host, sender: 'Sun <office@sunrise.agency>' },
    text: { mode: 'off', server: null, sender: null },
  })
  expect((await test(' ida@example.com ')).json()).toMatchObject({ sent: true })
  expect(mails.received).toMatchObject([{ from: 'office@sunrise.agency', to: ['ida@example.com'] }])
  mails.refuseRecipient('550 5.1.1 No such user')
  expect((await test('nobody@example.com')).json()).toEqual({
    sent: false,
    answer: 'Not sent. The server does not know this address.',
  })
  expect((await test('a, b')).json().details).toMatchObject([{ field: 'to' }])
  expect((await test('(305) 555-0147', 'text')).json()).toMatchObject({ sent: false })
  const change = {
    method: 'PATCH',
    url: '/agency-settings',
    payload: { sender_address: 'hello@sunrise.agency' },
  } as const
  await core.ask(admin, change)
  await test('ben@example.com')
  expect(mails.received.at(-1)).toMatchObject({ from: 'hello@sunrise.agency' })
  const { as } = await seedColleague(core, 'standard')
  expect((await core.ask(as, { url: '/message-channels' })).statusCode).toBe(403)
})

it('given no mail server, when somebody is invited, then the inviter gets a link that works, and none by a mail server @full', async () => {
  const core = await startCoreForTest()
  const admin = await core.admin()
  const payload = { email: 'ben@example.com', username: 'ben', role: 'standard', first_name: 'Ben', last_name: 'Cruz' }
  const { id } = (await core.ask(admin, { method: 'POST', url: '/admin/invitations', payload })).json()
  expect((await core.ask(admin, { url: '/capabilities' })).json()).toMatchObject({ mail_reaches: false })
  const { link } = (await core.ask(admin, { method: 'POST', url: `/admin/invitations/${id}/link` })).json()
  const token = link.split('#')[1]
  const opened = await core.ask(admin, { method: 'POST', url: '/admin/invitations/open', payload: { token } })
  expect(opened.json()).toMatchObject({ username: 'ben' })
})
