import type { PrincipalStatement } from '@agency/contract/principal'
import { type MailServer, startMailServer } from '@agency/test-kit/product/mail-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { auditEvents } from '../../../test/audit-events.ts'
import { type Core, nobody, startCore, startCoreForTest } from '../../../test/core.ts'

let mails: MailServer
let core: Core
let mail: Record<string, string>
beforeAll(async () => {
  mails = await startMailServer()
  mail = { SMTP_URL: mails.url, MAIL_FROM: 'Sunrise <office@example.com>', STAFF_URL: 'https://staff.example.com' }
  core = await startCore(mail)
})
afterAll(async () => {
  await core.close()
  await mails.close()
})
beforeEach(async () => {
  mails.received.length = 0
  await core.app.db.deleteFrom('rate_limits').execute()
})

const [password, chosen] = ['swordfish trombone', 'a quiet lamp of theirs']
let count = 0
async function addAdmin(on = core) {
  const username = `ida${++count}`
  const person = { email: `${username}@example.com`, username, role: 'standard', first_name: 'Ida', last_name: 'Berg' }
  const payload = { ...person, password }
  const { id } = (await on.ask(await on.admin(), { method: 'POST', url: '/admin/create', payload })).json()
  return { ...person, id }
}
const post = (path: string, payload: object, as: PrincipalStatement = nobody, on = core) =>
  on.ask(as, { method: 'POST', url: `/admin/password-resets${path}`, payload })
const forget = (login: string, address = '192.0.2.1', on = core) => post('', { login }, { kind: 'nobody', address }, on)
const finish = (token: string, typed = chosen) => post('/finish', { token, password: typed })
async function logIn(username: string, typed: string) {
  const payload = { username, password: typed }
  return core.ask({ kind: 'nobody', address: `192.0.2.${++count}` }, { method: 'POST', url: '/admin/login', payload })
}
const links = () => mails.received.filter(({ text }) => text.includes('/admin/reset-password#'))
const sentTo = (email: string) => links().filter(({ to }) => to.includes(email))
async function tokenSentTo(email: string, nth = 1): Promise<string> {
  await vi.waitFor(() => expect(sentTo(email)).toHaveLength(nth), { timeout: 20_000, interval: 20 })
  return /staff\.example\.com\/admin\/reset-password#([\w-]{43})\s/.exec(sentTo(email).at(-1)?.text ?? '')?.[1] ?? ''
}
/** As if two minutes had passed since the links of an account were sent. */
const laterOn = async ({ id }: { id: string }) => {
  await jobsDone()
  const expires_at = sql<string>`expires_at - interval '2 minutes'`
  await core.app.db.updateTable('password_resets').set({ expires_at }).where('admin_id', '=', id).execute()
}
const jobsDone = (on = core) =>
  vi.waitFor(
    async () => {
      const open = on.app.db
        .selectFrom('jobs')
        .select('id')
        .where('kind', '=', 'password-reset')
        .where('done_at', 'is', null)
      expect(await open.execute()).toEqual([])
    },
    { timeout: 20_000 },
  )

