import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MailServer, startMailServer } from '@agency/test-kit/product/mail-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Core, nobody, startCore, startCoreForTest } from '../../../test/core.ts'
import { openAsClient, seedSession } from '../../../test/session-fixtures.ts'
import { claimMessage, insertMessage } from './outbox-repository.ts'
import { type MessageToQueue, queueMessage, requeueMessage } from './outbox-service.ts'

let mails: MailServer
let core: Core
beforeAll(async () => {
  mails = await startMailServer()
  core = await startCore({
    AGENCY_NAME: 'Sunrise',
    SMTP_URL: mails.url,
    MAIL_FROM: 'Sunrise <office@agency.example>',
  })
})
afterAll(async () => {
  await core.close()
  await mails.close()
})
beforeEach(async () => {
  mails.received.length = 0
  await core.app.db.deleteFrom('outbox_messages').execute()
})

const notice = {
  kind: 'new-device',
  channel: 'email',
  to: 'ines@example.com',
  language: 'en',
  values: { name: 'Inês', device: 'Firefox on Windows', date: 'December 1, 2026' },
} as const satisfies MessageToQueue<'new-device'>

async function queue(changes: Partial<MessageToQueue<'new-device'>> = {}): Promise<string> {
  const { db, cipher } = core.app
  const { id } = await db.transaction().execute((trx) => queueMessage({ db: trx, cipher }, { ...notice, ...changes }))
  core.app.wakeOutbox()
  return id
}

