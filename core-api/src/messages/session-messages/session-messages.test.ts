import type { SendSession } from '@agency/contract/messages'
import type { PrincipalStatement } from '@agency/contract/principal'
import { type MailServer, startMailServer } from '@agency/test-kit/product/mail-server'
import { startTextGateway, type TextGatewayServer } from '@agency/test-kit/product/text-gateway'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { withoutContactNotices } from '../../../test/contact-notices.ts'
import { type Core, nobody, startCore, startCoreForTest } from '../../../test/core.ts'
import { emptyOutbox } from '../../../test/empty-outbox.ts'
import { openAsClient, type SeededSession, seedForm, seedSession } from '../../../test/session-fixtures.ts'
import { sentMessages } from '../../../test/signing-code-steps.ts'
import { step } from '../../../test/signing-steps.ts'
import { findCarried } from '../../platform/outbox/message-channels.ts'
import { countToAddress } from './send-limit.ts'

let mails: MailServer
let texts: TextGatewayServer
let core: Core
beforeAll(async () => {
  mails = await startMailServer()
  texts = await startTextGateway()
  core = await startCore({
    AGENCY_NAME: 'Sunrise',
    PUBLIC_URL: 'https://client.example.com',
    SMTP_URL: mails.url,
    MAIL_FROM: 'Sunrise <office@agency.example>',
    ...texts.settings,
  })
})
afterAll(async () => {
  await core.close()
  await mails.close()
  await texts.close()
})
beforeEach(async () => {
  // The clients of all tests have the same address and number.
  await core.app.db.deleteFrom('rate_limits').execute()
  await emptyOutbox(core)
  mails.received.length = 0
  texts.received.length = 0
})

/** A session of a client with an address and a number. */
async function seedReachable(values: object = {}, on = core): Promise<SeededSession> {
  const journey = await seedSession(on)
  const payload = { primary_email: 'ines@example.com', primary_phone: '(415) 555-0147', ...values }
  await on.ask(journey.admin, { method: 'PUT', url: `/clients/${journey.clientId}`, payload })
  return journey
}

const urlOf = ({ session }: SeededSession) => `/session/${session.session_code}/messages`
const send = (journey: SeededSession, payload: SendSession, as: PrincipalStatement = journey.admin, on = core) =>
  on.ask(as, { method: 'POST', url: urlOf(journey), payload })
const read = async (journey: SeededSession, on = core) =>
  (await on.ask(journey.admin, { method: 'GET', url: urlOf(journey) })).json()

const storedOf = ({ session }: SeededSession) =>
  core.app.db.selectFrom('outbox_messages').selectAll().where('session_id', '=', session.id).execute()
const sentAtOf = async ({ session }: SeededSession) =>
  (await core.app.db.selectFrom('sessions').select('sent_at').where('id', '=', session.id).executeTakeFirstOrThrow())
    .sent_at
const eventsOf = ({ session }: SeededSession) =>
  core.app.db
    .selectFrom('audit_events')
    .select(['action', 'actor_kind', 'detail'])
    .where('subject_id', '=', session.id)
    .where('action', 'in', [
      'session.sent',
      'session.message-sent',
      'session.message-not-sent',
      'session.message-retried',
    ])
    .orderBy('position')
    .execute()

const whenAll = (journey: SeededSession, state: string) =>
  vi.waitFor(
    async () => {
      const { messages } = await read(journey)
      expect(messages.map((message: { state: string }) => message.state)).toEqual(messages.map(() => state))
      return messages
    },
    { timeout: 20_000, interval: 25 },
  )

/** Makes the next attempt of a session's messages now. */
async function makeDue({ session }: SeededSession) {
  const due = { next_attempt_at: new Date().toISOString() }
  await core.app.db.updateTable('outbox_messages').set(due).where('session_id', '=', session.id).execute()
  core.app.wakeOutbox()
}