describe('a forgotten password', () => {
  it('given the user name or the address in any case, when the link is used, then the new password alone works, and all logins end', async () => {
    const ida = await addAdmin()
    const login = (await logIn(ida.username, password)).json().admin_session.id
    const me = () => core.ask({ kind: 'admin', id: login, address: '192.0.2.1' }, { method: 'GET', url: '/admin/me' })
    expect((await forget(ida.username.toUpperCase())).statusCode).toBe(204)
    const first = await tokenSentTo(ida.email)
    await laterOn(ida)
    expect((await forget(` ${ida.email.toUpperCase()} `)).statusCode).toBe(204)
    const token = await tokenSentTo(ida.email, 2)
    for (const valid of [first, token]) expect((await post('/open', { token: valid })).statusCode).toBe(200)
    expect((await post('/open', { token })).json()).toEqual({ first_name: 'Ida', username: ida.username })

    expect((await finish(token, `${ida.username}-${ida.username}`)).json().details).toMatchObject([
      { field: 'password' },
    ])
    expect((await me()).statusCode).toBe(200)
    const done = await finish(token)
    expect(done.statusCode).toBe(204)
    expect(done.body).toBe('')
    expect((await me()).statusCode).toBe(401)
    expect((await logIn(ida.username, password)).statusCode).toBe(401)
    expect((await logIn(ida.username, chosen)).statusCode).toBe(200)
    for (const used of [first, token]) expect((await finish(used)).json().code).toBe('GONE')
  })

  it('given a login that nobody has, when it is forgotten, then the answer and the work are those of one that somebody has', async () => {
    const ida = await addAdmin()
    const asked = async (login: string) => {
      const answer = await forget(login)
      const jobs = core.app.db.selectFrom('jobs').select('subject_id').where('kind', '=', 'password-reset')
      const events = auditEvents(core.app.db).select('id').where('action', '=', 'admin.password-forgotten')
      const [{ length: work }, { length: recorded }] = [await jobs.execute(), await events.execute()]
      return { status: answer.statusCode, body: answer.body, headers: Object.keys(answer.headers), work, recorded }
    }
    const unknown = await asked('nobody-at-all')
    const known = await asked(ida.username)
    expect(known).toEqual({ ...unknown, work: unknown.work + 1, recorded: unknown.recorded + 1 })
    await tokenSentTo(ida.email)
    await jobsDone()
    expect(links()).toHaveLength(1)
  })

  it('given a link of more than 30 minutes, or a password or address changed since, when it is used, then 410', async () => {
    const ida = await addAdmin()
    await forget(ida.username)
    const old = await tokenSentTo(ida.email)
    const past = new Date(Date.now() - 1_000).toISOString()
    await core.app.db.updateTable('password_resets').set({ expires_at: past }).where('admin_id', '=', ida.id).execute()
    expect((await finish(old)).statusCode).toBe(410)

    const changes = [
      ['PUT', `/admin/${ida.id}/password`, { password: 'another swordfish tuba' }],
      ['PUT', `/admin/${ida.id}/update`, { email: `new-${ida.email}` }],
    ] as const
    for (const [n, [method, url, payload]] of changes.entries()) {
      await forget(ida.username)
      const token = await tokenSentTo(ida.email, n + 2)
      expect((await core.ask(await core.admin(), { method, url, payload })).statusCode).toBeLessThan(300)
      expect((await finish(token)).statusCode).toBe(410)
    }
    expect((await logIn(ida.username, chosen)).statusCode).toBe(401)
  })

  it('[AC-05] given strangers who ask from many addresses, when the owner asks, then the link they get works; the strangers have sent one message', async () => {
    const ida = await addAdmin()
    for (let n = 0; n < 60; n++) expect((await forget(ida.username, `198.51.100.${n}`)).statusCode).toBe(204)
    await jobsDone()
    expect((await forget(ida.username, '192.0.2.200')).statusCode).toBe(204)
    await jobsDone()
    const token = await tokenSentTo(ida.email)
    expect((await post('/open', { token })).statusCode).toBe(200)

    await laterOn(ida)
    expect((await forget(ida.username, '192.0.2.201')).statusCode).toBe(204)
    await tokenSentTo(ida.email, 2)
    expect((await finish(token)).statusCode).toBe(204)
  })

  it('given one address, when it asks for a login again and again, then 429, also for one that nobody has; in all, too', async () => {
    const asked = async (login: string) => {
      const statuses = []
      for (let n = 0; n < 7; n++) statuses.push((await forget(login, `192.0.2.${login.length}`)).statusCode)
      return statuses
    }
    const ida = await addAdmin()
    const refusedAfterFive = [204, 204, 204, 204, 204, 429, 429]
    expect([await asked(ida.username), await asked('nobody-at-all')]).toEqual([refusedAfterFive, refusedAfterFive])
    const statuses = []
    for (let n = 0; n < 11; n++) statuses.push((await forget(`someone${n}`, '198.51.100.7')).statusCode)
    expect(statuses.at(0)).toBe(204)
    expect(statuses.at(-1)).toBe(429)
  })

  it('given a stranger who asks without end, when a colleague on that network asks, then it is a minute’s wait at most; a new password takes its request off', async () => {
    const from = '198.51.100.8'
    for (let n = 0; n < 16; n++) {
      await sql`UPDATE rate_limits SET blocked_until = now() WHERE blocked_until > now()`.execute(core.app.db)
      expect((await forget(`stranger${n}`, from)).statusCode).toBe(204)
    }
    const ida = await addAdmin()
    const refused = await forget(ida.username, from)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)

    await core.app.db.deleteFrom('rate_limits').execute()
    for (let n = 0; n < 12; n++) {
      const { username, email } = await addAdmin()
      expect((await forget(username, from)).statusCode).toBe(204)
      const token = await tokenSentTo(email)
      const done = await post('/finish', { token, password: chosen }, { kind: 'nobody', address: from })
      expect(done.statusCode).toBe(204)
    }
  })

  it('given an account without a password, or a deployment without password login, when it is forgotten, then nothing is sent', async () => {
    const ida = await addAdmin()
    await core.app.db.updateTable('admins').set({ password_hash: null }).where('id', '=', ida.id).execute()
    expect((await forget(ida.username)).statusCode).toBe(204)
    await jobsDone()

    const provider = {
      id: 'acme',
      label: 'Acme',
      issuer: 'https://login.acme.example',
      client_id: 'a',
      client_secret: 'b',
    }
    const OIDC_PROVIDERS = JSON.stringify([{ ...provider, domains: ['a.example'], roles: { a: 'standard' } }])
    const strict = await startCoreForTest({
      ...mail,
      OIDC_PROVIDERS,
      STAFF_PASSWORD_LOGIN: 'off',
      STAFF_BREAK_GLASS: 'admin',
    })
    const eva = await addAdmin(strict)
    expect((await forget(eva.username, '192.0.2.1', strict)).statusCode).toBe(204)
    await jobsDone(strict)
    expect(
      await core.app.db.selectFrom('password_resets').select('admin_id').where('admin_id', '=', ida.id).execute(),
    ).toEqual([])
    expect(await strict.app.db.selectFrom('password_resets').selectAll().execute()).toEqual([])
  })

  it('given a link, when the tables and the trail are read, then nowhere is the link, and the trail names what was done', async () => {
    const ida = await addAdmin()
    await forget(ida.username)
    const token = await tokenSentTo(ida.email)
    await finish(token)
    const [outbox, events] = await Promise.all([
      core.app.db.selectFrom('outbox_messages').selectAll().execute(),
      auditEvents(core.app.db).selectAll().where('subject_id', '=', ida.id).execute(),
    ])
    expect(JSON.stringify([outbox, events])).not.toMatch(new RegExp(`${token}|${ida.email}`))
    expect(events.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['admin.password-forgotten', 'admin.password-set']),
    )
  })
})
