import { createHash } from 'node:crypto'
import type { PrincipalStatement } from '@agency/contract/principal'
import { type MailServer, startMailServer } from '@agency/test-kit/product/mail-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { auditEvents } from '../../../test/audit-events.ts'
import { withoutContactNotices } from '../../../test/contact-notices.ts'
import { type Core, startCore, startCoreForTest } from '../../../test/core.ts'
import { emptyOutbox } from '../../../test/empty-outbox.ts'
import { seedSealedForm } from '../../../test/sealed-fixtures.ts'
import { openAsClient, type SeededSession, seedForm, seedSession } from '../../../test/session-fixtures.ts'
import { sentMessages } from '../../../test/signing-code-steps.ts'
import { step } from '../../../test/signing-steps.ts'
import { seedColleague } from '../../../test/staff-fixtures.ts'
import { listSealedDocuments } from '../../signing/packets/packet-repository.ts'

/** Only copies that clients ask for. */
const asked = { SIGNED_COPY_DAYS: '0' }

let mails: MailServer
let core: Core
/** Signed and sealed once, for all tests. */
let journey: Signed
/** Number of the session's events before a test. */
let before: number
beforeAll(async () => {
  mails = await startMailServer()
  const mail = { SMTP_URL: mails.url, MAIL_FROM: 'Sunrise <office@example.com>' }
  core = await startCore({ AGENCY_NAME: 'Sunrise', PUBLIC_URL: 'https://client.example.com/', ...mail, ...asked })
  journey = await seedSigned(core)
})
afterAll(async () => {
  await core.close()
  await mails.close()
})
beforeEach(async () => {
  await emptyOutbox(core)
  mails.received.length = 0
  before = (await allEvents()).length
  await core.app.db.deleteFrom('rate_limits').execute()
})

const call = (method: 'GET' | 'POST', as: PrincipalStatement, { session }: SeededSession = journey, on = core) =>
  on.ask(as, { method, url: `/session/${session.session_code}/copy-email` })
const change = (payload: object) =>
  core.ask(journey.admin, { method: 'PUT', url: `/clients/${journey.clientId}`, payload })

interface Signed extends SeededSession {
  id: string
  client: PrincipalStatement
}

/** A session whose only document is signed and sealed. */
async function seedSigned(on: Core): Promise<Signed> {
  const seeded = await seedSession(on)
  const payload = { primary_email: 'ines@example.com', ssn: '123-45-6789' }
  await on.ask(seeded.admin, { method: 'PUT', url: `/clients/${seeded.clientId}`, payload })
  const { id } = await seedSealedForm(on, seeded)
  return { ...seeded, id, client: await openAsClient(on, seeded.session) }
}

const allEvents = () =>
  core.app.db
    .selectFrom('audit_events')
    .select(['action', 'actor_kind', 'detail'])
    .where('subject_id', '=', journey.session.id)
    .where('action', 'like', 'session.copy%')
    .orderBy('position')
    .execute()
const newEvents = async () => (await allEvents()).slice(before)
const newActions = async () => (await newEvents()).map(({ action }) => action)

const mailed = (count = 1) =>
  vi.waitFor(() => expect(withoutContactNotices(mails.received)).toHaveLength(count), { timeout: 20_000, interval: 50 })

