import { startMailServer } from '@agency/test-kit/product/mail-server'
import { startTextGateway } from '@agency/test-kit/product/text-gateway'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { seedClient } from '../../../test/session-fixtures.ts'
import { queueMessage } from '../../platform/outbox/outbox-service.ts'

let mails: Awaited<ReturnType<typeof startMailServer>>
let texts: Awaited<ReturnType<typeof startTextGateway>>
let core: Core
beforeAll(async () => {
  mails = await startMailServer()
  texts = await startTextGateway()
  const mail = { SMTP_URL: mails.url, MAIL_FROM: 'Sunrise <office@agency.example>' }
  core = await startCore({ AGENCY_NAME: 'Sunrise', ...mail, ...texts.settings })
})
afterAll(async () => {
  await core.close()
  await mails.close()
  await texts.close()
})
beforeEach(() => {
  mails.received.length = 0
  texts.received.length = 0
})

const inTime = { timeout: 20_000, interval: 25 }
/** As if the time to undo were over. */
const makeDue = async () => {
  await core.app.db.updateTable('outbox_messages').set({ next_attempt_at: sql`now()` }).execute()
  core.app.wakeOutbox()
}
const seed = async (values: object) => {
  const admin = await core.admin()
  const id = await seedClient(core, admin, values)
  const change = async (payload: object) => {
    await core.ask(admin, { method: 'PUT', url: `/clients/${id}`, payload })
    core.app.wakeOutbox()
  }
  return { change, id }
}

describe('a contact that staff replace', () => {
  it('[SI-02] given a client who prefers Portuguese, when e-mail and number are replaced, then the former ones are told so, and nothing of the new ones', async () => {
    const contacts = { primary_email: 'old@example.com', primary_phone: '415-555-0147' }
    const { change } = await seed({ ...contacts, pref_lang: 'Portuguese' })
    await change({ primary_email: 'new@example.com', primary_phone: '(415) 555-0188' })
    await makeDue()
    await vi.waitFor(() => expect([mails.received.length, texts.received.length]).toEqual([1, 1]), inTime)
    const text = expect.stringContaining('seus dados de contato mudaram')
    expect(mails.received[0]).toMatchObject({ to: ['old@example.com'], text })
    expect(texts.received[0]).toMatchObject({ to: '+14155550147', text: expect.stringMatching(/^Sunrise: /) })
    expect(`${mails.received[0]?.text} ${texts.received[0]?.text}`).not.toMatch(/new@example|0188/)
  })

  it('given another way to write a number, and another field, when they are stored, then nobody is told, and no change is recorded', async () => {
    const { change, id } = await seed({ primary_email: 'old@example.com', primary_phone: '415-555-0147' })
    await change({ primary_phone: '+1 (415) 555 0147', primary_email: ' old@example.com ', occupation: 'Baker' })
    const { db } = core.app
    expect(await db.selectFrom('contact_changes').select('id').where('client_id', '=', id).execute()).toEqual([])
    expect(await db.selectFrom('outbox_messages').select('id').where('client_id', '=', id).execute()).toEqual([])
  })

  it('given a change that is undone, when its message is due, then nobody is told, but of a further one, or if something was sent in between', async () => {
    const { change, id } = await seed({ primary_email: 'undone@example.com' })
    const { db, cipher } = core.app
    const states = async () =>
      (
        await db
          .selectFrom('outbox_messages')
          .select('state')
          .where('client_id', '=', id)
          .orderBy('created_at')
          .execute()
      )
        .map(({ state }) => state)
        .join()
    await change({ primary_email: 'slip@example.com' })
    expect(mails.received).toEqual([])
    await change({ primary_email: 'undone@example.com' })
    await makeDue()
    await vi.waitFor(async () => expect(await states()).toBe('dead'), inTime)
    await sql`UPDATE contact_changes SET changed_at = changed_at - interval '11 minutes' WHERE client_id = ${id}`.execute(
      db,
    )
    await change({ primary_email: 'other@example.com' })
    const copy = { kind: 'copy', channel: 'email', to: 'other@example.com', language: 'en', clientId: id } as const
    await queueMessage({ db, cipher }, { ...copy, values: { name: 'Ann', link: 'https://x.example', date: '1' } })
    await change({ primary_email: 'undone@example.com' })
    await makeDue()
    await vi.waitFor(() => expect(mails.received.map(({ to }) => to)).toContainEqual(['undone@example.com']), inTime)
  })

  it('given an older message that is tried again while the contact is another one, when that is undone, then the former address is told', async () => {
    const { change, id } = await seed({ primary_email: 'retried@example.com' })
    const { db, cipher } = core.app
    const copy = { kind: 'copy', channel: 'email', to: 'retried@example.com', language: 'en', clientId: id } as const
    const values = { name: 'Ann', link: 'https://x.example', date: '1' }
    const { id: older } = await queueMessage({ db, cipher }, { ...copy, values, afterSeconds: 3_600 })
    await change({ primary_email: 'slip@example.com' })
    await db
      .updateTable('outbox_messages')
      .set({ state: 'sent', sent_at: sql`now()`, encrypted_message: null })
      .where('id', '=', older)
      .execute()
    await change({ primary_email: 'retried@example.com' })
    await makeDue()
    await vi.waitFor(() => expect(mails.received.map(({ to }) => to)).toContainEqual(['retried@example.com']), inTime)
  })

  it('given changes to and fro on one day, when they are stored, then each address that stood is told once, and none that was corrected at once', async () => {
    const { change, id } = await seed({ primary_email: 'a@example.com' })
    const { db } = core.app
    const told = async () => {
      const messages = await db
        .selectFrom('outbox_messages')
        .select('destination')
        .where('client_id', '=', id)
        .execute()
      return messages.map(({ destination }) => destination).toSorted()
    }
    for (const primary_email of ['slip@example.com', 'b@example.com']) await change({ primary_email })
    expect(await told()).toEqual(['a•••@example.com'])
    for (const primary_email of ['a@example.com', 'b@example.com']) {
      await sql`UPDATE contact_changes SET changed_at = changed_at - interval '11 minutes' WHERE client_id = ${id}`.execute(
        db,
      )
      await change({ primary_email })
    }
    expect(await told()).toEqual(['a•••@example.com', 'b•••@example.com'])
  })
})