const stored = (id: string) =>
  core.app.db.selectFrom('outbox_messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const whenIn = (id: string, state: string) =>
  vi.waitFor(
    async () => {
      const row = await stored(id)
      expect(row.state).toBe(state)
      return row
    },
    { timeout: 20_000, interval: 25 },
  )

/** Resolves when a transaction waits for a lock of another one. */
const isWaiting = () =>
  vi.waitFor(
    async () => {
      const { rows } = await sql`SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(core.app.db)
      expect(rows).not.toEqual([])
    },
    { timeout: 20_000, interval: 25 },
  )

async function retryNow() {
  await core.app.db.updateTable('outbox_messages').set({ next_attempt_at: sql`now()` }).execute()
  core.app.wakeOutbox()
}

describe('a queued message', () => {
  it('given a server, when sent, then once, with a stable Message-ID, and its content is erased @full', async () => {
    const id = await queue()
    const row = await whenIn(id, 'sent')
    expect(row).toMatchObject({ destination: 'i•••@example.com', encrypted_message: null, attempts: 1, unconfirmed: 0 })
    expect(row.sent_at).not.toBeNull()
    expect(mails.received).toHaveLength(1)
    expect(mails.received[0]?.text).toContain(`Message-ID: <${id}@agency.example>`)
    expect(mails.received[0]?.text).toContain('Subject: Sunrise: login from a new device')
    expect(mails.received[0]?.text).toContain('Hello Inês,')
  })

  it('given a key, when queued twice, then it is one message', async () => {
    const key = 'a cause'
    const id = await queue({ key })
    expect(await queue({ key })).toBe(id)
    await whenIn(id, 'sent')
    expect(mails.received).toHaveLength(1)
  })

  it('[RE-04] given a transaction that is rolled back, when it ends, then nothing is sent', async () => {
    const { db, cipher } = core.app
    const failing = db.transaction().execute(async (trx) => {
      await queueMessage({ db: trx, cipher }, notice)
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await db.selectFrom('outbox_messages').select('id').execute()).toEqual([])
  })

  it('given a process that was killed while it sent, when its lease ends, then it is sent again, and this is counted', async () => {
    const { db, cipher } = core.app
    const id = await db.transaction().execute(async (trx) => {
      const { id } = await queueMessage({ db: trx, cipher }, notice)
      await claimMessage(trx, 0)
      return id
    })
    core.app.wakeOutbox()
    expect(await whenIn(id, 'sent')).toMatchObject({ attempts: 2, unconfirmed: 1 })
    expect(mails.received).toHaveLength(1)
  })

  it('given a template with an unknown placeholder, when sent, then it is given up, and nothing goes out', async () => {
    const { db, cipher } = core.app
    const encrypted_message = (id: string) =>
      cipher.encrypt(JSON.stringify({ to: notice.to, values: { name: '' } }), {
        table: 'outbox_messages',
        id,
        purpose: 'message',
      })
    const id = crypto.randomUUID()
    const { kind, channel, language } = notice
    await insertMessage(db, { id, kind, channel, language, destination: '', encrypted_message: encrypted_message(id) })
    core.app.wakeOutbox()
    expect(await whenIn(id, 'dead')).toMatchObject({ error: 'template', encrypted_message: null })
    expect(mails.received).toEqual([])
  })
})

describe('a mail server that fails', () => {
  it.each([
    ['answers 451', () => mails.refuse(451), 'busy', 0],
    ['drops the connection after DATA', () => mails.dropAfterData(), 'unconfirmed', 1],
  ] as const)(
    'given a server that %s, when it works again, then the message is sent, and meanwhile not called sent @full',
    async (_what, fail, error, unconfirmed) => {
      fail()
      const id = await queue()
      expect(await whenIn(id, 'failed')).toMatchObject({ error, unconfirmed, sent_at: null })
      await retryNow()
      expect(await whenIn(id, 'sent')).toMatchObject({ error: null, unconfirmed, attempts: 2 })
      expect(mails.received).toHaveLength(1)
    },
  )

  it.each([
    ['550 5.1.1 No such user ines@example.com', 'mailbox-unknown'],
    ['552 5.2.2 Mailbox full', 'mailbox-full'],
    ['554 5.7.1 Not from you', 'refused'],
  ])('given a server that answers %s, when sent, then it is given up at once', async (answer, error) => {
    mails.refuseRecipient(answer)
    const id = await queue()
    expect(await whenIn(id, 'dead')).toMatchObject({ error, attempts: 1, encrypted_message: null, sent_at: null })
    await retryNow()
    expect(mails.received).toEqual([])
  })

  it('given a slow server, when it answers at last, then the message is sent, and not before', async () => {
    const answer = mails.holdAnswers()
    const id = await queue()
    expect(await whenIn(id, 'sending')).toMatchObject({ sent_at: null })
    answer()
    expect(await whenIn(id, 'sent')).toMatchObject({ attempts: 1, unconfirmed: 0 })
  })

  it('given a server that is down, when tried, then the message waits for another try @full', async () => {
    const gone = await startMailServer()
    await gone.close()
    const down = await startCore({ SMTP_URL: gone.url, MAIL_FROM: 'office@agency.example' })
    const { db, cipher } = down.app
    const { id } = await queueMessage({ db, cipher }, notice)
    down.app.wakeOutbox()
    const read = () => db.selectFrom('outbox_messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await vi.waitFor(async () => expect(await read()).toMatchObject({ state: 'failed', error: 'unreachable' }), {
      timeout: 20_000,
    })
    expect(Date.parse((await read()).next_attempt_at)).toBeGreaterThan(Date.now())
    await down.close()
  })
})

describe('the channels of link and passcode', () => {
  const values = { name: 'Inês', link: 'https://client.example.com/session/AAAA', date: 'December 1, 2026' }

  it('given a passcode that is being queued, when the link is queued for the same channel at once, then it is refused', async () => {
    const { db, cipher } = core.app
    const { session, clientId } = await seedSession(core)
    const of = { ...notice, sessionId: session.id, clientId }
    const [queued, passcode] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = db.transaction().execute(async (trx) => {
      await queueMessage({ db: trx, cipher }, { ...of, kind: 'passcode', values: { name: 'Inês', passcode: 'secret' } })
      queued.resolve()
      await passcode.promise
    })
    await queued.promise
    const second = db
      .transaction()
      .execute((trx) => queueMessage({ db: trx, cipher }, { ...of, kind: 'copy', values }))
      .catch((error) => error.message)
    await Promise.race([second, isWaiting()])
    passcode.resolve()
    await first
    expect(await second).toBe('The passcode of this session went by email. Send the link another way.')
  })

  it('given a passcode that a gateway took and then reported as undelivered, when its retry fails, then its channel still carries no link', async () => {
    const { db, cipher } = core.app
    const { session, clientId } = await seedSession(core)
    const of = { ...notice, sessionId: session.id, clientId, channel: 'text', to: '+13055550147' } as const
    const passcode = { ...of, kind: 'passcode', values: { name: 'Inês', passcode: 'secret' } } as const
    const { id } = await queueMessage({ db, cipher }, passcode)
    await db
      .updateTable('outbox_messages')
      .set({ state: 'dead', provider_id: 'SM1', encrypted_message: null })
      .where('id', '=', id)
      .execute()
    await requeueMessage({ db, cipher }, id, passcode)
    core.app.wakeOutbox()
    await whenIn(id, 'dead')
    await expect(queueMessage({ db, cipher }, { ...of, kind: 'copy', values })).rejects.toThrow('went by text message')
  })
})

describe('messages without any server', () => {
  it('[RE-02] given a demonstration, when messages are sent, then they are files and on the outbox page, which others than staff never see @full', async () => {
    const laptop = await startCoreForTest({ DEMO: 'true', AGENCY_NAME: 'Sunrise' })
    const { db, cipher } = laptop.app
    const email = await queueMessage({ db, cipher }, notice)
    const text = await queueMessage({ db, cipher }, { ...notice, channel: 'text', to: '+13055550147' })
    laptop.app.wakeOutbox()
    const page = async () => (await laptop.ask(await laptop.admin(), { method: 'GET', url: '/outbox' })).json().messages
    await vi.waitFor(async () => expect(await page()).toHaveLength(2), { timeout: 20_000 })

    expect(await page()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          id: email.id,
          channel: 'email',
          to: notice.to,
          text: expect.stringContaining('Inês'),
        }),
        expect.objectContaining({ id: text.id, channel: 'text', to: '+13055550147', subject: null }),
      ]),
    )
    const read = (name: string) => readFileSync(join(laptop.config.dataDirectory, 'outbox', name), 'utf8')
    expect(read(`${email.id}.eml`)).toMatch(/^To: ines@example\.com\r$/m)
    expect(read(`${text.id}.txt`)).toMatch(/^To: \+13055550147\n\n.*Firefox on Windows/)
    const client = await openAsClient(laptop, (await seedSession(laptop)).session)
    expect((await laptop.ask(client, { method: 'GET', url: '/outbox' })).statusCode).toBe(404)
    expect((await laptop.ask(nobody, { method: 'GET', url: '/outbox' })).statusCode).toBe(401)
  })

  it('[RE-02] given no demonstration, when staff ask for the outbox page, then 404', async () => {
    expect((await core.ask(await core.admin(), { method: 'GET', url: '/outbox' })).statusCode).toBe(404)
  })

  it('given a mail server and TEXT_TO_FILES, when a text message is sent, then it is a file @full', async () => {
    const mixed = await startCoreForTest({
      SMTP_URL: mails.url,
      MAIL_FROM: 'office@agency.example',
      TEXT_TO_FILES: 'true',
    })
    const { db, cipher } = mixed.app
    const { id } = await queueMessage({ db, cipher }, { ...notice, channel: 'text', to: '+13055550147' })
    mixed.app.wakeOutbox()
    const path = join(mixed.config.dataDirectory, 'outbox', `${id}.txt`)
    await vi.waitFor(() => expect(readFileSync(path, 'utf8')).toContain('Firefox on Windows'), { timeout: 20_000 })
    expect(mails.received).toEqual([])
  })
})
