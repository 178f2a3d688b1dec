import type { SendSession } from '@agency/contract/messages'
import type { SessionFormStatus } from '@agency/contract/session-forms'
import type { SessionStatus } from '@agency/contract/sessions'
import { type MailServer, startMailServer } from '@agency/test-kit/product/mail-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { auditEvents } from '../../../test/audit-events.ts'
import { withoutContactNotices } from '../../../test/contact-notices.ts'
import { type Core, startCore } from '../../../test/core.ts'
import { emptyOutbox } from '../../../test/empty-outbox.ts'
import { type SeededSession, seedForm, seedSession } from '../../../test/session-fixtures.ts'
import { countToAddress } from '../session-messages/send-limit.ts'
import { queueDueReminders } from './schedule-sending.ts'

let mails: MailServer
let core: Core
beforeAll(async () => {
  mails = await startMailServer()
  core = await startCore({
    AGENCY_NAME: 'Sunrise',
    SMTP_URL: mails.url,
    MAIL_FROM: 'office@example.com',
    SIGNED_COPY_DAYS: '0',
  })
})
afterAll(async () => {
  await core.close()
  await mails.close()
})
beforeEach(async () => {
  // All clients have the same address.
  await core.app.db.deleteFrom('rate_limits').execute()
  // Sessions of other tests have no part in this one.
  await core.app.db.updateTable('sessions').set({ sent_at: null }).execute()
  await core.app.db.updateTable('session_reminders').set({ next_at: null }).execute()
  await emptyOutbox(core)
  mails.received.length = 0
})

const hour = 3_600_000
const day = 24 * hour
const plan = { days: [3, 7], repeat_days: 7, most: 6 }

/** A session with a document, sent by e-mail to a client in Chicago. */
async function seedSent(sent: SendSession = { link: 'email', passcode: 'none' }) {
  const journey = await seedSession(core)
  const payload = { primary_email: 'ines@example.com', address: '1 Lake St\nChicago, IL 60601' }
  await core.ask(journey.admin, { method: 'PUT', url: `/clients/${journey.clientId}`, payload })
  const form = await seedForm(core, journey)
  // By the calendar: thirty times 24 hours can end on another day when clocks change in between.
  const noon = sql<string>`date_trunc('day', now() AT TIME ZONE 'America/Chicago') + interval '30 days 12 hours'`
  const expires_at = sql<string>`(${noon}) AT TIME ZONE 'America/Chicago'`
  await core.app.db.updateTable('sessions').set({ expires_at }).where('id', '=', journey.session.id).execute()
  const url = `/session/${journey.session.session_code}/messages`
  expect((await core.ask(journey.admin, { method: 'POST', url, payload: sent })).statusCode).toBe(200)
  return { ...journey, form }
}

const urlOf = ({ session }: SeededSession) => `/session/${session.session_code}/reminders`
const read = async (journey: SeededSession) =>
  (await core.ask(journey.admin, { method: 'GET', url: urlOf(journey) })).json()
const change = (journey: SeededSession, payload: object, as = journey.admin, headers = {}) =>
  core.ask(as, { method: 'PUT', url: urlOf(journey), payload, headers })

/** Runs the job at a moment. */
const runAt = async (moment: number): Promise<number> => {
  const { PUBLIC_URL: publicUrl } = core.config
  const settings = { plan, timeZone: 'America/New_York' }
  const { db, cipher, log } = core.app
  const queued = await queueDueReminders({ db, cipher, log, settings, publicUrl }, moment)
  core.app.wakeOutbox()
  return queued
}
const kindsOf = async ({ session }: SeededSession) => {
  const query = core.app.db.selectFrom('outbox_messages').select(['kind']).where('session_id', '=', session.id)
  return (await query.orderBy('id').execute()).map(({ kind }) => kind)
}
/** Waits until the mail server has taken the invitation. */
const invited = ({ session }: SeededSession) =>
  vi.waitFor(
    async () => {
      const query = core.app.db.selectFrom('outbox_messages').select('state')
      expect(await query.where('session_id', '=', session.id).execute()).toEqual([{ state: 'sent' }])
    },
    { timeout: 20_000 },
  )
/** Moves the clock to the moment of the next message, and runs the job a minute before it and then. */
async function reachNext(journey: SeededSession): Promise<string> {
  const { next } = await read(journey)
  const at = Date.parse(next.at)
  expect(await runAt(at - 60_000)).toBe(0)
  expect(await runAt(at)).toBe(1)
  expect(await runAt(at + 60_000)).toBe(0)
  return next.at
}

