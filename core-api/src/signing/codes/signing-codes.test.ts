import type { PrincipalStatement } from '@agency/contract/principal'
import { startTextGateway } from '@agency/test-kit/product/text-gateway'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { withoutContactNotices } from '../../../test/contact-notices.ts'
import { type Core, startCore, startCoreForTest } from '../../../test/core.ts'
import {
  consent,
  openAsClient,
  passcode,
  type SeededSession,
  seedClient,
  seedForm,
  seedSession,
  signature,
} from '../../../test/session-fixtures.ts'
import {
  askForCode,
  codeState,
  confirmCode,
  otherThan,
  passSeconds,
  receiveCode,
  sentMessages,
} from '../../../test/signing-code-steps.ts'
import { readForm, step } from '../../../test/signing-steps.ts'

let core: Core
beforeAll(async () => {
  core = await startCore({ SIGNING_CODE: 'client', DEMO: 'true' })
})
afterAll(() => core.close())
beforeEach(async () => {
  await core.app.db.deleteFrom('rate_limits').execute()
})

const contact = { primary_email: 'ines@example.com', primary_phone: '(305) 555-0147' }

interface Ready extends SeededSession {
  client: PrincipalStatement
}

/** A session that its client has opened. */
async function seedReady(values: object = contact, changes: object = {}, on = core): Promise<Ready> {
  const admin = await on.admin()
  const clientId = await seedClient(on, admin, values)
  const payload = { client_id: clientId, session_type: 'onboarding', passcode, ...changes }
  const session = (await on.ask(admin, { method: 'POST', url: '/session', payload })).json()
  return { admin, clientId, session, client: await openAsClient(on, session) }
}

/** The same, with a document that its client has opened, and consented to sign. */
async function seedDocument() {
  const ready = await seedReady()
  const form = await seedForm(core, ready)
  await step(core, ready.client, form.id, 'open')
  await consent(core, ready.client, ready.session)
  return { ...ready, form }
}

const outcome = (answer: Awaited<ReturnType<Core['ask']>>) => [answer.statusCode, answer.json().code]
const codesOf = ({ session }: SeededSession) =>
  core.app.db
    .selectFrom('signing_codes')
    .selectAll()
    .where('session_id', '=', session.id)
    .orderBy('requested_at')
    .execute()
const eventsOf = ({ session }: SeededSession, like: string) =>
  core.app.db
    .selectFrom('audit_events')
    .select(['action', 'actor_kind', 'detail', 'address', 'fields'])
    .where('subject_id', '=', session.id)
    .where('action', 'like', like)
    .orderBy('position')
    .execute()

describe('signing with a one-time code', () => {
  it('given no confirmed code, when the client reviews or signs, then 409, and the document is unchanged @full', async () => {
    const ready = await seedDocument()
    const { client, form } = ready
    for (const name of ['review', 'sign']) {
      expect(outcome(await step(core, client, form.id, name, signature))).toEqual([409, 'SIGNING_CODE_REQUIRED'])
    }
    expect(await readForm(core, ready, form.id)).toMatchObject({ status: 'viewed', signed_at: null })
  })

  it('[RE-06] given the code from the message, when it is confirmed, then the client signs, and the trail says how it was confirmed', async () => {
    const ready = await seedDocument()
    const { client, session, form } = ready
    expect((await codeState(core, client, session)).json()).toEqual({
      required: true,
      channels: [
        { channel: 'email', to: 'i•••@example.com' },
        { channel: 'text', to: '•••0147' },
      ],
      requested: null,
    })
    const code = await receiveCode(core, client, session)
    expect(sentMessages(core).at(-1)).toContain('To: +13055550147')
    expect((await confirmCode(core, client, session, code)).json()).toMatchObject({ required: false })

    expect((await step(core, client, form.id, 'sign', signature)).json()).toMatchObject({ status: 'signed' })
    expect(await eventsOf(ready, 'signing-code.%')).toEqual([
      expect.objectContaining({ action: 'signing-code.requested', actor_kind: 'session', detail: 'text: •••0147' }),
      expect.objectContaining({
        action: 'signing-code.confirmed',
        detail: 'text: •••0147; Safari on iPhone',
        address: '198.51.100.7',
      }),
    ])
  })

  it('given a portal login with a confirmed code, when the client logs in again, then the new login needs a code of its own @full', async () => {
    const { client, session, form } = await seedDocument()
    const code = await receiveCode(core, client, session)
    await confirmCode(core, client, session, code)
    const next = await openAsClient(core, session)
    expect((await codeState(core, next, session)).json()).toMatchObject({ required: true, requested: null })
    expect(outcome(await confirmCode(core, next, session, code))).toEqual([409, 'SIGNING_CODE_EXPIRED'])
    expect(outcome(await step(core, next, form.id, 'sign', signature))).toEqual([409, 'SIGNING_CODE_REQUIRED'])
  })

  it('given a confirmed code, when it is sent again, then nothing changes, and no other code can be asked for @full', async () => {
    const ready = await seedReady()
    const { client, session } = ready
    const code = await receiveCode(core, client, session)
    await confirmCode(core, client, session, code)
    const before = await codesOf(ready)
    expect((await confirmCode(core, client, session, code)).statusCode).toBe(200)
    expect(outcome(await askForCode(core, client, session))).toEqual([409, 'WRONG_STATE'])
    expect(await codesOf(ready)).toEqual(before)
  })
})

