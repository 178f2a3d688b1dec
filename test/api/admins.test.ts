import type { Admin, LoginAnswer } from '@agency/contract/admins'
import { describe, expect, it } from 'vitest'
import { answered, Office, startOffice } from './office.ts'
import { password, startServicesForTest } from './services.ts'

const { services, office } = await startOffice({ ADMIN_MANAGEMENT: 'everyone' })

const colleague = (username: string, role = 'standard') => ({
  email: `${username}@example.com`,
  username,
  role,
  first_name: 'Bea',
  last_name: 'Ortiz',
  password,
})
const add = (username: string, role?: string) =>
  answered<Admin>(office.ask('POST', '/admin/create', colleague(username, role)))
const logIn = (username: string, typed: string) =>
  services.asStaff('/admin/login', { method: 'POST', body: { username, password: typed } })
const list = () => office.read<Admin[]>('/admin/list')

async function officeOf(username: string): Promise<Office> {
  const { token } = await answered<LoginAnswer>(logIn(username, password))
  return new Office(services, { authorization: `Bearer ${token}` })
}

describe('POST /admin/login', () => {
  it('[AP-01] given the right password, when logged in, then success, a token and who it is, without the login’s own id', async () => {
    const answer: LoginAnswer = await (await logIn('ADMIN', password)).json()
    const admin = { first_name: 'First', last_name: 'Admin', username: 'admin', role: 'power' }
    const token = expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(answer).toEqual({ success: true, token, admin, setup_required: true })
  })

  it('[AP-01] given a wrong password, an unknown name or nothing typed, when sent, then the same 401', async () => {
    for (const [username, typed] of [
      ['admin', 'wrong'],
      ['nobody', password],
      ['', ''],
    ] as const) {
      const answer = await logIn(username, typed)
      const refusal = { code: 'INVALID_CREDENTIALS', message: 'Invalid username or password.' }
      expect([answer.status, await answer.json()]).toEqual([401, refusal])
    }
  })
})

describe('the staff', () => {
  it('[AP-08] given an admin, when created, listed, read, changed and deleted, then each answer is what the screens use', async () => {
    const { password: _password, ...profile } = colleague('bea')
    const created = await office.ask('POST', '/admin/create', colleague('bea'))
    const admin: Admin = await created.json()
    expect(created.status).toBe(201)
    expect(admin).toMatchObject({ ...profile, client_count: 0 })
    expect(admin).not.toHaveProperty('password')
    expect(await list()).toContainEqual(admin)
    expect(await office.read(`/admin/${admin.id}`)).toEqual(admin)
    const changes = { ...profile, first_name: 'Beatriz', role: 'power', password: '' }
    const changed = await answered<Admin>(office.ask('PUT', `/admin/${admin.id}/update`, changes))
    expect(changed).toMatchObject({ ...profile, first_name: 'Beatriz', role: 'power' })
    expect((await logIn('bea', password)).status).toBe(200)
    expect((await office.ask('DELETE', `/admin/${admin.id}`)).status).toBe(204)
    expect((await office.ask('GET', `/admin/${admin.id}`)).status).toBe(404)
    expect((await logIn('bea', password)).status).toBe(401)
  })

  it('[AP-08] given a new password, when set, then it logs in, the old one does not, and logins from before have ended', async () => {
    const { id } = await add('carla')
    const before = await officeOf('carla')
    const answer = await office.ask('PUT', `/admin/${id}/password`, { password: 'a better password' })
    expect([answer.status, await answer.text()]).toEqual([204, ''])
    expect((await before.ask('GET', '/clients')).status).toBe(401)
    expect((await logIn('carla', password)).status).toBe(401)
    expect((await logIn('carla', 'a better password')).status).toBe(200)
  })

  it.each<[what: string, field: string, changes: object]>([
    ['a short password', 'password', { password: ' eleven char ' }],
    ['a common password', 'password', { password: 'password1234' }],
    ['no first name', 'first_name', { first_name: ' ' }],
    ['an address without @', 'email', { email: 'bea' }],
    ['a role that is none', 'role', { role: 'owner' }],
    ['a name that is taken', 'username', { username: 'admin' }],
    ['an unknown field', 'client_count', { client_count: 3 }],
  ])(
    '[AP-08] given %s, when created, then 400 names the field and the list is as it was',
    async (_what, field, changes) => {
      const before = await list()
      const answer = await office.ask('POST', '/admin/create', { ...colleague('dora'), ...changes })
      expect(answer.status).toBe(400)
      expect((await answer.json()).details).toContainEqual(expect.objectContaining({ field }))
      expect(await list()).toEqual(before)
    },
  )

  it('[AD-06] given everyone may manage staff, when a standard admin uses the admin routes, then all of them are its own too', async () => {
    await add('elena')
    const elena = await officeOf('elena')
    const { id } = await answered<Admin>(elena.ask('POST', '/admin/create', colleague('fay')))
    const statuses = [
      await elena.ask('GET', '/admin/list'),
      await elena.ask('GET', `/admin/${id}`),
      await elena.ask('PUT', `/admin/${id}/update`, { last_name: 'Prado' }),
      await elena.ask('PUT', `/admin/${id}/password`, { password: 'another password' }),
      await elena.ask('DELETE', `/admin/${id}`),
      await elena.ask('GET', '/clients'),
      await elena.ask('GET', '/global-forms'),
      await elena.ask('GET', '/audit'),
    ].map(({ status }) => status)
    expect(statuses).toEqual([200, 200, 200, 204, 204, 200, 200, 200])
  })

  it('[AD-06] given no such setting, when a standard admin tries, then 403, and the list can be read', async () => {
    const tight = await startServicesForTest()
    const power = new Office(tight, await tight.logIn())
    await answered(power.ask('POST', '/admin/create', colleague('greta')))
    const asked = tight.asStaff('/admin/login', { method: 'POST', body: { username: 'greta', password } })
    const { token } = await answered<LoginAnswer>(asked)
    const greta = new Office(tight, { authorization: `Bearer ${token}` })
    const refused = await greta.ask('POST', '/admin/create', colleague('hilda'))
    const read = await greta.ask('GET', '/admin/list')
    expect([refused.status, read.status]).toEqual([403, 200])
  })
})
