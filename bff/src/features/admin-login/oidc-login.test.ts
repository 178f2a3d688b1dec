import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type StartedBff, startBff } from '../../../test/start-bff.ts'

const id = '01a1fe2c-2b2e-7171-b77b-9bdc9c23fc5b'

let core: StartedBff['core']
let app: StartedBff['app']
let close: StartedBff['close']
beforeAll(async () => {
  ;({ core, app, close } = await startBff({ COOKIE_SECURE: 'false' }))
})
afterAll(() => close())
beforeEach(() => {
  core.received.length = 0
})

const post = (url: string, payload: object, headers = {}) =>
  app.inject({ method: 'POST', url: `/admin/_api${url}`, headers, payload })
const answerStart = () => core.answerWith(() => ({ status: 200, body: { url: 'https://login.acme.example/auth' } }))
const answerLogin = () =>
  core.answerWith(() => ({
    status: 200,
    body: {
      success: true,
      admin: { first_name: 'Ana', last_name: 'Lima', username: 'ana', role: 'standard' },
      admin_session: { id, expires_at: new Date(Date.now() + 8 * 3_600_000).toISOString() },
    },
  }))

it('given a login that one browser began, when it ends it, then core-api is told the same device, and the token is the answer', async () => {
  answerStart()
  const start = await post('/admin/oidc/acme/start', {})
  expect(start.json()).toEqual({ url: 'https://login.acme.example/auth' })
  const cookie = start.headers['set-cookie']?.toString().split(';')[0] ?? ''
  expect(start.headers['set-cookie']).toMatch(/HttpOnly; SameSite=Strict/)
  const { device } = JSON.parse(String(core.received.at(-1)?.body))

  answerLogin()
  const finish = await post('/admin/oidc/finish', { query: 'code=a&state=b' }, { cookie })
  expect(core.received.at(-1)?.principal).toMatchObject({ kind: 'nobody', device })
  expect(finish.json()).toMatchObject({ success: true, token: expect.stringMatching(/^ey/) })
  expect(finish.body).not.toContain('admin_session')

  await post('/admin/oidc/finish', { query: 'code=a&state=b' })
  expect(core.received.at(-1)?.principal).not.toMatchObject({ device })
})

it('given a staff member who is logged in, when they connect a provider, then core-api is told who it is', async () => {
  answerLogin()
  const { token } = (await post('/admin/login', { username: 'ana', password: 'x' })).json()
  answerStart()
  await post('/admin/oidc/acme/start', { confirmation: id }, { authorization: `Bearer ${token}` })
  expect(core.received.at(-1)?.principal).toMatchObject({ kind: 'admin', id })
  expect(JSON.parse(String(core.received.at(-1)?.body))).toEqual({ confirmation: id, device: expect.any(String) })
  expect((await post('/admin/oidc/acme/start', { device: id })).statusCode).toBe(400)
})

it('given the portal’s base path, when a login is begun or ended there, then 404, and core-api is not asked', async () => {
  const headers = { host: 'client.localhost', 'sec-fetch-site': 'same-origin' }
  for (const path of ['acme/start', 'finish']) {
    const url = `/session/_api/admin/oidc/${path}`
    const answer = await app.inject({ method: 'POST', url, headers, payload: { device: id } })
    expect(answer.statusCode).toBe(404)
  }
  expect(core.received).toEqual([])
})
