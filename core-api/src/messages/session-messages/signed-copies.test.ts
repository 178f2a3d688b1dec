import { type MailServer, startMailServer } from '@agency/test-kit/product/mail-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { withoutContactNotices } from '../../../test/contact-notices.ts'
import { type Core, nobody, startCore, startCoreForTest } from '../../../test/core.ts'
import { emptyOutbox } from '../../../test/empty-outbox.ts'
import { seedSealedForm } from '../../../test/sealed-fixtures.ts'
import {
  consent,
  openAsClient,
  passcode,
  type SeededSession,
  seedForm,
  seedSession,
} from '../../../test/session-fixtures.ts'
import { sentMessages } from '../../../test/signing-code-steps.ts'

let mails: MailServer
let core: Core
beforeAll(async () => {
  mails = await startMailServer()
  const mail = { SMTP_URL: mails.url, MAIL_FROM: 'Sunrise <office@example.com>' }
  core = await startCore({ AGENCY_NAME: 'Sunrise', PUBLIC_URL: 'https://client.example.com', ...mail })
})
afterAll(async () => {
  await core.close()
  await mails.close()
})
beforeEach(async () => {
  await emptyOutbox(core)
  mails.received.length = 0
})

const day = 86_400_000

async function seedReachable(on: Core, values: object): Promise<SeededSession> {
  const journey = await seedSession(on)
  await on.ask(journey.admin, { method: 'PUT', url: `/clients/${journey.clientId}`, payload: values })
  return journey
}

const mailed = (count: number) =>
  vi.waitFor(() => expect(withoutContactNotices(mails.received)).toHaveLength(count), { timeout: 20_000, interval: 50 })
const copiesOf = ({ session }: SeededSession, on = core) =>
  on.app.db
    .selectFrom('outbox_messages')
    .select(['kind', 'channel', 'state', 'encrypted_message'])
    .where('session_id', '=', session.id)
    .where('kind', '=', 'copy')
    .execute()
const whenDone = (kind: string, { app } = core) =>
  vi.waitFor(
    async () => {
      app.wakeJobs()
      const waiting = app.db.selectFrom('jobs').select('id').where('kind', '=', kind).where('done_at', 'is', null)
      expect(await waiting.execute()).toEqual([])
    },
    { timeout: 20_000, interval: 50 },
  )
const expire = ({ session }: SeededSession, columns: { expires_at: string; copy_ends_at?: string }) =>
  core.app.db.updateTable('sessions').set(columns).where('id', '=', session.id).execute()
const logIn = async ({ session }: SeededSession, typed = passcode) => {
  const url = `/api/session/${session.session_code}/auth`
  return (await core.ask(nobody, { method: 'POST', url, payload: { passcode: typed } })).statusCode
}
const yesterday = () => new Date(Date.now() - day).toISOString()

