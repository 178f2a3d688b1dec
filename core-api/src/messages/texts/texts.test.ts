import type { PrincipalStatement } from '@agency/contract/principal'
import { startTextGateway, type TextGatewayServer } from '@agency/test-kit/product/text-gateway'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { withoutContactNotices } from '../../../test/contact-notices.ts'
import { type Core, nobody, startCore } from '../../../test/core.ts'
import { emptyOutbox } from '../../../test/empty-outbox.ts'
import { openAsClient, type SeededSession, seedForm, seedSession } from '../../../test/session-fixtures.ts'
import { queueDueReminders } from '../reminders/schedule-sending.ts'

let gateway: TextGatewayServer
let core: Core
let admin: PrincipalStatement
beforeAll(async () => {
  gateway = await startTextGateway()
  core = await startCore({
    AGENCY_NAME: 'Sun & Sons',
    AGENCY_PHONE: '(555) 010-0111',
    SIGNING_CODE: 'client',
    PUBLIC_URL: 'https://client.example.com',
    ...gateway.settings,
  })
  admin = await core.admin()
})
afterAll(async () => {
  await core.close()
  await gateway.close()
})
beforeEach(async () => {
  await core.app.db.deleteFrom('rate_limits').execute()
  await emptyOutbox(core)
  gateway.received.length = 0
})

const url = '/text-messages/webhook'
const webhookUrl = 'https://client.example.com/session/_api/text-messages/webhook'
const post = (values: Record<string, string>, at = webhookUrl) =>
  core.ask(nobody, { method: 'POST', url, ...gateway.report(at, values) })
const inbound = (from: string, body: string) =>
  post({ MessageSid: 'SM900', From: from, To: '+15550100100', Body: body })

let last = 1000
/** A number that no other test has. */
const nextNumber = () => `415555${String(++last)}`

async function seedTextable(phone: string, values: object = {}): Promise<SeededSession> {
  const journey = await seedSession(core)
  const payload = { primary_email: '', primary_phone: phone, ...values }
  await core.ask(admin, { method: 'PUT', url: `/clients/${journey.clientId}`, payload })
  return journey
}
const messagesUrl = ({ session }: SeededSession) => `/session/${session.session_code}/messages`
const send = (journey: SeededSession) =>
  core.ask(admin, { method: 'POST', url: messagesUrl(journey), payload: { link: 'text', passcode: 'none' } })
const read = async (journey: SeededSession) =>
  (await core.ask(admin, { method: 'GET', url: messagesUrl(journey) })).json()
const textsOf = async (clientId: string) =>
  (await core.ask(admin, { method: 'GET', url: `/clients/${clientId}/texts` })).json().numbers
const change = (clientId: string, payload: object, as = admin) =>
  core.ask(as, { method: 'PUT', url: `/clients/${clientId}/texts`, payload })
const trailOf = async (clientId: string, action: string) =>
  (await core.ask(admin, { method: 'GET', url: `/audit?client_id=${clientId}&action=${action}` })).json().events
const whenStates = (journey: SeededSession, state: string, error: string | null = null) =>
  vi.waitFor(
    async () => {
      const { messages } = await read(journey)
      expect(messages).not.toEqual([])
      for (const message of messages) expect(message).toMatchObject({ state, error })
    },
    { timeout: 20_000, interval: 25 },
  )