describe('the limits of a one-time code', () => {
  it('given five wrong codes, when the right one follows, then it is refused, and a new one can be asked for after 30 s @full', async () => {
    const ready = await seedReady()
    const { client, session } = ready
    const code = await receiveCode(core, client, session)
    const wrong = otherThan(code)
    for (let tries = 1; tries < 5; tries += 1) {
      expect(outcome(await confirmCode(core, client, session, wrong))).toEqual([422, 'SIGNING_CODE_WRONG'])
    }
    expect(outcome(await confirmCode(core, client, session, wrong))).toEqual([409, 'SIGNING_CODE_SPENT'])
    expect(outcome(await confirmCode(core, client, session, code))).toEqual([409, 'SIGNING_CODE_SPENT'])
    expect(await codesOf(ready)).toMatchObject([{ tries: 5, confirmed_at: null }])
    expect(await eventsOf(ready, 'signing-code.refused')).toHaveLength(5)

    await passSeconds(core, session, 30)
    const next = await receiveCode(core, client, session)
    expect((await confirmCode(core, client, session, next)).statusCode).toBe(200)
  })

  it('given many guesses at once, when they are compared, then five are', async () => {
    const ready = await seedReady()
    const { client, session } = ready
    const wrong = otherThan(await receiveCode(core, client, session))
    const answers = await Promise.all(Array.from({ length: 12 }, () => confirmCode(core, client, session, wrong)))
    const codes = answers.map((answer) => answer.json().code)
    expect(codes.filter((code) => code === 'SIGNING_CODE_WRONG')).toHaveLength(4)
    expect(codes.filter((code) => code === 'SIGNING_CODE_SPENT')).toHaveLength(8)
    expect(await codesOf(ready)).toMatchObject([{ tries: 5 }])
  })

  it('given a code, when nine minutes have passed, then it is valid, and after ten it is not @full', async () => {
    const ready = await seedReady()
    const { client, session } = ready
    const code = await receiveCode(core, client, session)
    const [row] = await codesOf(ready)
    expect(Date.parse(row?.expires_at ?? '') - Date.parse(row?.requested_at ?? '')).toBe(600_000)
    await passSeconds(core, session, 9 * 60)
    expect(outcome(await confirmCode(core, client, session, otherThan(code)))).toEqual([422, 'SIGNING_CODE_WRONG'])
    await passSeconds(core, session, 60)
    expect(outcome(await confirmCode(core, client, session, code))).toEqual([409, 'SIGNING_CODE_EXPIRED'])
  })

  it('given a code, when another is asked for within 30 s, also from another portal login, then 429; then the older is no longer valid @full', async () => {
    const ready = await seedReady()
    const { client, session } = ready
    const first = await receiveCode(core, client, session)
    const [row] = await codesOf(ready)
    const secondsLeft = () => (Date.parse(row?.requested_at ?? '') + 30_000 - Date.now()) / 1_000
    const most = secondsLeft()
    const early = await askForCode(core, client, session)
    expect(outcome(early)).toEqual([429, 'TOO_MANY_ATTEMPTS'])
    const told = Number(early.headers['retry-after'])
    expect([told >= Math.floor(secondsLeft()), told <= Math.ceil(most)]).toEqual([true, true])
    expect((await askForCode(core, await openAsClient(core, session), session)).statusCode).toBe(429)

    await passSeconds(core, session, 30)
    const second = await receiveCode(core, client, session)
    if (first !== second) {
      expect(outcome(await confirmCode(core, client, session, first))).toEqual([422, 'SIGNING_CODE_WRONG'])
    }
    expect((await confirmCode(core, client, session, second)).statusCode).toBe(200)
  })

  const askSeveral = async (times: number, ask: (time: number) => Promise<[PrincipalStatement, Ready]>) => {
    const statuses: number[] = []
    for (let time = 0; time < times; time += 1) {
      const [as, ready] = await ask(time)
      await passSeconds(core, ready.session, 31)
      statuses.push((await askForCode(core, as, ready.session)).statusCode)
    }
    return statuses
  }
  const sixThenRefused = [...Array.from({ length: 6 }, () => 200), 429]

  it('given six codes of a session, when a seventh is asked for from another network, then it has to wait @full', async () => {
    const ready = await seedReady()
    const channels = ['text', 'email']
    const statuses: number[] = []
    for (let time = 0; time < 7; time += 1) {
      await passSeconds(core, ready.session, 31)
      const as = { ...ready.client, address: `203.0.113.${time}` }
      statuses.push((await askForCode(core, as, ready.session, channels[time % 2])).statusCode)
    }
    expect(statuses).toEqual(sixThenRefused)
    expect(await codesOf(ready)).toHaveLength(6)
  })

  it('given twenty codes of a session in a day, when one more is asked for, then it has to wait until the first is a day old', async () => {
    const ready = await seedReady()
    const { client, session } = ready
    await askForCode(core, client, session)
    const [row] = await codesOf(ready)
    if (!row) throw new Error('No code was stored')
    for (let hours = 1; hours < 20; hours += 1) {
      const requested_at = new Date(Date.parse(row.requested_at) - hours * 3_600_000).toISOString()
      await core.app.db
        .insertInto('signing_codes')
        .values({ ...row, id: crypto.randomUUID(), requested_at })
        .execute()
    }
    await passSeconds(core, session, 4 * 3_600)
    const early = await askForCode(core, client, session)
    expect(outcome(early)).toEqual([429, 'TOO_MANY_ATTEMPTS'])
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(3_500)
    await passSeconds(core, session, 3_600)
    expect((await askForCode(core, client, session)).statusCode).toBe(200)
  })

  it('given six codes to a number, when a seventh is asked for in another session, then it has to wait @full', async () => {
    const both = [await seedReady(), await seedReady()] as const
    const statuses = await askSeveral(7, async (time) => {
      const ready = time % 2 === 0 ? both[0] : both[1]
      return [{ ...ready.client, address: `203.0.113.${time}` }, ready]
    })
    expect(statuses).toEqual(sixThenRefused)
  })

  it('given twenty codes from an address, when one more is asked for, then it has to wait @full', async () => {
    const readies = await Promise.all(
      [0, 1, 2, 3].map((n) => seedReady({ ...contact, primary_phone: `305-555-010${n}` })),
    )
    const statuses = await askSeveral(21, async (time) => {
      const ready = readies[time % 4] ?? expect.fail('There is no such session')
      return [ready.client, ready]
    })
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  })

  it('given a network just below the limit, when clients there confirm their codes, then nobody waits; above it, a minute at most @full', async () => {
    const seed = (n: number) => seedReady({ ...contact, primary_phone: `305-555-0${100 + n}` })
    for (let n = 0; n < 4; n++) {
      const { client, session } = await seed(n)
      const code = await receiveCode(core, client, session)
      expect((await confirmCode(core, client, session, code)).statusCode).toBe(200)
      if (n === 0) await core.app.db.updateTable('rate_limits').set({ count: 18 }).execute()
    }
    // As if somebody had asked for many.
    await core.app.db.updateTable('rate_limits').set({ count: 40 }).execute()
    const [last, refused] = [await seed(30), await seed(31)]
    expect((await askForCode(core, last.client, last.session)).statusCode).toBe(200)
    const answer = await askForCode(core, refused.client, refused.session)
    expect(answer.statusCode).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60)
  })

  it('given a code that was sent, when database, trail and the answers to staff are searched, then none has it', async () => {
    const ready = await seedReady()
    const { client, session, admin } = ready
    const code = await receiveCode(core, client, session)
    const tables = ['signing_codes', 'outbox_messages', 'audit_events', 'rate_limits'] as const
    const rows = await Promise.all(tables.map((table) => core.app.db.selectFrom(table).selectAll().execute()))
    const urls = ['details', 'messages'].map((part) => `/session/${session.session_code}/${part}`)
    const answers = await Promise.all(
      [...urls, `/audit?session_id=${session.id}`].map((url) => core.ask(admin, { method: 'GET', url })),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(answers[1]?.json().messages).toMatchObject([{ kind: 'signing-code', destination: '•••0147' }])
    // As a word: digits of a hash may be the same.
    const asWord = new RegExp(`\\b${code}\\b`)
    for (const text of [JSON.stringify(rows), ...answers.map(({ body }) => body)]) expect(text).not.toMatch(asWord)
    expect((await codesOf(ready))[0]?.code_digest).toHaveLength(32)
  })
})