describe('POST /session/:code/messages', () => {
  it.each([
    ['English', 'Sunrise: documents for you to sign', 'your passcode is', ''],
    ['Portuguese', 'Sunrise: documentos para assinar', 'sua senha é', '?language=pt'],
  ])(
    'given a client who prefers %s, when sent, then the link goes by e-mail and the passcode by text, in it @full',
    async (pref_lang, subject, words, linkEnd) => {
      const journey = await seedReachable({ pref_lang })
      const answer = await send(journey, { link: 'email', passcode: 'text' })
      expect(answer.statusCode).toBe(200)
      await whenAll(journey, 'sent')

      const { session_code, passcode } = journey.session
      const [mail] = withoutContactNotices(mails.received)
      expect(mail?.to).toEqual(['ines@example.com'])
      expect(mail?.text).toContain(subject)
      expect(mail?.text).toContain(`https://client.example.com/session/${session_code}${linkEnd}`)
      expect(mail?.text).not.toContain(passcode)
      const [text] = withoutContactNotices(texts.received)
      expect(text).toMatchObject({ to: '+14155550147', text: expect.stringContaining(`${words} ${passcode}`) })
      expect(text?.text).not.toContain(session_code)
      const rows = await storedOf(journey)
      expect(rows.map(({ id }) => id)).toContain(text?.idempotencyKey)
      expect(await sentAtOf(journey)).not.toBeNull()
      const events = await eventsOf(journey)
      expect(events).toHaveLength(3)
      expect(events[0]).toEqual({
        action: 'session.sent',
        actor_kind: 'admin',
        detail: 'link by e-mail, passcode by text message',
      })
      expect(events[1]).toMatchObject({ action: 'session.message-sent', actor_kind: 'system' })
    },
  )

  it.each(['email', 'text'] as const)(
    'given a personal line, when previewed and sent by %s, then the client gets what was shown, and the passcode without it @full',
    async (link) => {
      const journey = await seedReachable({ pref_lang: 'Spanish' })
      const note = 'Le llamo <mañana> a las 10.'
      const preview = { method: 'POST', url: `${urlOf(journey)}/preview`, payload: { channel: link, note } } as const
      const shown = (await core.ask(journey.admin, preview)).json()
      expect(await storedOf(journey)).toEqual([])
      await send(journey, { link, passcode: link === 'email' ? 'text' : 'email', note })
      await whenAll(journey, 'sent')
      const [mail = { text: '', html: '' }] = mails.received
      const [text = { text: '' }] = texts.received
      if (link === 'text') {
        expect(text.text).toBe(shown.text)
        expect(shown).toMatchObject({
          subject: null,
          html: null,
          text: expect.stringMatching(/ Le llamo <mañana> a las 10\.$/),
        })
      } else {
        expect(mail.text.replaceAll('\r', '')).toContain(shown.text)
        expect(shown.text).toContain(`Hola Inês:\n\n${note}\n\n`)
        expect(shown.html).toContain('Le llamo &lt;mañana&gt; a las 10.')
      }
      expect(link === 'text' ? mail.text : text.text).not.toContain('Le llamo')
      expect((await eventsOf(journey))[0]?.detail).toMatch(/, with a personal line$/)
    },
  )

  it('given a personal line with the passcode, when previewed or sent, then 400, and nothing goes', async () => {
    const journey = await seedReachable()
    const note = `Use ${journey.session.passcode}`
    const sent = await send(journey, { link: 'email', passcode: 'text', note })
    const url = `${urlOf(journey)}/preview`
    const shown = await core.ask(journey.admin, { method: 'POST', url, payload: { channel: 'email', note } })
    for (const answer of [sent, shown]) expect(answer.json().details).toMatchObject([{ field: 'note' }])
    expect(await storedOf(journey)).toEqual([])
  })

  it('[SI-08] given 40 presses of Send, when they come at once, then three messages go, and the others are 429 that says when', async () => {
    const journey = await seedReachable()
    const presses = Array.from({ length: 40 }, () => send(journey, { link: 'email', passcode: 'none' }))
    const answers = await Promise.all(presses)
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3)
    const refused = answers.find(({ statusCode }) => statusCode === 429)
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused?.json()).toMatchObject({
      code: 'TOO_MANY_ATTEMPTS',
      message: expect.stringMatching(/^This client was sent several messages .* in \d+ seconds?\.$/),
    })
    expect(await storedOf(journey)).toHaveLength(3)
    expect((await send(journey, { link: 'none', passcode: 'none' })).statusCode).toBe(200)
  })

  it('given sessions of clients with one address, when all are sent, then the address gets ten messages before it has to wait @full', async () => {
    for (let n = 0; n < 8; n++) await countToAddress(core.app, 'shared@example.com')
    const sendTo = async (primary_email: string) => {
      const journey = await seedReachable({ primary_email })
      const { statusCode } = await send(journey, { link: 'email', passcode: 'none' })
      return [statusCode, (await storedOf(journey)).length]
    }
    for (const email of ['shared@example.com', 'Shared@Example.com']) expect(await sendTo(email)).toEqual([200, 1])
    expect(await sendTo('shared@example.com')).toEqual([429, 0])
  })

  it('given messages, when staff look, then they see state and masked address, and no content @full', async () => {
    const journey = await seedReachable()
    await send(journey, { link: 'email', passcode: 'text' })
    await whenAll(journey, 'sent')
    const answer = await core.ask(journey.admin, { method: 'GET', url: urlOf(journey) })
    expect(answer.json()).toMatchObject({
      messages: [
        { kind: 'passcode', channel: 'text', destination: '•••0147', state: 'sent', can_retry: false },
        { kind: 'invitation', channel: 'email', destination: 'i•••@example.com', state: 'sent', language: 'en' },
      ],
      channels: {
        email: { mode: 'server', to: 'i•••@example.com', carries: 'link' },
        text: { mode: 'server', to: '•••0147', carries: 'passcode' },
      },
    })
    for (const secret of [journey.session.passcode, journey.session.session_code, 'ines@', '5550147']) {
      expect(answer.body).not.toContain(secret)
    }
  })

  it('[RE-01] given one channel for both, when sent, then 400, and nothing is stored', async () => {
    const journey = await seedReachable()
    expect((await send(journey, { link: 'email', passcode: 'email' })).statusCode).toBe(400)
    expect((await send(journey, { link: 'text', passcode: 'text' })).statusCode).toBe(400)
    expect(await storedOf(journey)).toEqual([])
    expect(await sentAtOf(journey)).toBeNull()
  })

  it('[RE-01] given a passcode that went by e-mail, when a link would follow by e-mail, then 409, and a reminder is a text for staff @full', async () => {
    const journey = await seedReachable()
    const { id } = await seedForm(core, journey)
    await send(journey, { link: 'text', passcode: 'email' })
    await whenAll(journey, 'sent')
    const answer = await send(journey, { link: 'email', passcode: 'none' })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toContain('passcode of this session went by email')
    expect((await step(core, journey.admin, id, 'remind')).json()).toMatchObject({ sent: false })
    expect(withoutContactNotices(mails.received)).toHaveLength(1)
  })

  it('given both by hand, when sent, then no message goes out, and the session is marked as sent', async () => {
    const journey = await seedReachable()
    await send(journey, { link: 'none', passcode: 'none' })
    expect(await storedOf(journey)).toEqual([])
    expect(await sentAtOf(journey)).not.toBeNull()
    expect(await eventsOf(journey)).toMatchObject([{ detail: 'link by hand, passcode by hand' }])
  })

  it('given the same key twice, when sent, then each message goes out once @full', async () => {
    const journey = await seedReachable()
    const call = () =>
      core.ask(journey.admin, {
        method: 'POST',
        url: urlOf(journey),
        payload: { link: 'email', passcode: 'none' },
        headers: { 'idempotency-key': `"${'k'.repeat(16)}${journey.session.id.slice(0, 8)}"` },
      })
    expect((await Promise.all([call(), call()])).map(({ statusCode }) => statusCode)).toEqual([200, 200])
    await whenAll(journey, 'sent')
    expect(await storedOf(journey)).toHaveLength(1)
  })

  it('given no address, no number, no passcode and an ended session, when sent, then 409 says what is missing @full', async () => {
    const unreachable = await seedReachable({ primary_email: 'none', primary_phone: '12' })
    const byMail = await send(unreachable, { link: 'email', passcode: 'none' })
    expect(byMail.json()).toMatchObject({ code: 'WRONG_STATE', message: expect.stringContaining('email address') })
    const byText = await send(unreachable, { link: 'text', passcode: 'none' })
    expect(byText.json()).toMatchObject({ code: 'WRONG_STATE', message: expect.stringContaining('phone number') })
    const closed = await seedSession(core, { passcode: null })
    expect((await send(closed, { link: 'none', passcode: 'none' })).json().message).toContain('no passcode')
    const over = await seedReachable()
    const url = `/session/${over.session.session_code}`
    await core.ask(over.admin, { method: 'PUT', url, payload: { cancelled: true } })
    expect((await send(over, { link: 'email', passcode: 'none' })).statusCode).toBe(409)
    for (const journey of [unreachable, closed, over]) expect(await storedOf(journey)).toEqual([])
  })
})