describe('a text message to the agency', () => {
  it.each(['STOP', 'end', 'Quit.', 'revoke', 'CANCEL', 'unsubscribe', '¡Alto!', 'párar'])(
    'given %s, when the gateway hands it over, then no record with this number gets texts, and each trail and screen says so @full',
    async (body) => {
      const number = nextNumber()
      const journey = await seedTextable(`(415) ${number.slice(3, 6)}-${number.slice(6)}`)
      const partner = await seedTextable('', { secondary_phone: `+1 ${number}` })
      expect((await inbound(`+1${number}`, body)).statusCode).toBe(200)

      expect(await textsOf(journey.clientId)).toMatchObject([{ field: 'primary_phone', stopped: { by: 'client' } }])
      expect(await textsOf(partner.clientId)).toMatchObject([{ field: 'secondary_phone', stopped: { by: 'client' } }])
      for (const { clientId } of [journey, partner]) {
        expect(await trailOf(clientId, 'client.texts-stopped')).toMatchObject([
          { actor_kind: 'system', detail: 'by the client' },
        ])
      }
      const refused = await send(journey)
      expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringMatching(/asked for none/)])
      expect((await read(journey)).channels.text).toMatchObject({ to: null, stopped: { by: 'client' } })
      expect(withoutContactNotices(gateway.received)).toEqual([])
    },
  )

  it('given numbers of a record and of none, when they send a keyword, then the replies are the same, signed ones only', async () => {
    const number = nextNumber()
    await seedTextable(number)
    for (const body of ['STOP', 'HELP', 'good morning', 'START']) {
      const [known, unknown] = [await inbound(`+1${number}`, body), await inbound('+15005550006', body)]
      expect([known.statusCode, known.body, known.headers['content-type']]).toEqual([
        unknown.statusCode,
        unknown.body,
        unknown.headers['content-type'],
      ])
    }
    const values = { From: `+1${number}`, Body: 'STOP' }
    expect((await post(values, 'https://elsewhere.example')).statusCode).toBe(403)
    expect((await core.ask(nobody, { method: 'POST', url, payload: 'From=%2B15005550006&Body=STOP' })).statusCode).toBe(
      403,
    )
    const { payload, headers } = gateway.report(webhookUrl, { ...values, Body: 'HELP' })
    const forged = payload.replace('HELP', 'STOP')
    expect((await core.ask(nobody, { method: 'POST', url, payload: forged, headers })).statusCode).toBe(403)
    expect((await post({ ...values, Body: 'x'.repeat(40_000) })).statusCode).toBe(413)
    expect(
      await core.app.db.selectFrom('text_opt_outs').select('number').where('number', '=', `+1${number}`).execute(),
    ).toEqual([])
  })

  it.each([
    ['HELP', 'messages about documents that you review and sign with us. Call (555) 010-0111 for help.'],
    ['ayuda', 'Llame al (555) 010-0111 para obtener ayuda.'],
    ['Ajuda!', 'Ligue para (555) 010-0111 para obter ajuda.'],
  ])('given %s, when it is answered, then with the agency’s name and phone', async (body, words) => {
    const answer = await inbound('+15005550007', body)
    expect(answer.headers['content-type']).toMatch(/^text\/xml/)
    expect(answer.body).toContain('<Message>Sun &amp; Sons: ')
    expect(answer.body).toContain(words)
  })

  it('given another text, when it is answered, then with nothing, and it changes nothing', async () => {
    const answer = await inbound('+15005550008', 'Please stop by tomorrow')
    expect(answer.body).toBe('<?xml version="1.0" encoding="UTF-8"?><Response></Response>')
    expect(
      await core.app.db.selectFrom('text_opt_outs').select('number').where('number', '=', '+15005550008').execute(),
    ).toEqual([])
  })

  it('given a stopped number, when START comes from it, then texts go again; staff cannot lift the client’s word @full', async () => {
    const number = nextNumber()
    const journey = await seedTextable(number)
    await inbound(`+1${number}`, 'STOP')
    const refused = await change(journey.clientId, { field: 'primary_phone', stopped: false })
    expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringMatching(/Only a text START/)])
    await inbound('+15005550009', 'START')
    expect(await textsOf(journey.clientId)).toMatchObject([{ stopped: { by: 'client' } }])
    await inbound(`+1${number}`, 'start')
    expect(await textsOf(journey.clientId)).toMatchObject([{ stopped: null }])
    expect(await trailOf(journey.clientId, 'client.texts-allowed')).toHaveLength(1)
    expect((await send(journey)).statusCode).toBe(200)
    await whenStates(journey, 'sent')
  })
})

