import type { Admin, LoginAnswer } from '@agency/contract/admins'
import { answered } from '@agency/test-kit/api/send'
import type { StaffApi } from '@agency/test-kit/api/staff-api'
import { credentials } from '@agency/test-kit/product/product-address'
import { describe, expect, it } from 'vitest'
import { useSharedProduct } from './api-product.ts'

const { password } = credentials

const { product, staff } = await useSharedProduct()

const colleague = (username: string, role = 'standard') => ({
  email: `${username}@example.com`,
  username,
  role,
  first_name: 'Bea',
  last_name: 'Ortiz',
  password,
})
const add = (username: string, role?: string) =>
  answered<Admin>(staff.ask('POST', '/admin/create', colleague(username, role)))
const logIn = (username: string, typed: string) =>
  product.asStaff('/admin/login', { method: 'POST', body: { username, password: typed } })
const list = () => staff.read<Admin[]>('/admin/list')

function apiOf(username: string): Promise<StaffApi> {
  return product.logIn({ username, password })
}

describe('POST /admin/login', () => {
  it('[AP-01] given the right password, when logged in, then success, a token and who it is, without the login’s own id', async () => {
    const answer: LoginAnswer = await (await logIn('ADMIN', password)).json()
    const admin = { first_name: 'First', last_name: 'Admin', username: 'admin', role: 'power' }
    const token = expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(answer).toEqual({ success: true, token, admin })
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
    const created = await staff.ask('POST', '/admin/create', colleague('bea'))
    const admin: Admin = await created.json()
    expect(created.status).toBe(201)
    expect(admin).toMatchObject({ ...profile, client_count: 0 })
    expect(admin).not.toHaveProperty('password')
    expect(await list()).toContainEqual(admin)
    expect(await staff.read(`/admin/${admin.id}`)).toEqual(admin)
    const changes = { ...profile, first_name: 'Beatriz', role: 'power', password: '' }
    const changed = await answered<Admin>(staff.ask('PUT', `/admin/${admin.id}/update`, changes))
    expect(changed).toMatchObject({ ...profile, first_name: 'Beatriz', role: 'power' })
    expect((await logIn('bea', password)).status).toBe(200)
    expect((await staff.ask('DELETE', `/admin/${admin.id}`)).status).toBe(204)
    expect((await staff.ask('GET', `/admin/${admin.id}`)).status).toBe(404)
    expect((await logIn('bea', password)).status).toBe(401)
  })

  it('[AP-08] given a new password, when set, then it logs in, the old one does not, and logins from before have ended', async () => {
    const { id } = await add('carla')
    const before = await apiOf('carla')
    const answer = await staff.ask('PUT', `/admin/${id}/password`, { password: 'a better password' })
    expect([answer.status, await answer.text()]).toEqual([204, ''])
    expect((await before.ask('GET', '/clients')).status).toBe(401)
    expect((await logIn('carla', password)).status).toBe(401)
    expect((await logIn('carla', 'a better password')).status).toBe(200)
  })

  it('[AP-08] given a common password, when an admin is created, then 400 names the field and the list does not have them', async () => {
    const answer = await staff.ask('POST', '/admin/create', { ...colleague('dora'), password: 'password1234' })
    expect(answer.status).toBe(400)
    expect((await answer.json()).details).toContainEqual(expect.objectContaining({ field: 'password' }))
    // Other test files change the counts of clients in this list.
    expect((await list()).map(({ username }) => username)).not.toContain('dora')
  })

  it('[AD-06] given everyone may manage staff, when a standard admin uses the admin routes, then all of them are its own too', async () => {
    await add('elena')
    const elena = await apiOf('elena')
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
})
