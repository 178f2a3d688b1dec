import type { PrincipalStatement } from '@agency/contract/principal'
import { type MailServer, startMailServer } from '@agency/test-kit/product/mail-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Core, startCore, startCoreForTest } from '../../../test/core.ts'
import { emptyOutbox } from '../../../test/empty-outbox.ts'
import { seedSealedForm } from '../../../test/sealed-fixtures.ts'
import { openAsClient, type SeededSession, seedForm, seedSession } from '../../../test/session-fixtures.ts'
import { readForm, step } from '../../../test/signing-steps.ts'
import { seedColleague } from '../../../test/staff-fixtures.ts'
import { countToAddress } from '../session-messages/send-limit.ts'

let mails: MailServer
let core: Core
beforeAll(async () => {
  mails = await startMailServer()
  const mail = { SMTP_URL: mails.url, MAIL_FROM: 'Sunrise <office@example.com>', SIGNED_COPY_DAYS: '0' }
  core = await startCore({ AGENCY_NAME: 'Sunrise', PUBLIC_URL: 'https://client.example.com/', ...mail })
})
afterAll(async () => {
  await core.close()
  await mails.close()
})
beforeEach(async () => {
  // The clients of all tests have the same address.
  await core.app.db.deleteFrom('rate_limits').execute()
  await emptyOutbox(core)
  mails.received.length = 0
})

const remind = (as: PrincipalStatement, id: string, on = core) => step(on, as, id, 'remind')

/** A document that waits for a client with these values. */
async function seedWaiting(values: object = {}, on = core): Promise<SeededSession & { id: string }> {
  const journey = await seedSession(on)
  const payload = { primary_email: 'ines@example.com', ...values }
  await on.ask(journey.admin, { method: 'PUT', url: `/clients/${journey.clientId}`, payload })
  return { ...journey, id: (await seedForm(on, journey)).id }
}

const eventsOf = (id: string) =>
  core.app.db
    .selectFrom('audit_events')
    .select(['action', 'actor_kind', 'detail'])
    .where('subject_id', '=', id)
    .where('action', 'like', 'session-form.remind%')
    .orderBy('position')
    .execute()

/** Without messages that other changes cause, such as those to a former address. */
const reminders = () =>
  mails.received.filter(({ text }) => /are waiting for you|documentos le esperan|esperam por/.test(text))
const mailed = () => vi.waitFor(() => expect(reminders()).toHaveLength(1), { timeout: 20_000, interval: 50 })

/** Lets so many minutes pass since the last reminder. */
const passMinutes = (id: string, minutes: number) =>
  core.app.db
    .updateTable('session_forms')
    .set({ reminded_at: sql`reminded_at - make_interval(mins => ${minutes})` })
    .where('id', '=', id)
    .execute()

/** Makes the messages that wait for another try due. */
async function retryNow() {
  const failed = core.app.db.updateTable('outbox_messages').where('state', '=', 'failed')
  await failed.set({ next_attempt_at: sql`now()` }).execute()
  core.app.wakeOutbox()
}