describe('a message that could not be delivered', () => {
  it('given an unknown mailbox, when the record is corrected and it is retried, then it goes to the new address @full', async () => {
    const journey = await seedReachable({ primary_email: 'gone@example.com' })
    mails.refuseRecipient('550 5.1.1 No such user gone@example.com')
    await send(journey, { link: 'email', passcode: 'none' })
    const [message] = await whenAll(journey, 'dead')
    expect(message).toMatchObject({ error: 'mailbox-unknown', can_retry: true, sent_at: null })

    const url = `/clients/${journey.clientId}`
    await core.ask(journey.admin, { method: 'PUT', url, payload: { primary_email: 'ines@example.com' } })
    const retry = (key = crypto.randomUUID()) => {
      const headers = { 'idempotency-key': `"${key}"` }
      return core.ask(journey.admin, { method: 'POST', url: `${urlOf(journey)}/${message.id}/retry`, headers })
    }
    const key = crypto.randomUUID()
    expect((await retry(key)).statusCode).toBe(200)
    await whenAll(journey, 'sent')
    // The answer was lost, so the browser repeats the call.
    expect((await retry(key)).statusCode).toBe(200)
    expect(withoutContactNotices(mails.received)).toMatchObject([{ to: ['ines@example.com'] }])
    expect((await retry()).statusCode).toBe(409)
    expect((await eventsOf(journey)).map(({ action }) => action)).toEqual([
      'session.sent',
      'session.message-not-sent',
      'session.message-retried',
      'session.message-sent',
    ])
  })

  it('given a message of another session, when retried, then 404, and it is unchanged @full', async () => {
    const [journey, other] = [await seedReachable(), await seedReachable()]
    mails.refuse(550)
    await send(journey, { link: 'email', passcode: 'none' })
    const [message] = await whenAll(journey, 'dead')
    const url = `${urlOf(other)}/${message.id}/retry`
    expect((await core.ask(journey.admin, { method: 'POST', url })).statusCode).toBe(404)
    expect(await storedOf(journey)).toMatchObject([{ state: 'dead' }])
  })

  it.each([
    [400, 21211, 'dead', 'number-unknown'],
    [400, 30000, 'dead', 'refused'],
    [401, 20003, 'failed', 'login-refused'],
    [429, 20429, 'failed', 'busy'],
    [503, 0, 'failed', 'unconfirmed'],
  ])(
    'given a gateway that answers %i with code %i, when sent, then it is %s: %s',
    async (status, code, state, error) => {
      const journey = await seedReachable()
      texts.refuse([status, code])
      await send(journey, { link: 'text', passcode: 'none' })
      const [message] = await whenAll(journey, state)
      expect(message).toMatchObject({ error })
      await core.app.db.deleteFrom('outbox_messages').where('state', '=', 'failed').execute()
    },
  )
})