describe('who may ask for and confirm a one-time code', () => {
  it('given letters, five digits or no code, when confirmed, then 400, and it is no try', async () => {
    const ready = await seedReady()
    const { session, client } = ready
    await receiveCode(core, client, session)
    const url = `/session/${session.session_code}/signing-code/confirm`
    for (const payload of [{ code: 'abcdef' }, { code: '12345' }, {}]) {
      expect((await core.ask(client, { method: 'POST', url, payload })).statusCode).toBe(400)
    }
    expect(await codesOf(ready)).toMatchObject([{ tries: 0 }])
  })

  it('given an unknown channel, and one without a destination, when a code is asked for, then 400 and 409', async () => {
    const ready = await seedReady({ primary_email: 'ines@example.com' })
    const { client, session } = ready
    expect((await codeState(core, client, session)).json().channels).toEqual([
      { channel: 'email', to: 'i•••@example.com' },
    ])
    expect((await askForCode(core, client, session, 'pigeon')).statusCode).toBe(400)
    expect(outcome(await askForCode(core, client, session, 'text'))).toEqual([409, 'WRONG_STATE'])
    expect(await codesOf(ready)).toEqual([])
  })
})

describe('how strict a session is', () => {
  const start = async (on: Core, signing_code?: string) => {
    const { admin, clientId } = await seedSession(on)
    const payload = {
      client_id: clientId,
      session_type: 'review',
      passcode: null,
      ...(signing_code ? { signing_code } : {}),
    }
    return on.ask(admin, { method: 'POST', url: '/session', payload })
  }

  it('given the agency’s setting, when sessions are started, then at least as strict, and as the agency unless they say', async () => {
    expect((await start(core, 'off')).statusCode).toBe(400)
    expect((await start(core)).json().signing_code).toBe('client')
    for (const mode of ['email', 'text']) expect((await start(core, mode)).json().signing_code).toBe(mode)
  })

  it('given an edit, when it is stricter, then it is stored, and when it is looser, then 400, and the session is unchanged @full', async () => {
    const on = await startCoreForTest()
    const admin = await on.admin()
    const { session_code } = (await start(on)).json()
    const put = (payload: object) => on.ask(admin, { method: 'PUT', url: `/session/${session_code}`, payload })
    expect((await put({ signing_code: 'client' })).json().signing_code).toBe('client')
    expect((await put({ signing_code: 'text' })).json().signing_code).toBe('text')
    // E-mail and text message are equally strict.
    expect((await put({ signing_code: 'email' })).json().signing_code).toBe('email')
    for (const signing_code of ['off', 'client']) {
      const refused = await put({ signing_code })
      expect(refused.statusCode).toBe(400)
      expect(refused.json().details).toMatchObject([{ field: 'signing_code' }])
    }
    expect((await on.ask(admin, { method: 'GET', url: `/session/${session_code}/details` })).json().signing_code).toBe(
      'email',
    )
  })

  it('given a session that is stricter than the agency, when the client asks, then only its channel is offered', async () => {
    const { client, session } = await seedReady(contact, { signing_code: 'email' })
    expect((await codeState(core, client, session)).json().channels).toEqual([
      { channel: 'email', to: 'i•••@example.com' },
    ])
    expect((await askForCode(core, client, session, 'text')).statusCode).toBe(409)
  })

  it('given a session of before the agency’s setting, when the client signs, then the setting applies', async () => {
    const { client, session, form } = await seedDocument()
    await core.app.db.updateTable('sessions').set({ signing_code: 'off' }).where('id', '=', session.id).execute()
    expect(outcome(await step(core, client, form.id, 'sign', signature))).toEqual([409, 'SIGNING_CODE_REQUIRED'])
  })
})