describe('the e-mail with the link to the signed documents', () => {
  it.each([
    ['English', 'Subject: Sunrise: your signed documents', 'Hello Inês,', '\n'],
    ['Portuguese', 'Subject: Sunrise: seus documentos assinados', 'Olá Inês,', '?language=pt\n'],
  ])(
    'given a client who prefers %s and has signed, when asked for, then it has the link alone, and both are on the trail @full',
    async (pref_lang, subject, hello, linkEnd) => {
      await change({ pref_lang })
      const { client, session } = journey
      expect((await call('GET', client)).json()).toEqual({ to: 'i•••@example.com', attached: false })

      expect((await call('POST', client)).json()).toEqual({ to: 'i•••@example.com', attached: false })

      await mailed()
      const [{ to, text } = { to: [], text: '' }] = withoutContactNotices(mails.received)
      expect(to).toEqual(['ines@example.com'])
      for (const part of [subject, hello]) expect(text).toContain(part)
      const link = `https://client.example.com/session/${session.session_code}${linkEnd}`
      expect(text.replaceAll('\r', '')).toContain(link)
      for (const kept of [session.passcode, 'Gonçalves', '123-45-6789', 'Application', '%PDF']) {
        expect(text).not.toContain(kept)
      }
      expect(text).not.toMatch(/multipart\/mixed|attachment/i)
      await vi.waitFor(
        async () =>
          expect(await newEvents()).toEqual([
            { action: 'session.copy-requested', actor_kind: 'session', detail: null },
            { action: 'session.copy-sent', actor_kind: 'system', detail: null },
          ]),
        { timeout: 20_000 },
      )
    },
  )

  it('given one e-mail, when asked for at once and after the pause, then 429 with the time to wait, and then another', async () => {
    await call('POST', journey.client)
    await mailed()
    const early = await call('POST', journey.client)
    expect(early.statusCode).toBe(429)
    expect(early.json()).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(0)
    await vi.waitFor(async () => expect(await newActions()).toEqual(['session.copy-requested', 'session.copy-sent']), {
      timeout: 20_000,
    })

    await core.app.db.updateTable('rate_limits').set({ blocked_until: null }).execute()
    expect((await call('POST', journey.client)).statusCode).toBe(200)
    await mailed(2)
    // The second waits longer than the first.
    const again = await call('POST', journey.client)
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(Number(early.headers['retry-after']))
    await vi.waitFor(async () => expect(await newActions()).toHaveLength(4), { timeout: 20_000 })
  })

  it('given a mail server that refuses for good, when asked for, then staff see that it was not sent', async () => {
    mails.refuse(550)
    await call('POST', journey.client)

    const both = ['session.copy-requested', 'session.copy-not-sent']
    await vi.waitFor(async () => expect(await newActions()).toEqual(both), { timeout: 20_000 })
    expect(withoutContactNotices(mails.received)).toEqual([])
  })

  it('given no address, then a document that waits, then one that was voided, when asked for, then 409, and none is offered @full', async () => {
    const expectNone = async () => {
      expect((await call('GET', journey.client)).json()).toEqual({ to: null, attached: false })
      expect((await call('POST', journey.client)).statusCode).toBe(409)
    }
    await change({ primary_email: null })
    await expectNone()
    await change({ primary_email: 'ines@example.com' })
    const { id } = await seedForm(core, journey)
    await expectNone()
    await core.ask(journey.admin, { method: 'DELETE', url: `/sessionforms/${id}` })
    expect((await call('GET', journey.client)).json()).toEqual({ to: 'i•••@example.com', attached: false })
    await step(core, journey.admin, journey.id, 'void', { reason: 'The wrong plan' })
    await expectNone()
    expect(await newEvents()).toEqual([])
    expect(withoutContactNotices(mails.received)).toEqual([])
  })

  it('given a deployment that sends no e-mails, when the client asks, then none is offered @full', async () => {
    const quiet = await startCoreForTest(textOnly)
    const signed = await seedSigned(quiet)
    expect((await call('GET', signed.client, signed, quiet)).json()).toEqual({ to: null, attached: false })
    expect((await call('POST', signed.client, signed, quiet)).statusCode).toBe(409)
  })
})

/** A gateway for text messages alone: e-mails are off. */
const textOnly = {
  TEXT_GATEWAY_URL: 'http://127.0.0.1:9/Messages.json',
  TEXT_GATEWAY_ACCOUNT: 'AC1',
  TEXT_GATEWAY_TOKEN: 'token',
  TEXT_FROM: '+15550100100',
  ...asked,
}

const attachingTo = ({ url }: MailServer) => ({
  SIGNED_COPY: 'attached',
  SMTP_URL: url,
  MAIL_FROM: 'o@example.com',
  ...asked,
})