describe('messages on their way', () => {
  it('given a passcode whose first attempt failed, when staff change it, then the old one is never sent', async () => {
    const journey = await seedReachable()
    texts.refuse([429, 20429])
    await send(journey, { link: 'none', passcode: 'text' })
    await whenAll(journey, 'failed')
    const url = `/session/${journey.session.session_code}`
    const payload = { passcode: 'another 42 words' }
    expect((await core.ask(journey.admin, { method: 'PUT', url, payload })).statusCode).toBe(200)
    await makeDue(journey)
    const [message] = await whenAll(journey, 'dead')
    expect([message.error, withoutContactNotices(texts.received)]).toEqual(['not-needed', []])
  })

  it('given messages whose first attempt failed, when staff correct address and number, then none goes to the former ones, and Retry sends them to the new ones @full', async () => {
    const journey = await seedReachable()
    mails.refuse(451)
    texts.refuse([429, 20429])
    await send(journey, { link: 'email', passcode: 'text' })
    await whenAll(journey, 'failed')
    const payload = { primary_email: 'ines.goncalves@example.com', primary_phone: '(415) 555-0188' }
    await core.ask(journey.admin, { method: 'PUT', url: `/clients/${journey.clientId}`, payload })
    await makeDue(journey)
    const given: { id: string; error: string }[] = await whenAll(journey, 'dead')
    const received = () => [withoutContactNotices(mails.received), withoutContactNotices(texts.received)]
    expect([given.map(({ error }) => error), ...received()]).toEqual([['not-needed', 'not-needed'], [], []])

    for (const { id } of given) {
      await core.ask(journey.admin, { method: 'POST', url: `${urlOf(journey)}/${id}/retry` })
    }
    await whenAll(journey, 'sent')
    expect(received().map((each) => each.map(({ to }) => to))).toEqual([
      [['ines.goncalves@example.com']],
      ['+14155550188'],
    ])
  })

  it('given a gateway that answers 504, when its text is given up, then its channel still counts as having carried the passcode', async () => {
    const journey = await seedReachable()
    texts.refuse([504, 0])
    await send(journey, { link: 'none', passcode: 'text' })
    await whenAll(journey, 'failed')
    const { db } = core.app
    const given = { state: 'dead', encrypted_message: null } as const
    await db.updateTable('outbox_messages').set(given).where('session_id', '=', journey.session.id).execute()
    expect(await findCarried(db, journey.session.id)).toEqual({ email: null, text: 'passcode' })
    const answer = await send(journey, { link: 'text', passcode: 'none' })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'WRONG_STATE'])
  })
})