describe('the reminders of a session', () => {
  it('[RE-05] given a session that was sent, when days pass, then reminders go out on days 3, 7 and weekly at 10:00 in Chicago, then the last day', async () => {
    const journey = await seedSent()
    await runAt(Date.now())
    expect(await read(journey)).toMatchObject({
      state: 'running',
      plan: null,
      default_plan: plan,
      sent: [],
      time_zone: 'America/Chicago',
    })
    const times: string[] = []
    for (let n = 0; n < 4; n++) times.push(await reachNext(journey))
    const inChicago = new Intl.DateTimeFormat('en', { timeZone: 'America/Chicago', hour: 'numeric', hourCycle: 'h23' })
    expect(times.map((at) => inChicago.format(Date.parse(at)))).toEqual(['10', '10', '10', '10'])
    const start = new Date().setUTCHours(0, 0, 0, 0)
    const days = times.map((at) => Math.round((new Date(at).setUTCHours(0, 0, 0, 0) - start) / day))
    expect(days.map((one) => [3, 7, 14, 21].findIndex((planned) => Math.abs(planned - one) <= 1))).toEqual([0, 1, 2, 3])
    times.push(await reachNext(journey))
    expect(await kindsOf(journey)).toEqual(['invitation', ...Array(4).fill('reminder'), 'last-day'])
    expect((await read(journey)).state).toBe('ended')
    await vi.waitFor(() => expect(withoutContactNotices(mails.received).length).toBe(6), { timeout: 20_000 })
    expect(withoutContactNotices(mails.received).at(-1)?.text).toContain('Hello Inês,')
    await vi.waitFor(
      async () => {
        const events = auditEvents(core.app.db)
          .select('detail')
          .where('session_id', '=', journey.session.id)
          .where('action', '=', 'session.message-sent')
        expect((await events.execute()).map(({ detail }) => detail)).toContain('last-day by email')
      },
      { timeout: 20_000 },
    )
  })

  it('given a client whose record is damaged, when reminders are due, then those of other clients are queued, and its own later @full', async () => {
    const [damaged, other] = [await seedSent(), await seedSent()]
    await runAt(Date.now())
    const at = Date.parse((await read(other)).next.at)
    const { db } = core.app
    const encrypted_profile = sql<Buffer>`set_byte(encrypted_profile, 40, get_byte(encrypted_profile, 40) # 1)`
    await db.updateTable('clients').set({ encrypted_profile }).where('id', '=', damaged.clientId).execute()
    const first = { next_at: new Date(at - hour).toISOString() }
    await db.updateTable('session_reminders').set(first).where('session_id', '=', damaged.session.id).execute()
    expect(await runAt(at)).toBe(1)
    expect([await kindsOf(damaged), await kindsOf(other)]).toEqual([['invitation'], ['invitation', 'reminder']])
    const restored = sql<Buffer>`set_byte(encrypted_profile, 40, get_byte(encrypted_profile, 40) # 1)`
    await db.updateTable('clients').set({ encrypted_profile: restored }).where('id', '=', damaged.clientId).execute()
    expect(await runAt(at + 30 * 60_000)).toBe(0)
    expect(await runAt(at + hour)).toBe(1)
    expect(await kindsOf(damaged)).toEqual(['invitation', 'reminder'])
  })

  it('given an address that several messages went to, when reminders to it are due, then they wait, count in the same limit, and go later @full', async () => {
    const [first, second] = [await seedSent(), await seedSent()]
    const { db, cipher } = core.app
    // Both were sent: one more message is free.
    for (let n = 3; n < 10; n++) await countToAddress({ db, cipher }, 'INES@example.com')
    await runAt(Date.now())
    const at = Date.parse((await read(first)).next.at)
    expect(await runAt(at)).toBe(1)
    const queued = async () => (await Promise.all([first, second].map(kindsOf))).flat().toSorted()
    expect(await queued()).toEqual(['invitation', 'invitation', 'reminder'])
    expect(await runAt(at + 10_000)).toBe(0)
    await db.deleteFrom('rate_limits').execute()
    expect(await runAt(at + 2 * 60_000)).toBe(1)
    expect(await queued()).toEqual(['invitation', 'invitation', 'reminder', 'reminder'])
  })

  it('given a job that did not run at 10:00, when it runs at night, then the reminder waits for the morning @full', async () => {
    const journey = await seedSent()
    await runAt(Date.now())
    const at = Date.parse((await read(journey)).next.at)
    // 10:00 and 13 hours are 23:00 in Chicago, and 21 hours are 7:00, or 8:00 where clocks went forward in between.
    expect(await runAt(at + 13 * hour)).toBe(0)
    expect(await runAt(at + 21 * hour)).toBe(0)
    expect(await runAt(at + 24 * hour)).toBe(1)
  })

  type Step = (journey: Awaited<ReturnType<typeof seedSent>>) => Promise<unknown>
  const setForm =
    (status: SessionFormStatus): Step =>
    ({ form }) =>
      core.app.db.updateTable('session_forms').set({ status }).where('id', '=', form.id).execute()
  const setSession =
    (values: { status?: SessionStatus; archived_at?: string; expires_at?: string }): Step =>
    ({ session }) =>
      core.app.db.updateTable('sessions').set(values).where('id', '=', session.id).execute()
  const now = new Date().toISOString()
  it.each<[string, Step, string]>([
    ['signed', setForm('signed'), 'ended'],
    ['declined', setForm('declined'), 'ended'],
    ['cancelled', setSession({ status: 'cancelled' }), 'ended'],
    ['archived', setSession({ archived_at: now }), 'ended'],
    ['expired', setSession({ expires_at: now }), 'ended'],
    [
      'undelivered',
      ({ session }) =>
        core.app.db
          .updateTable('outbox_messages')
          .set({ state: 'dead', error: 'mailbox-unknown', encrypted_message: null })
          .where('session_id', '=', session.id)
          .execute(),
      'undelivered',
    ],
    ['paused', (journey) => change(journey, { paused: true }), 'paused'],
  ])(
    'given a session that is %s, when a reminder would be due, then none goes out @full',
    async (_what, end, state) => {
      const journey = await seedSent()
      await invited(journey)
      await runAt(Date.now())
      const { next } = await read(journey)
      await end(journey)
      expect(await runAt(Date.parse(next.at))).toBe(0)
      expect(await kindsOf(journey)).toEqual(['invitation'])
      expect(await read(journey)).toMatchObject({ state, next: null })
    },
  )

  it.each<[string, Step]>([
    ['the client signs', setForm('signed')],
    [
      'staff correct the address',
      ({ admin, clientId }) =>
        core.ask(admin, {
          method: 'PUT',
          url: `/clients/${clientId}`,
          payload: { primary_email: 'ines.goncalves@example.com' },
        }),
    ],
  ])(
    'given a reminder in the outbox, when %s before the mail server takes it, then it is not sent @full',
    async (_what, happen) => {
      const journey = await seedSent()
      await invited(journey)
      await runAt(Date.now())
      const { next } = await read(journey)
      mails.refuse(451)
      expect(await runAt(Date.parse(next.at))).toBe(1)
      core.app.wakeOutbox()
      const reminder = core.app.db
        .selectFrom('outbox_messages')
        .select(['state', 'error'])
        .where('session_id', '=', journey.session.id)
        .where('kind', '=', 'reminder')
      const become = (state: object) =>
        vi.waitFor(async () => expect(await reminder.executeTakeFirst()).toMatchObject(state), { timeout: 20_000 })
      await become({ state: 'failed' })
      await happen(journey)
      await core.app.db.updateTable('outbox_messages').set({ next_attempt_at: sql`now()` }).execute()
      core.app.wakeOutbox()
      await become({ state: 'dead', error: 'not-needed' })
      expect(
        withoutContactNotices(mails.received).filter(({ text }) => text.includes(journey.session.session_code)),
      ).toHaveLength(1)
    },
  )

  it('given a session that staff sent by hand, or not yet, when read, then it says so, and nothing is queued @full', async () => {
    const byHand = await seedSent({ link: 'none', passcode: 'none' })
    const unsent = await seedSession(core)
    expect(await runAt(Date.now() + 8 * day)).toBe(0)
    expect([(await read(byHand)).state, (await read(unsent)).state]).toEqual(['by-hand', 'not-sent'])
  })

  it('given a plan of its own, when stored, then it counts; the default comes back with null; both are on the trail @full', async () => {
    const journey = await seedSent()
    const own = { days: [1], repeat_days: 0, most: 1 }
    const saved = await change(journey, { plan: own })
    expect(saved.json()).toMatchObject({ plan: own, next: { kind: 'reminder' } })
    await runAt(Date.now())
    await reachNext(journey)
    expect((await read(journey)).next).toMatchObject({ kind: 'last-day' })
    expect((await change(journey, { plan: null })).json().plan).toBeNull()
    await change(journey, { paused: true })
    await change(journey, { paused: false })
    const events = await core.app.db
      .selectFrom('audit_events')
      .select(['action', 'fields'])
      .where('session_id', '=', journey.session.id)
      .where('action', 'like', 'session.reminders-%')
      .orderBy('position')
      .execute()
    expect(events).toEqual([
      { action: 'session.reminders-changed', fields: ['plan'] },
      { action: 'session.reminders-changed', fields: ['plan'] },
      { action: 'session.reminders-paused', fields: ['paused'] },
      { action: 'session.reminders-resumed', fields: ['paused'] },
    ])
  })

  it('given two people at one schedule, when both change the plan, then the second gets 409 @full', async () => {
    const journey = await seedSent()
    const { version } = await read(journey)
    const headers = { 'if-match': `"${version}"` }
    expect((await change(journey, { plan: { ...plan, most: 1 } }, journey.admin, headers)).statusCode).toBe(200)
    const second = await change(journey, { plan: { ...plan, most: 2 } }, journey.admin, headers)
    expect(second.json()).toMatchObject({ code: 'EDIT_CONFLICT', details: [{ field: 'plan' }] })
    expect((await read(journey)).plan.most).toBe(1)
  })

  it('given changes that no plan may have, when stored, then 400, and nothing is stored @full', async () => {
    const journey = await seedSent()
    for (const wrong of [{ days: [7, 3] }, { days: [0] }, { most: 51 }]) {
      expect((await change(journey, { plan: { ...plan, ...wrong } })).statusCode).toBe(400)
    }
    expect((await change(journey, { pause: true })).statusCode).toBe(400)
    expect(await read(journey)).toMatchObject({ plan: null, paused: false })
  })
})