describe('POST /sessionforms/:id/remind, where e-mails are sent', () => {
  it.each([
    ['English', 'Subject: Sunrise: your documents are waiting for you', 'Hello Inês,', '\n'],
    ['Portuguese', 'esperam por', 'Olá Inês,', '?language=pt\n'],
  ])(
    'given a client who prefers %s, when reminded, then one e-mail in it goes out, with the link and nothing else of theirs @full',
    async (pref_lang, subject, hello, linkEnd) => {
      const { admin, session, id } = await seedWaiting({ pref_lang, ssn: '123-45-6789' })

      const answer = await remind(admin, id)

      expect(answer.json()).toEqual({ sent: true })
      await mailed()
      const [{ from, to, text, html } = { from: '', to: [], text: '', html: '' }] = reminders()
      expect({ from, to }).toEqual({ from: 'office@example.com', to: ['ines@example.com'] })
      expect(text).toContain(subject)
      expect(text).toContain(hello)
      expect(text.replaceAll('\r', '')).toContain(
        `https://client.example.com/session/${session.session_code}${linkEnd}`,
      )
      expect(text).toContain('List-Unsubscribe: <mailto:office@example.com?subject=Unsubscribe>')
      expect(html).toContain(`href="https://client.example.com/session/${session.session_code}`)
      for (const kept of [session.passcode, 'Gonçalves', '123-45-6789', 'Application'])
        expect(text + html).not.toContain(kept)
      await vi.waitFor(
        async () =>
          expect(await eventsOf(id)).toEqual([
            { action: 'session-form.reminded', actor_kind: 'admin', detail: 'by e-mail' },
            { action: 'session-form.reminder-sent', actor_kind: 'system', detail: null },
          ]),
        { timeout: 20_000 },
      )
      const form = await readForm(core, { admin, session, clientId: session.client_id }, id)
      expect(form).toMatchObject({ reminded_at: expect.any(String), reminder_error: null })
      await retryNow()
      expect(reminders()).toHaveLength(1)
    },
  )

  it.each([
    ['email', 'ines@example.com'],
    ['no address', null],
  ])('given a personal line and %s, when reminded, then it follows the greeting @full', async (_, primary_email) => {
    const { admin, id } = await seedWaiting({ primary_email })
    const payload = { note: ' Two numbers <changed>:\n {link} is still good ' }
    const answer = await core.ask(admin, { method: 'POST', url: `/sessionforms/${id}/remind`, payload })
    const line = 'Two numbers <changed>: {link} is still good'
    if (primary_email === null) return expect(answer.json().text).toMatch(`Hello Inês,\n\n${line}\n\nYour documents`)
    await mailed()
    const [mail] = reminders()
    expect(mail?.text.replaceAll('\r', '')).toContain(`Hello Inês,\n\n${line}\n\nYour documents`)
    expect(mail?.html).toContain('Two numbers &lt;changed&gt;: {link} is still good')
    expect((await eventsOf(id))[0]).toMatchObject({ detail: 'by e-mail, with a personal line' })
  })

  it('given a personal line with the passcode, when reminded, then 400, and whoever may not see it learns nothing', async () => {
    const { admin, session, id } = await seedWaiting()
    const payload = { note: `It is ${session.passcode?.toUpperCase()}!` }
    const refused = await core.ask(admin, { method: 'POST', url: `/sessionforms/${id}/remind`, payload })
    expect(refused.statusCode).toBe(400)
    expect(refused.json().details).toMatchObject([{ field: 'note' }])
    expect(await eventsOf(id)).toEqual([])
    const { as: assistant } = await seedColleague(core, 'assistant')
    const sent = await core.ask(assistant, { method: 'POST', url: `/sessionforms/${id}/remind`, payload })
    expect(sent.json()).toEqual({ sent: true })
  })

  it('given a client who declined after a reminder, when asked again, then they can be told at once @full', async () => {
    const { admin, session, id } = await seedWaiting()
    await remind(admin, id)
    await step(core, await openAsClient(core, session), id, 'decline', { reason: 'Later' })
    await core.ask(admin, { method: 'PUT', url: `/sessionforms/${id}`, payload: { status: 'pending' } })
    expect((await remind(admin, id)).json()).toEqual({ sent: true })
    expect((await remind(admin, id)).statusCode).toBe(409)
  })

  it('given a session, when reminded of, then of its first document that waits; without one, 409 says so @full', async () => {
    const { admin, session, id } = await seedWaiting()
    await core.ask(admin, { method: 'PUT', url: `/sessionforms/${id}`, payload: { status: 'completed' } })
    const url = `/session/${session.session_code}/remind`
    const none = await core.ask(admin, { method: 'POST', url })
    expect(none.json()).toMatchObject({ code: 'WRONG_STATE', message: expect.stringContaining('no document') })
    const second = await seedForm(core, { admin, session, clientId: session.client_id })
    const headers = { 'idempotency-key': '"0123456789abcdef"' }
    const answers = [1, 2].map(() => core.ask(admin, { method: 'POST', url, headers }))
    for (const answer of await Promise.all(answers)) expect(answer.json()).toEqual({ sent: true })
    expect(await eventsOf(second.id)).toMatchObject([{ action: 'session-form.reminded' }])
    const unknown = await core.ask(admin, { method: 'POST', url: '/session/ABCDEFGHJKMN/remind' })
    expect(unknown.statusCode).toBe(404)
  })

  it('given a reminder, when repeated within ten minutes, then 409 says when; after that another goes out @full', async () => {
    const { admin, id } = await seedWaiting()
    await remind(admin, id)
    await mailed()
    await passMinutes(id, 3)
    const early = await remind(admin, id)
    expect(early.statusCode).toBe(409)
    expect(early.json()).toMatchObject({ code: 'WRONG_STATE', message: expect.stringContaining('again in 7 minutes') })
    await passMinutes(id, 7)
    expect((await remind(admin, id)).json()).toEqual({ sent: true })
    await vi.waitFor(() => expect(reminders()).toHaveLength(2), { timeout: 20_000 })
  })

  it('given an address that ten messages went to, when another is reminded at it, then 429 says when, and nothing is stored @full', async () => {
    for (let n = 0; n < 8; n++) await countToAddress(core.app, 'shared@example.com')
    for (const primary_email of ['shared@example.com', 'Shared@Example.com']) {
      const { admin, id } = await seedWaiting({ primary_email })
      expect((await remind(admin, id)).statusCode).toBe(200)
    }
    const journey = await seedWaiting({ primary_email: 'shared@example.com' })
    const before = await readForm(core, journey, journey.id)
    const refused = await remind(journey.admin, journey.id)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect([refused.statusCode, refused.json()]).toMatchObject([
      429,
      { code: 'TOO_MANY_ATTEMPTS', message: expect.stringMatching(/^This client was sent several messages .* in /) },
    ])
    expect(await readForm(core, journey, journey.id)).toEqual(before)
    const url = `/session/${journey.session.session_code}/messages`
    const sending = { method: 'POST', url, payload: { link: 'email', passcode: 'none' } } as const
    expect((await core.ask(journey.admin, sending)).statusCode).toBe(429)
  })

  it('given two reminders at the same time, when made, then one goes out @full', async () => {
    const { admin, id } = await seedWaiting()
    const answers = await Promise.all([remind(admin, id), remind(admin, id)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    await mailed()
  })

  it('given a mail server that is busy, when it takes e-mails again, then the reminder is sent once, and its error is gone @full', async () => {
    const journey = await seedWaiting()
    mails.refuse(451)
    await remind(journey.admin, journey.id)
    const error = async () => (await readForm(core, journey, journey.id)).reminder_error
    await vi.waitFor(async () => expect(await error()).toMatch('retried automatically'), { timeout: 20_000 })
    expect(reminders()).toEqual([])
    const inTime = { timeout: 20_000 }
    await vi.waitFor(async () => {
      await retryNow()
      expect(reminders()).toHaveLength(1)
    }, inTime)
    await vi.waitFor(async () => expect(await error()).toBeNull(), inTime)
  })

  it('given a reminder that the server has not taken yet, when staff correct the address, then none goes to the former one, and staff see why @full', async () => {
    const journey = await seedWaiting()
    mails.refuse(451)
    await remind(journey.admin, journey.id)
    const error = async () => (await readForm(core, journey, journey.id)).reminder_error
    await vi.waitFor(async () => expect(await error()).toMatch('retried automatically'), { timeout: 20_000 })
    const payload = { primary_email: 'ines.goncalves@example.com' }
    await core.ask(journey.admin, { method: 'PUT', url: `/clients/${journey.clientId}`, payload })
    await retryNow()
    await vi.waitFor(async () => expect(await error()).toMatch('address has changed'), { timeout: 20_000 })
    expect(reminders()).toEqual([])
  })

  it('given a mail server that refuses for good, when reminded, then it is given up, and staff see why, and clients don’t @full', async () => {
    const journey = await seedWaiting()
    mails.refuse(550)
    await remind(journey.admin, journey.id)
    await vi.waitFor(
      async () => expect((await readForm(core, journey, journey.id)).reminder_error).toMatch('in another way'),
      { timeout: 20_000 },
    )
    await retryNow()
    const client = await openAsClient(core, journey.session)
    const own = await core.ask(client, { method: 'GET', url: `/sessionforms/session/${journey.session.id}` })
    expect(own.json().data).toMatchObject([{ reminder_error: null }])
    expect(reminders()).toEqual([])
    expect(await eventsOf(journey.id)).toHaveLength(1)
  })

  it('given a mail server that stays busy, when it was tried twenty times, then it is given up @full', async () => {
    const journey = await seedWaiting()
    mails.refuse(451, 451)
    await remind(journey.admin, journey.id)
    const error = async () => (await readForm(core, journey, journey.id)).reminder_error
    await vi.waitFor(async () => expect(await error()).toMatch('retried automatically'), { timeout: 20_000 })
    await core.app.db.updateTable('outbox_messages').set({ attempts: 19 }).where('state', '=', 'failed').execute()
    await vi.waitFor(
      async () => {
        await retryNow()
        expect(await error()).toMatch('in another way')
      },
      { timeout: 20_000 },
    )
    expect(reminders()).toEqual([])
  })

  it.each(['ines@example.com, other@example.com', 'no address', '', null])(
    'given a client whose e-mail is %j, when reminded, then staff get the text',
    async (primary_email) => {
      const { admin, session, id } = await seedWaiting({ primary_email })
      const answer = (await remind(admin, id)).json()
      expect(answer).toEqual({ sent: false, text: expect.stringContaining(`/session/${session.session_code}\n`) })
      expect(answer.text).not.toContain(session.passcode)
      expect(await eventsOf(id)).toMatchObject([{ detail: 'a text for staff to send' }])
    },
  )

  it('given a signed document, a cancelled session and one without a passcode, when reminded, then 409, and nothing is recorded @full', async () => {
    const signed = await seedSealedForm(core, await seedSession(core))
    const cancelled = await seedWaiting()
    const url = `/session/${cancelled.session.session_code}`
    await core.ask(cancelled.admin, { method: 'PUT', url, payload: { cancelled: true } })
    const closed = await seedSession(core, { passcode: null })
    const ids = [signed.id, cancelled.id, (await seedForm(core, closed)).id]
    for (const id of ids) {
      expect((await remind(cancelled.admin, id)).statusCode).toBe(409)
      expect(await eventsOf(id)).toEqual([])
    }
    expect(reminders()).toEqual([])
  })
})

describe('POST /sessionforms/:id/remind, where no e-mails are sent', () => {
  it('given a client with an address, when reminded, then staff get the text, and no message waits @full', async () => {
    const quiet = await startCoreForTest()
    const { admin, session, id } = await seedWaiting({ pref_lang: 'Spanish' }, quiet)
    const answer = (await remind(admin, id, quiet)).json()
    expect(answer).toEqual({ sent: false, text: expect.stringContaining('Hola Inês:') })
    expect(answer.text).toContain(`http://client.localhost:8080/session/${session.session_code}`)
    expect(await quiet.app.db.selectFrom('outbox_messages').select('kind').execute()).toEqual([])
  })
})
