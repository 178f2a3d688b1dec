import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminPassword, type Core, nobody, startCore } from '../../../test/core.ts'
import { sendOverlapping } from '../../../test/held-calls.ts'
import { codeOf, type Person, secondFactorCalls } from '../../../test/second-factor-fixtures.ts'
import { makeResetLink } from '../emailed-links/password-reset-service.ts'
import { insertAdmin } from './admin-repository.ts'
import { hashPassword } from './password.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

const logIn = (username: string, password: string, address = '203.0.113.1') =>
  core.ask({ kind: 'nobody', address }, { method: 'POST', url: '/admin/login', payload: { username, password } })

describe('staff login', () => {
  it('given the right password and the name in any case, when logging in, then the admin without anything secret', async () => {
    const answer = await logIn('ADMIN', adminPassword)
    expect(answer.json()).toMatchObject({ success: true, admin: { username: 'admin', role: 'power' } })
    expect(answer.body).not.toMatch(/argon2|password/)
  })

  it('given a wrong password, an unknown name or empty fields, when logging in, then one and the same 401', async () => {
    const answers = [await logIn('admin', 'wrong'), await logIn('nobody', 'wrong'), await logIn('', '')]
    for (const answer of answers) {
      expect(answer.statusCode).toBe(401)
      expect(answer.json()).toEqual({ code: 'INVALID_CREDENTIALS', message: 'Invalid username or password.' })
    }
  })

  it('given five wrong passwords from one address, when the right one follows, then 429; from another address it logs in', async () => {
    for (let n = 0; n < 5; n++) expect((await logIn('admin', 'wrong', '203.0.113.2')).statusCode).toBe(401)
    expect((await logIn('admin', adminPassword, '203.0.113.2')).statusCode).toBe(429)
    expect((await logIn('admin', adminPassword, '203.0.113.3')).statusCode).toBe(200)
  })

  it('given a login, when it is ended, then its token is worth nothing at once, and others stay', async () => {
    const [leaving, staying] = [await core.logIn(), await core.logIn()]
    expect((await core.ask(leaving, { method: 'POST', url: '/admin/logout' })).statusCode).toBe(204)
    expect((await core.ask(leaving, { method: 'GET', url: '/clients' })).json().code).toBe('SESSION_EXPIRED')
    expect((await core.ask(staying, { method: 'GET', url: '/clients' })).statusCode).toBe(200)
  })

  it('given an expired login, when it is used, then 401', async () => {
    const admin = await core.logIn()
    if (admin.kind !== 'admin') throw new Error('not an admin')
    const past = new Date(Date.now() - 1_000).toISOString()
    await core.app.db.updateTable('admin_sessions').set({ expires_at: past }).where('id', '=', admin.id).execute()
    expect((await core.ask(admin, { method: 'GET', url: '/clients' })).statusCode).toBe(401)
  })

  it('given an idle login, when its time is over, then 401; background requests do not extend it, those of a person do', async () => {
    const admin = await core.logIn()
    if (admin.kind !== 'admin') throw new Error('not an admin')
    const left = async (seconds: number) => {
      const idle_ends_at = new Date(Date.now() + seconds * 1_000).toISOString()
      await core.app.db.updateTable('admin_sessions').set({ idle_ends_at }).where('id', '=', admin.id).execute()
    }
    const minutesLeft = async () => {
      const row = core.app.db.selectFrom('admin_sessions').select('idle_ends_at').where('id', '=', admin.id)
      return Math.round((Date.parse((await row.executeTakeFirstOrThrow()).idle_ends_at) - Date.now()) / 60_000)
    }
    expect(await minutesLeft()).toBe(30)
    await left(300)
    const background = { 'x-background': '1' }
    await core.ask(admin, { method: 'GET', url: '/clients', headers: background })
    expect(await minutesLeft()).toBe(5)
    await core.ask(admin, { method: 'GET', url: '/clients' })
    expect(await minutesLeft()).toBe(30)
    await left(300)
    const answer = await core.ask(admin, { method: 'POST', url: '/admin/activity' })
    expect(answer.json()).toEqual({ idle_seconds: 1_800 })
    expect(await minutesLeft()).toBe(30)
    await left(-1)
    expect((await core.ask(admin, { method: 'POST', url: '/admin/activity' })).json().code).toBe('SESSION_EXPIRED')
  })

  it('given nobody, when staff are listed, then 401; given staff, then without password hashes', async () => {
    expect((await core.ask(nobody, { method: 'GET', url: '/admin/list' })).statusCode).toBe(401)
    const list = await core.ask(await core.admin(), { method: 'GET', url: '/admin/list' })
    expect(list.json()).toMatchObject([{ username: 'admin', role: 'power', client_count: 0 }])
    expect(list.body).not.toContain('argon2')
  })

  it('given a password hashed before NFKC, when it is typed as it was then, then it logs in', async () => {
    const typed = 'ﬁrst password ①'
    const hashed = { password_hash: await hashPassword(typed) }
    const user = { id: crypto.randomUUID(), username: 'older', email: 'o@example.com', role: 'standard' } as const
    await insertAdmin(core.app.db, { ...user, ...hashed, first_name: 'O', last_name: 'Lder' })
    expect((await logIn('older', typed)).statusCode).toBe(200)
  })

  it('given an account locked out here, when a link has set its password, then it logs in at once; other accounts still wait', async () => {
    const [id, address] = [crypto.randomUUID(), '203.0.113.4']
    const person = { email: 'locked@example.com', role: 'standard', first_name: 'L', last_name: 'Ocked' } as const
    await insertAdmin(core.app.db, { id, username: 'locked', password_hash: await hashPassword('former'), ...person })
    for (const name of ['locked', 'admin'])
      for (let n = 0; n < 5; n++) expect((await logIn(name, 'wrong', address)).statusCode).toBe(401)
    expect((await logIn('locked', 'former', address)).statusCode).toBe(429)
    const { link } = await makeResetLink(core.app.db, 'https://staff.example.com', id)
    const payload = { token: link.split('#')[1], password: 'a quiet lamp of theirs' }
    const url = '/admin/password-resets/finish'
    expect((await core.ask({ kind: 'nobody', address }, { method: 'POST', url, payload })).statusCode).toBe(204)

    expect((await logIn('locked', payload.password, address)).statusCode).toBe(200)
    expect((await logIn('admin', adminPassword, address)).statusCode).toBe(429)
  })
})

