import type { Admin, LoginAnswer } from '@agency/contract/admins'
import { answered } from '@agency/test-kit/api/send'
import { credentials } from '@agency/test-kit/product/product-address'
import { describe, expect, it } from 'vitest'
import { useSharedProduct } from './api-product.ts'

const { password } = credentials

const { product, staff } = await useSharedProduct()

const profile = {
  email: 'bea@example.com',
  username: 'bea',
  role: 'standard',
  first_name: 'Bea',
  last_name: 'Ortiz',
}
const logIn = (username: string, typed: string) =>
  product.asStaff('/admin/login', { method: 'POST', body: { username, password: typed } })
const list = () => staff.read<Admin[]>('/admin/list')

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
  it('[AP-08] given an admin, when created, listed, read, changed, given a password and deleted, then each answer is what the screens use', async () => {
    const created = await staff.ask('POST', '/admin/create', { ...profile, password })
    const admin: Admin = await created.json()
    expect(created.status).toBe(201)
    expect(admin).toMatchObject({ ...profile, client_count: 0 })
    expect(admin).not.toHaveProperty('password')
    expect(await list()).toContainEqual(admin)
    expect(await staff.read(`/admin/${admin.id}`)).toEqual(admin)
    const changes = { ...profile, first_name: 'Beatriz', role: 'power', password: '' }
    const changed = await answered<Admin>(staff.ask('PUT', `/admin/${admin.id}/update`, changes))
    expect(changed).toMatchObject({ ...profile, first_name: 'Beatriz', role: 'power' })
    const set = await staff.ask('PUT', `/admin/${admin.id}/password`, { password: 'a better password' })
    expect([set.status, await set.text()]).toEqual([204, ''])
    expect((await logIn('bea', password)).status).toBe(401)
    expect((await logIn('bea', 'a better password')).status).toBe(200)
    expect((await staff.ask('DELETE', `/admin/${admin.id}`)).status).toBe(204)
    expect((await staff.ask('GET', `/admin/${admin.id}`)).status).toBe(404)
    expect((await logIn('bea', 'a better password')).status).toBe(401)
  })
})