describe('the copy of signed documents that nobody asked for', () => {
  it('[SI-09] given all documents signed, when they are sealed, then the client gets the link once, and nothing of it stays in the outbox', async () => {
    const journey = await seedReachable(core, { primary_email: 'ines@example.com' })
    await consent(core, await openAsClient(core, journey.session), journey.session)
    await seedSealedForm(core, journey)
    await mailed(1)
    const [mail] = withoutContactNotices(mails.received)
    expect(mail?.to).toEqual(['ines@example.com'])
    // The record names no language: the client consented in Portuguese.
    expect(mail?.text).toContain(`https://client.example.com/session/${journey.session.session_code}?language=pt`)
    expect(mail?.text).not.toContain(passcode)
    await vi.waitFor(
      async () =>
        expect(await copiesOf(journey)).toEqual([
          { kind: 'copy', channel: 'email', state: 'sent', encrypted_message: null },
        ]),
      { timeout: 20_000 },
    )
    // Another document makes another copy, with all of them.
    await seedSealedForm(core, journey)
    await mailed(2)
  })

  it('given the session expired, when the link is opened within 90 days, then passcode and documents still work; after them neither @full', async () => {
    const journey = await seedReachable(core, { primary_email: 'ines@example.com' })
    const { id } = await seedSealedForm(core, journey)
    await mailed(1)
    const { copy_ends_at } = await core.app.db
      .selectFrom('sessions')
      .select('copy_ends_at')
      .where('id', '=', journey.session.id)
      .executeTakeFirstOrThrow()
    expect(Math.round((Date.parse(copy_ends_at ?? '') - Date.now()) / day)).toBe(90)

    await expire(journey, { expires_at: yesterday() })
    expect(await logIn(journey, 'a guess')).toBe(401)
    const client = await openAsClient(core, journey.session)
    const file = () => core.ask(client, { method: 'GET', url: `/sessionforms/${id}/file` })
    expect((await file()).statusCode).toBe(200)
    await expire(journey, { expires_at: yesterday(), copy_ends_at: yesterday() })
    expect((await file()).statusCode).toBe(401)
    expect(await logIn(journey)).toBe(410)
  })

  it('given a copy that was given up, when staff retry it, then it names the last day of its own link; not once that has passed @full', async () => {
    const journey = await seedReachable(core, { primary_email: 'ines@example.com' })
    mails.refuse(550)
    await seedSealedForm(core, journey)
    const url = `/session/${journey.session.session_code}/messages`
    const list = async () => (await core.ask(journey.admin, { method: 'GET', url })).json().messages
    await vi.waitFor(async () => expect(await list()).toMatchObject([{ kind: 'copy', can_retry: true }]), {
      timeout: 20_000,
      interval: 50,
    })
    const [{ id }] = await list()
    const retry = () => core.ask(journey.admin, { method: 'POST', url: `${url}/${id}/retry` })
    const copy_ends_at = new Date(Date.now() + 90 * day).toISOString()
    await expire(journey, { expires_at: yesterday(), copy_ends_at: yesterday() })
    expect((await list())[0].can_retry).toBe(false)
    expect((await retry()).statusCode).toBe(409)
    await expire(journey, { expires_at: yesterday(), copy_ends_at })
    expect((await retry()).statusCode).toBe(200)
    await mailed(1)
    const lastDay = new Date(Date.parse(copy_ends_at) - day)
    const inWords = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(lastDay)
    expect(withoutContactNotices(mails.received)[0]?.text.replaceAll(/=?\r\n/g, ' ')).toContain(inWords)
  })

  it('given a session that is not completed, when it has expired, then nobody gets in, whatever its copy’s end is', async () => {
    const journey = await seedReachable(core, { primary_email: 'ines@example.com' })
    await seedForm(core, journey)
    await expire(journey, { expires_at: yesterday(), copy_ends_at: new Date(Date.now() + day).toISOString() })
    expect(await logIn(journey)).toBe(410)
  })

  it('given a client without an address and with a number, when all is signed, then the link goes by text @full', async () => {
    const laptop = await startCoreForTest({ DEMO: 'true' })
    const journey = await seedReachable(laptop, { primary_phone: '(415) 555-0147' })
    await seedSealedForm(laptop, journey)
    // Staff get their notice too.
    const texts = () => sentMessages(laptop).filter((message) => message.includes('To: +14155550147'))
    await vi.waitFor(() => expect(texts()).toHaveLength(1), { timeout: 30_000 })
    expect(texts()[0]).toContain(journey.session.session_code)
  })

  it('given a channel that has carried the passcode, when all is signed, then the link does not take it @full', async () => {
    const journey = await seedReachable(core, { primary_email: 'ines@example.com' })
    const payload = { link: 'none', passcode: 'email' }
    const url = `/session/${journey.session.session_code}/messages`
    await core.ask(journey.admin, { method: 'POST', url, payload })
    await seedSealedForm(core, journey)
    await whenDone('signed-copy')
    expect(await copiesOf(journey)).toEqual([])
  })

  it('given SIGNED_COPY_DAYS=0, when all is signed, then no copy is sent, and the link ends with the session @full', async () => {
    const none = await startCoreForTest({ SIGNED_COPY_DAYS: '0' })
    const journey = await seedReachable(none, { primary_email: 'ines@example.com' })
    await seedSealedForm(none, journey)
    await whenDone('signed-copy', none)
    expect(await copiesOf(journey, none)).toEqual([])
  })
})
