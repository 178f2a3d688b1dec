import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { password, type Services, startServices } from './services.ts'

let services: Services
beforeAll(async () => {
  services = await startServices()
})
afterAll(() => services.stop())

describe('POST /admin/login', () => {
  it('[AP-01] given the right password, when logged in, then a token of three parts and the admin, and the token opens the office', async () => {
    const body = { username: 'admin', password }
    const answer = await services.asStaff('/admin/login', { method: 'POST', body })
    const { token, admin } = await answer.json()
    expect(admin).toEqual({ first_name: 'First', last_name: 'Admin', username: 'admin', role: 'power' })
    const headers = { authorization: `Bearer ${token}` }
    expect((await services.asStaff('/clients', { headers })).status).toBe(200)
    expect((await services.asStaff('/clients')).status).toBe(401)
  })
})