// The embedded engine has one connection, so nothing happens at the same time.
describe.skipIf(!process.env.TEST_DATABASE_URL)('a staff login while its account changes', () => {
  const staffUrl = 'https://staff.example.com'
  const password = 'another trombone'

  const setPassword = async ({ id }: Person) => {
    const admin = await core.logIn()
    return () => core.ask(admin, { method: 'PUT', url: `/admin/${id}/password`, payload: { password } })
  }
  const finishReset = async ({ id }: Person) => {
    const { link } = await makeResetLink(core.app.db, staffUrl, id)
    const payload = { token: link.split('#')[1], password }
    return () => core.ask(nobody, { method: 'POST', url: '/admin/password-resets/finish', payload })
  }
  const changeOwn = async ({ id, login }: Person) => {
    const payload = { password, current_password: adminPassword }
    return () => core.ask(login, { method: 'PUT', url: `/admin/${id}/password`, payload })
  }
  const passwordChanges = [
    { how: 'set by another admin', prepare: setPassword },
    { how: 'set with a link', prepare: finishReset },
    { how: 'changed by its owner', prepare: changeOwn },
  ]
  const livesOn = async (calls: ReturnType<typeof secondFactorCalls>, login: Awaited<ReturnType<typeof logIn>>) =>
    (await calls.ask(calls.loginOf(login), 'GET', '/clients')).statusCode === 200
  const devicesOf = ({ id }: Person) =>
    core.app.db.selectFrom('admin_devices').select('device').where('admin_id', '=', id).execute()

  it.each(passwordChanges)(
    'given a new password $how that has not been committed, when the old one logs in, then it is refused',
    async ({ prepare }) => {
      const calls = secondFactorCalls(core)
      const person = await calls.addPerson()
      const change = await prepare(person)
      const stranger = () => calls.enter(person.username, crypto.randomUUID())
      const [changed, answer] = await sendOverlapping(core, change, stranger)
      expect(changed.statusCode).toBe(204)
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'INVALID_CREDENTIALS'])
      expect(await devicesOf(person)).toEqual([])
    },
  )

  it.each(passwordChanges)(
    'given a login with the old password that has not been committed, when the new one is $how, then the login ends',
    async ({ prepare }) => {
      const calls = secondFactorCalls(core)
      const person = await calls.addPerson()
      const change = await prepare(person)
      const [answer, changed] = await sendOverlapping(core, () => calls.enter(person.username, person.device), change)
      expect([answer.statusCode, changed.statusCode]).toEqual([200, 204])
      expect(await livesOn(calls, answer)).toBe(false)
    },
  )

  it('given an account with a second factor and a new password that has not been committed, when the old one is sent, then no challenge', async () => {
    const calls = secondFactorCalls(core)
    const person = await calls.addPerson()
    await calls.addAuthenticator(person)
    const enter = () => calls.enter(person.username, person.device)
    const [changed, answer] = await sendOverlapping(core, await setPassword(person), enter)
    expect(changed.statusCode).toBe(204)
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'INVALID_CREDENTIALS'])
  })

  it('given a new password that has not been committed, when the old one and a recovery code are sent, then they are refused', async () => {
    const calls = secondFactorCalls(core)
    const person = await calls.addPerson()
    const { recoveryCodes } = await calls.addAuthenticator(person)
    const enter = () => calls.enter(person.username, person.device, { recovery_code: recoveryCodes[0] })
    const [changed, answer] = await sendOverlapping(core, await setPassword(person), enter)
    expect(changed.statusCode).toBe(204)
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'INVALID_CREDENTIALS'])
  })

  it('given the first second factor that is being added, when the password logs in, then it gets a challenge', async () => {
    const calls = secondFactorCalls(core)
    const person = await calls.addPerson()
    const confirmation = await calls.confirm(person)
    const { secret } = (await calls.ask(person.login, 'POST', '/admin/me/authenticator', { confirmation })).json()
    const confirm = () => calls.ask(person.login, 'POST', '/admin/me/authenticator/confirm', { code: codeOf(secret) })
    const [added, answer] = await sendOverlapping(core, confirm, () => calls.enter(person.username, person.device))
    expect([added.statusCode, answer.statusCode]).toEqual([200, 200])
    expect(answer.json()).toMatchObject({ success: false, second_factor: { methods: ['code', 'recovery_code'] } })
  })
})