describe('POST /text-messages/webhook', () => {
  const statusUrl = 'https://client.example.com/session/_api/text-messages/webhook'
  const report = (values: Record<string, string>, url = statusUrl) =>
    core.ask(nobody, { method: 'POST', url: '/text-messages/webhook', ...texts.report(url, values) })

  it('given a text that was taken, when the gateway reports that it bounced, then staff see it; forged reports change nothing', async () => {
    const journey = await seedReachable()
    await send(journey, { link: 'text', passcode: 'none' })
    await whenAll(journey, 'sent')
    const [taken] = withoutContactNotices(texts.received)
    const bounced = { MessageSid: taken?.sid ?? '', MessageStatus: 'undelivered', ErrorCode: '30005' }

    expect((await report(bounced, 'https://elsewhere.example')).statusCode).toBe(403)
    const { payload, headers } = texts.report(statusUrl, { ...bounced, MessageStatus: 'delivered' })
    const forged = payload.replace('delivered', 'failed')
    const url = '/text-messages/webhook'
    expect((await core.ask(nobody, { method: 'POST', url, payload: forged, headers })).statusCode).toBe(403)
    expect((await report({ ...bounced, MessageStatus: 'delivered' })).statusCode).toBe(204)
    expect(await storedOf(journey)).toMatchObject([{ state: 'sent' }])

    expect((await report(bounced)).statusCode).toBe(204)
    expect(await storedOf(journey)).toMatchObject([{ state: 'dead', error: 'number-unknown', sent_at: null }])
    expect((await eventsOf(journey)).at(-1)).toMatchObject({
      action: 'session.message-not-sent',
      detail: 'invitation by text: number-unknown',
    })
  })
})

