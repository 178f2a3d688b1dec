import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminPassword, type Core, nobody, startCore } from '../../../test/core.ts'
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
})