describe('where codes go', () => {
  const changeContact = ({ admin, clientId }: SeededSession, payload: object) =>
    core.ask(admin, { method: 'PUT', url: `/clients/${clientId}`, payload })
  const putDestinations = (as: PrincipalStatement, { session }: Ready) =>
    core.ask(as, { method: 'PUT', url: `/session/${session.session_code}/code-destinations` })
  const sendByHand = ({ admin, session }: SeededSession) => {
    const payload = { link: 'none', passcode: 'none' }
    return core.ask(admin, { method: 'POST', url: `/session/${session.session_code}/messages`, payload })
  }

  it('given a record that was changed after the start, when a code is sent, then it goes where the record said before @full', async () => {
    const ready = await seedReady()
    await changeContact(ready, { primary_phone: '305-555-9999', primary_email: 'thief@example.com' })
    await receiveCode(core, ready.client, ready.session)
    expect(sentMessages(core).at(-1)).toContain('To: +13055550147')
    const url = `/session/${ready.session.session_code}/details`
    expect((await core.ask(ready.admin, { method: 'GET', url })).json().code_destinations).toEqual({
      email: 'i•••@example.com',
      phone: '•••0147',
      is_current: false,
      changed_at: null,
    })
    expect((await core.ask(ready.client, { method: 'GET', url })).json()).not.toHaveProperty('code_destinations')
  })

  it('given a record that was changed before the first sending, and after it, when codes are sent, then they go where it said at the sending @full', async () => {
    const seeded = await seedSession(core)
    await changeContact(seeded, { primary_phone: '305-555-0133' })
    expect((await sendByHand(seeded)).statusCode).toBe(200)
    await changeContact(seeded, { primary_phone: '305-555-9999' })
    await sendByHand(seeded)
    await receiveCode(core, await openAsClient(core, seeded.session), seeded.session)
    expect(sentMessages(core).at(-1)).toContain('To: +13055550133')
  })

  it('given a session that its client has opened, when the record is changed and it is first sent, then codes go where they went @full', async () => {
    const ready = await seedReady()
    await changeContact(ready, { primary_phone: '305-555-0166' })
    expect((await sendByHand(ready)).statusCode).toBe(200)
    await receiveCode(core, ready.client, ready.session)
    expect(sentMessages(core).at(-1)).toContain('To: +13055550147')
  })

  it('given staff who replace the destinations, when a code is sent, then it goes there, and trail and state say so @full', async () => {
    const ready = await seedReady()
    await changeContact(ready, { primary_phone: '305-555-0188' })
    const answer = await putDestinations(ready.admin, ready)
    expect(answer.json().code_destinations).toEqual({
      email: 'i•••@example.com',
      phone: '•••0188',
      is_current: true,
      changed_at: expect.any(String),
    })
    await putDestinations(ready.admin, ready)
    expect(await eventsOf(ready, '%destination-changed')).toMatchObject([
      { actor_kind: 'admin', fields: ['phone'], detail: null },
    ])
    await receiveCode(core, ready.client, ready.session)
    expect(sentMessages(core).at(-1)).toContain('To: +13055550188')
  })

  it('given a code that the gateway has not taken yet, when staff replace the destinations, then it is not sent to the former one @full', async () => {
    const texts = await startTextGateway()
    onTestFinished(() => texts.close())
    const sending = await startCoreForTest({ SIGNING_CODE: 'client', ...texts.settings })
    const { admin, clientId, session, client } = await seedReady(contact, {}, sending)
    const become = (values: object) =>
      vi.waitFor(
        async () =>
          expect(
            await sending.app.db
              .selectFrom('outbox_messages')
              .selectAll()
              .where('kind', '=', 'signing-code')
              .executeTakeFirst(),
          ).toMatchObject(values),
        { timeout: 20_000, interval: 25 },
      )
    texts.refuse([429, 20429])
    expect((await askForCode(sending, client, session)).statusCode).toBe(200)
    await become({ state: 'failed' })

    const payload = { primary_phone: '305-555-0188' }
    await sending.ask(admin, { method: 'PUT', url: `/clients/${clientId}`, payload })
    await sending.ask(admin, { method: 'PUT', url: `/session/${session.session_code}/code-destinations` })
    await sending.app.db.updateTable('outbox_messages').set({ next_attempt_at: new Date().toISOString() }).execute()
    sending.app.wakeOutbox()

    await become({ state: 'dead', error: 'not-needed' })
    expect(withoutContactNotices(texts.received)).toEqual([])
  })

  it('given a session of an earlier release, when a code is asked for, then the record’s destination is stored, and the trail says so', async () => {
    const ready = await seedReady()
    await core.app.db
      .updateTable('sessions')
      .set({ encrypted_code_destinations: null })
      .where('id', '=', ready.session.id)
      .execute()
    await receiveCode(core, ready.client, ready.session)
    expect(await eventsOf(ready, '%destination-changed')).toMatchObject([{ actor_kind: 'system' }])
  })
})