describe('a deployment without servers', () => {
  it.each<[SendSession, RegExp]>([
    [{ link: 'email', passcode: 'none' }, /^No mail server is set up/],
    [{ link: 'none', passcode: 'text' }, /^No text gateway is set up/],
  ])(
    'given no settings, when sent by %j, then 409 in words, and nothing is written or marked as sent @full',
    async (by, words) => {
      const quiet = await startCoreForTest({ TEXT_TO_FILES: 'true' })
      const journey = await seedReachable({}, quiet)
      const answer = await send(journey, by, journey.admin, quiet)
      expect(answer.statusCode).toBe(409)
      expect(answer.json().message).toMatch(words)
      expect(await read(journey, quiet)).toMatchObject({
        messages: [],
        channels: { email: { mode: 'off' }, text: { mode: 'off' } },
      })
      expect(await quiet.app.db.selectFrom('sessions').select('sent_at').execute()).toEqual([{ sent_at: null }])
      expect((await send(journey, { link: 'none', passcode: 'none' }, journey.admin, quiet)).statusCode).toBe(200)
    },
  )

  it('given a demonstration, when sent, then the messages are files, and the answer says so @full', async () => {
    const quiet = await startCoreForTest({ AGENCY_NAME: 'Sunrise', DEMO: 'true' })
    const journey = await seedReachable({}, quiet)
    const answer = await send(journey, { link: 'email', passcode: 'text' }, journey.admin, quiet)
    expect(answer.json()).toMatchObject({ channels: { email: { mode: 'files' }, text: { mode: 'files' } } })
    await vi.waitFor(() => expect(sentMessages(quiet)).toHaveLength(2), { timeout: 30_000 })
    const files = sentMessages(quiet)
    expect(files[0]).toContain('To: ines@example.com')
    expect(files[0]).toContain(journey.session.session_code)
    expect(files[1]).toContain('To: +14155550147')
    expect(files[1]).toContain(journey.session.passcode)
  })

  it('given a demonstration, when its messages are read, then by power admins alone @full', async () => {
    const demo = await startCoreForTest({ AGENCY_NAME: 'Sunrise', DEMO: 'true' })
    const journey = await seedReachable({}, demo)
    await send(journey, { link: 'email', passcode: 'none' }, journey.admin, demo)
    const outbox = (as: PrincipalStatement) => demo.ask(as, { method: 'GET', url: '/outbox' })
    await vi.waitFor(
      async () =>
        expect((await outbox(journey.admin)).json()).toMatchObject({
          messages: [{ channel: 'email', to: 'ines@example.com', subject: 'Sunrise: documents for you to sign' }],
        }),
      { timeout: 20_000 },
    )
    expect((await outbox(nobody)).statusCode).toBe(401)
    expect((await outbox(await openAsClient(demo, journey.session))).statusCode).toBe(404)
    await demo.app.db.updateTable('admins').set({ role: 'standard' }).execute()
    expect((await outbox(journey.admin)).statusCode).toBe(403)
  })

  it('given a mail server alone, when sent by text, then 409, and texts are off @full', async () => {
    const quiet = await startCoreForTest({ SMTP_URL: mails.url, MAIL_FROM: 'office@agency.example' })
    const journey = await seedReachable({}, quiet)
    expect(await read(journey, quiet)).toMatchObject({ channels: { email: { mode: 'server' }, text: { mode: 'off' } } })
    expect((await send(journey, { link: 'text', passcode: 'none' }, journey.admin, quiet)).statusCode).toBe(409)
  })
})

it('given messages that failed in all ways, when trail and table are searched, then no passcode, link or address is in them @full', async () => {
  const journey = await seedReachable()
  mails.refuseRecipient('550 5.1.1 No such user ines@example.com')
  texts.refuse([400, 21211])
  await send(journey, { link: 'email', passcode: 'text' })
  await whenAll(journey, 'dead')
  const { rows } = await sql<{ text: string }>`
    SELECT outbox_messages::text AS text FROM outbox_messages WHERE session_id = ${journey.session.id}
    UNION ALL SELECT audit_events::text FROM audit_events WHERE session_id = ${journey.session.id}`.execute(core.app.db)
  const stored = rows.map(({ text }) => text).join('\n')
  expect(stored).toContain('mailbox-unknown')
  for (const secret of [journey.session.passcode, journey.session.session_code, 'ines@example.com', '4155550147']) {
    expect(stored).not.toContain(secret)
  }
})
