import { type MailServer, startMailServer } from '@agency/test-kit/product/mail-server'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { type Person, secondFactorCalls } from '../../../test/second-factor-fixtures.ts'

let mails: MailServer
let core: Core
let calls: ReturnType<typeof secondFactorCalls>
beforeAll(async () => {
  mails = await startMailServer()
  core = await startCore({ SMTP_URL: mails.url, MAIL_FROM: 'Sunrise <office@example.com>' })
  calls = secondFactorCalls(core)
})
afterAll(async () => {
  await core.close()
  await mails.close()
})

const update = (as: Person['login'], { id }: Pick<Person, 'id'>, changes: object) =>
  calls.ask(as, 'PUT', `/admin/${id}/update`, changes)
const emailOf = async ({ id }: Pick<Person, 'id'>): Promise<string> =>
  (await calls.ask(await core.admin(), 'GET', `/admin/${id}`)).json().email
/** Waits until all messages are sent. @returns to whom the notices went, and what they say has changed */
async function told(): Promise<string[]> {
  core.app.wakeOutbox()
  await vi.waitFor(
    async () => {
      const queued = core.app.db.selectFrom('outbox_messages').select('id').where('state', '<>', 'sent')
      expect(await queued.execute()).toEqual([])
    },
    { timeout: 20_000, interval: 20 },
  )
  const notices = mails.received.splice(0).flatMap(({ to, text }) => {
    const change = /Your account at .* was changed on .* UTC: (.*)\./.exec(text)?.[1]
    return change === undefined ? [] : [`${to.join()}: ${change}`]
  })
  return notices.toSorted()
}
afterEach(told)

describe('one’s own e-mail address', () => {
  it('[AC-01] given a token without a confirmation, or with another’s or a used one, when the address is changed, then 403 and it stays', async () => {
    const [boss, colleague] = [await calls.addPerson('power'), await calls.addPerson('power')]
    const before = await emailOf(boss)
    const used = await calls.confirm(boss)
    expect((await update(boss.login, boss, { email: 'second@example.com', confirmation: used })).statusCode).toBe(200)
    for (const confirmation of [undefined, used, await calls.confirm(colleague), crypto.randomUUID()]) {
      const answer = await update(boss.login, boss, { email: 'thief@example.com', first_name: 'Eve', confirmation })
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'CONFIRMATION_REQUIRED'])
    }
    expect(await emailOf(boss)).toBe('second@example.com')
    expect(await told()).toEqual([`${before}: new email address`])
    expect((await calls.ask(await core.admin(), 'GET', `/admin/${boss.id}`)).json().first_name).toBe('Pia')
  })

  it('given the form as it was read, when only the name differs, then nothing is to be confirmed, and nobody is told', async () => {
    const boss = await calls.addPerson('power')
    const email = await emailOf(boss)
    expect((await update(boss.login, boss, { email, last_name: 'Neri' })).json()).toMatchObject({ last_name: 'Neri' })
    expect(await told()).toEqual([])
  })

  it('given a conflict, when it is saved again, then the confirmation still works: nothing was changed with it @full', async () => {
    const boss = await calls.addPerson('power')
    await update(await core.admin(), boss, { email: 'set-by-another@example.com' })
    const confirmation = await calls.confirm(boss)
    const sent = { email: 'mine@example.com', confirmation }
    const call = {
      method: 'PUT',
      url: `/admin/${boss.id}/update`,
      payload: sent,
      headers: { 'if-match': '"1"' },
    } as const
    expect((await core.ask(boss.login, call)).statusCode).toBe(409)
    expect((await update(boss.login, boss, sent)).statusCode).toBe(200)
  })

  it('given an account that only a provider logs in, when its login is recent, then that is enough; later it is refused @full', async () => {
    const boss = await calls.addPerson('power')
    await core.app.db.updateTable('admins').set({ password_hash: null }).where('id', '=', boss.id).execute()
    expect((await update(boss.login, boss, { email: 'fresh@example.com' })).statusCode).toBe(200)
    const created_at = new Date(Date.now() - 11 * 60_000).toISOString()
    await core.app.db.updateTable('admin_sessions').set({ created_at }).where('admin_id', '=', boss.id).execute()
    const late = await update(boss.login, boss, { email: 'late@example.com' })
    expect([late.statusCode, late.json().message]).toEqual([403, expect.stringContaining('Log out and in again')])
    expect(await emailOf(boss)).toBe('fresh@example.com')
  })
})

describe('a change of an account', () => {
  it('given another’s address and password, when a power admin sets them, then no confirmation is needed, and the owner is told at the old address @full', async () => {
    const person = await calls.addPerson()
    const before = await emailOf(person)
    expect((await update(await core.admin(), person, { email: 'moved@example.com' })).statusCode).toBe(200)
    const password = { password: 'a quiet lamp of theirs' }
    const set = await calls.ask(await core.admin(), 'PUT', `/admin/${person.id}/password`, password)
    expect(set.statusCode).toBe(204)
    const notices = [`${before}: new email address`, 'moved@example.com: new password']
    expect(await told()).toEqual(notices.toSorted())
  })

  it('given second factors, when they are added and removed, then the owner is told of each @full', async () => {
    const person = await calls.addPerson()
    const email = await emailOf(person)
    await calls.addAuthenticator(person)
    await calls.addPasskey(person)
    const removal = { confirmation: await calls.confirm(person) }
    await calls.ask(person.login, 'POST', '/admin/me/authenticator/remove', removal)
    const changes = ['authenticator app added', 'passkey added', 'authenticator app removed']
    expect(await told()).toEqual(changes.map((change) => `${email}: ${change}`).toSorted())
  })
})