describe('texts that wait', () => {
  it('[SI-08] given a text whose first attempt failed, when STOP comes, then it is given up at once as opted out', async () => {
    const number = nextNumber()
    const journey = await seedTextable(number)
    gateway.refuse([429, 20429])
    await send(journey)
    await whenStates(journey, 'failed', 'busy')
    await inbound(`+1${number}`, 'STOP')
    await whenStates(journey, 'dead', 'opted-out')
    expect(withoutContactNotices(gateway.received)).toEqual([])
  })

  it('given reminders by text, when the number is stopped, then none is queued, and the schedule says why @full', async () => {
    const number = nextNumber()
    const journey = await seedTextable(number)
    await seedForm(core, journey)
    await send(journey)
    await whenStates(journey, 'sent')
    await inbound(`+1${number}`, 'STOP')
    const { db, cipher, log } = core.app
    const settings = { plan: { days: [3], repeat_days: 7, most: 6 }, timeZone: 'America/New_York' }
    await queueDueReminders(
      { db, cipher, log, settings, publicUrl: 'https://client.example.com' },
      Date.now() + 10 * 86_400_000,
    )
    expect((await read(journey)).messages).toHaveLength(1)
    const reminders = await core.ask(admin, {
      method: 'GET',
      url: `/session/${journey.session.session_code}/reminders`,
    })
    expect(reminders.json()).toMatchObject({ state: 'opted-out', next: null })
  })

  it('given a gateway that says 21610, when it refuses or reports a text, then the number is opted out, not unknown', async () => {
    const numbers = [nextNumber(), nextNumber()]
    const [refused, reported] = [await seedTextable(numbers[0] ?? ''), await seedTextable(numbers[1] ?? '')]
    gateway.refuse([400, 21610])
    await send(refused)
    await whenStates(refused, 'dead', 'opted-out')
    await send(reported)
    await whenStates(reported, 'sent')
    const MessageSid = withoutContactNotices(gateway.received).at(-1)?.sid ?? ''
    await post({ MessageSid, MessageStatus: 'undelivered', ErrorCode: '21610', To: `+1${numbers[1]}` })
    await whenStates(reported, 'dead', 'opted-out')
    for (const { clientId } of [refused, reported]) {
      expect(await textsOf(clientId)).toMatchObject([{ stopped: { by: 'gateway' } }])
    }
  })

  it('given a one-time code by text, when the number is stopped, then the client is not offered it', async () => {
    const number = nextNumber()
    const journey = await seedTextable(number)
    // Codes go where the record said when the session was sent.
    const byHand = { link: 'none', passcode: 'none' }
    await core.ask(admin, { method: 'POST', url: messagesUrl(journey), payload: byHand })
    const client = await openAsClient(core, journey.session)
    const codes = `/session/${journey.session.session_code}/signing-code`
    const offered = async () => (await core.ask(client, { method: 'GET', url: codes })).json().channels
    expect(await offered()).toMatchObject([{ channel: 'text' }])
    await inbound(`+1${number}`, 'STOP')
    expect(await offered()).toEqual([])
  })
})

describe('PUT /clients/:id/texts', () => {
  it('given staff who stop texts to a number, when they allow them again, then both are on the trail, and the client’s own word wins @full', async () => {
    const number = nextNumber()
    const { clientId } = await seedTextable(number)
    const stopped = await change(clientId, { field: 'primary_phone', stopped: true })
    expect(stopped.json().numbers).toMatchObject([
      { to: `•••${number.slice(-4)}`, stopped: { by: 'staff', admin_name: 'admin' } },
    ])
    expect(stopped.body).not.toContain(number)
    await change(clientId, { field: 'primary_phone', stopped: true })
    expect(await trailOf(clientId, 'client.texts-stopped')).toMatchObject([
      { actor_kind: 'admin', fields: ['primary_phone'] },
    ])
    expect((await change(clientId, { field: 'primary_phone', stopped: false })).json().numbers).toMatchObject([
      { stopped: null },
    ])
    await change(clientId, { field: 'primary_phone', stopped: true })
    await inbound(`+1${number}`, 'STOP')
    expect((await change(clientId, { field: 'primary_phone', stopped: false })).statusCode).toBe(409)
    expect((await change(clientId, { field: 'secondary_phone', stopped: true })).statusCode).toBe(409)
    expect((await change(clientId, { field: 'primary_email', stopped: true })).statusCode).toBe(400)
  })
})

describe('consent to texts in the record', () => {
  const put = async (clientId: string, payload: object) =>
    (await core.ask(admin, { method: 'PUT', url: `/clients/${clientId}`, payload })).json()

  it('given a consent with date and source, when the number changes, then it ends with the number, unless a new one comes with it', async () => {
    const consent = { text_consent_date: '2026-11-02', text_consent_source: 'On a form' }
    const { clientId } = await seedTextable('(415) 555-9001', { ...consent, text_consent_date_2: '2026-11-03' })
    expect(await put(clientId, { primary_phone: '+1 415 555 9001' })).toMatchObject(consent)
    const ended = { text_consent_date: null, text_consent_source: null, text_consent_date_2: '2026-11-03' }
    expect(await put(clientId, { primary_phone: '(415) 555-9002', ...consent })).toMatchObject(ended)
    const given = { text_consent_date: '2026-11-05', text_consent_source: 'By phone' }
    expect(await put(clientId, { primary_phone: '(415) 555-9003', ...given })).toMatchObject(given)
  })
})