describe('a session that is open on two devices', () => {
  const openOn = (session: SeededSession['session'], device: string) =>
    core.ask(
      { kind: 'nobody', address: '192.0.2.1', device },
      {
        method: 'POST',
        url: `/api/session/${session.session_code}/auth`,
        payload: { passcode },
      },
    )
  const detailsOf = async (as: PrincipalStatement, { session_code }: SeededSession['session']) =>
    (await core.ask(as, { method: 'GET', url: `/session/${session_code}/details` })).json()

  it('given an open session, when another browser opens it, then the client, staff and the trail know, until one logs out', async () => {
    const seeded = await seedSession(core)
    const { session, admin, clientId } = seeded
    const first = crypto.randomUUID()
    const one = (await openOn(session, first)).json().portal_session.id
    // The same browser again is no other device.
    await openOn(session, first)
    expect(await eventsOf(seeded, 'session.opened-twice')).toEqual([])
    const client = { kind: 'session', id: one, address: '198.51.100.7' } as const
    expect((await detailsOf(client, session)).open_devices).toBe(1)

    const two = (await openOn(session, crypto.randomUUID())).json().portal_session.id
    expect((await detailsOf(client, session)).open_devices).toBe(2)
    expect((await detailsOf(admin, session)).open_devices).toBe(2)
    const list = await core.ask(admin, { method: 'GET', url: `/clients/${clientId}/sessions` })
    expect(list.json()).toMatchObject([{ open_devices: 2 }])
    expect(await eventsOf(seeded, 'session.opened-twice')).toHaveLength(1)

    // A login that is not used any more is no open device.
    const login = core.app.db.updateTable('portal_sessions').where('id', '=', two)
    await login.set({ last_seen_at: sql<string>`now() - interval '6 minutes'` }).execute()
    expect((await detailsOf(client, session)).open_devices).toBe(1)
    await login.set({ last_seen_at: sql<string>`now()` }).execute()

    const second = { kind: 'session', id: two, address: '198.51.100.8' } as const
    await core.ask(second, { method: 'POST', url: `/api/session/${session.session_code}/logout` })
    expect((await detailsOf(client, session)).open_devices).toBe(1)
  })
})