describe('a copy with the documents attached', () => {
  let attaching: Core
  beforeAll(async () => {
    attaching = await startCore(attachingTo(mails))
  })
  afterAll(() => attaching.close())
  beforeEach(async () => {
    await emptyOutbox(attaching)
    await attaching.app.db.deleteFrom('rate_limits').execute()
    mails.received.length = 0
  })

  const sealedOf = async (on: Core, { session }: SeededSession) => {
    const [document] = await listSealedDocuments(on.app.db, session.id)
    if (!document) throw new Error('The session has no sealed document')
    return document
  }

  it('[RE-07] given that setting, when the client asks, then the e-mail has the sealed file, no link, and the outbox never had it @full', async () => {
    const signed = await seedSigned(attaching)
    const answer = await call('POST', signed.client, signed, attaching)
    expect(answer.json()).toEqual({ to: 'i•••@example.com', attached: true })

    await mailed()
    const [{ text, html, attachments } = { text: '', html: '', attachments: [] }] = withoutContactNotices(
      mails.received,
    )
    expect(text).toContain('are attached')
    for (const body of [text, html]) expect(body).not.toContain(signed.session.session_code)
    const { sha256 } = await sealedOf(attaching, signed)
    expect(attachments.map(({ name }) => name)).toEqual(['01 Application.pdf'])
    const [{ content } = { content: Buffer.of() }] = attachments
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256.toString('hex'))
    await vi.waitFor(
      async () => {
        const rows = attaching.app.db
          .selectFrom('outbox_messages')
          .selectAll()
          .where('session_id', '=', signed.session.id)
        expect(await rows.execute()).toMatchObject([{ kind: 'copy', state: 'sent', encrypted_message: null }])
      },
      { timeout: 20_000 },
    )
    const events = auditEvents(attaching.app.db)
      .select('detail')
      .where('action', '=', 'session.copy-sent')
      .where('subject_id', '=', signed.session.id)
    expect(await events.execute()).toEqual([{ detail: '1 document attached' }])
  })

  it.each([
    ['are too large together', { size: 11 * 2 ** 20 }, false],
    ['are damaged', { sha256: Buffer.alloc(32) }, true],
  ])(
    'given documents that %s, when the client asks, then the e-mail has the link @full',
    async (_what, change, attached) => {
      const signed = await seedSigned(attaching)
      const { file_id } = await sealedOf(attaching, signed)
      await attaching.app.db.updateTable('files').set(change).where('id', '=', file_id).execute()
      expect((await call('GET', signed.client, signed, attaching)).json()).toMatchObject({ attached })
      await call('POST', signed.client, signed, attaching)

      await mailed()
      expect(withoutContactNotices(mails.received)[0]?.text).toContain(`/session/${signed.session.session_code}`)
      expect(withoutContactNotices(mails.received)[0]?.attachments).toEqual([])
    },
  )

  it('given an address that an assistant has entered lately, when the client asks, then the e-mail has the link and no document @full', async () => {
    const signed = await seedSigned(attaching)
    const { as } = await seedColleague(attaching, 'assistant')
    const payload = { primary_email: 'mallory@evil.example' }
    await attaching.ask(as, { method: 'PUT', url: `/clients/${signed.clientId}`, payload })
    expect((await call('POST', signed.client, signed, attaching)).json()).toMatchObject({ attached: false })
    const toMallory = () =>
      withoutContactNotices(mails.received).filter(({ to }) => to.includes('mallory@evil.example'))
    await vi.waitFor(() => expect(toMallory()).toHaveLength(1), { timeout: 20_000, interval: 25 })
    expect(toMallory()[0]?.attachments).toEqual([])
  })

  it('[RE-07] given a copy that the server has not taken yet, when staff correct the address, then no copy goes to the former one, and the trail says so', async () => {
    const { db } = attaching.app
    const signed = await seedSigned(attaching)
    mails.refuse(451)
    await call('POST', signed.client, signed, attaching)
    const become = (values: object) =>
      vi.waitFor(
        async () =>
          expect(
            await db
              .selectFrom('outbox_messages')
              .selectAll()
              .where('session_id', '=', signed.session.id)
              .executeTakeFirst(),
          ).toMatchObject(values),
        { timeout: 20_000, interval: 25 },
      )
    await become({ state: 'failed' })
    const payload = { primary_email: 'ines.goncalves@example.com' }
    await attaching.ask(signed.admin, { method: 'PUT', url: `/clients/${signed.clientId}`, payload })

    await db.updateTable('outbox_messages').set({ next_attempt_at: new Date().toISOString() }).execute()
    attaching.app.wakeOutbox()

    await become({ state: 'dead', error: 'not-needed', encrypted_message: null })
    expect(withoutContactNotices(mails.received)).toEqual([])
    const events = db.selectFrom('audit_events').select('action').where('subject_id', '=', signed.session.id)
    expect(await events.where('action', 'like', 'session.copy%').orderBy('position').execute()).toEqual([
      { action: 'session.copy-requested' },
      { action: 'session.copy-not-sent' },
    ])
  })

  it('given a demonstration, when the client asks, then the file of the e-mail has the document attached @full', async () => {
    const laptop = await startCoreForTest({ SIGNED_COPY: 'attached', DEMO: 'true', ...asked })
    const signed = await seedSigned(laptop)
    await call('POST', signed.client, signed, laptop)
    const attached = /content-disposition: attachment;\s+filename="?01 Application.pdf/i
    await vi.waitFor(() => expect(sentMessages(laptop).some((message) => attached.test(message))).toBe(true), {
      timeout: 30_000,
    })
  })
})
