import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type StartedBff, startBff } from '../../../test/start-bff.ts'

const id = '01a1fe2c-2b2e-7171-b77b-9bdc9c23fc5b'
const ended = { id, expires_at: '2030-01-01T00:00:00.000Z' }

let core: StartedBff['core']
let app: StartedBff['app']
let close: StartedBff['close']
beforeAll(async () => {
  ;({ core, app, close } = await startBff())
})
afterAll(() => close())
beforeEach(() => {
  core.received.length = 0
})

const logInWith = (cookies: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/admin/_api/admin/login', payload: { username: 'a', password: 'b' }, cookies })
const accept = () => {
  const admin = { first_name: 'Ana', last_name: 'Lima', username: 'ana', role: 'standard' }
  core.answerWith(() => ({ status: 200, body: { success: true, admin, admin_session: ended } }))
}
const refuse = () => core.answerWith(() => ({ status: 401, body: { code: 'INVALID_CREDENTIALS', message: 'no' } }))
const statedDevice = () => Object(core.received.at(-1)?.principal).device

describe('the device cookie', () => {
  it('given a login, when it succeeds, then the cookie is signed, lives a year, and scripts and other sites cannot use it', async () => {
    accept()
    const [cookie, ...others] = (await logInWith()).cookies
    expect(others).toEqual([])
    expect(cookie).toMatchObject({
      name: '__Host-device',
      httpOnly: true,
      secure: true,
      sameSite: 'Strict',
      path: '/',
      maxAge: 31_536_000,
    })
    expect(cookie).not.toHaveProperty('domain')
    expect(cookie?.value).toMatch(/^[0-9a-f-]{36}\.\S{40,}$/)
    expect(cookie?.value).toContain(statedDevice())
  })

  it('given a refused login, when it is answered, then there is no cookie, and the next one has another id', async () => {
    refuse()
    expect((await logInWith()).cookies).toEqual([])
    const first = statedDevice()
    await logInWith()
    expect(statedDevice()).not.toBe(first)
  })

  it('given the cookie, when the browser logs in again, then the core hears the same id; of a forged one it does not', async () => {
    accept()
    const value = (await logInWith()).cookies[0]?.value ?? ''
    const known = statedDevice()
    refuse()
    await logInWith({ '__Host-device': value })
    expect(statedDevice()).toBe(known)
    for (const forged of [
      known,
      `${known}.`,
      value.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
      `${value}x`,
    ]) {
      await logInWith({ '__Host-device': forged })
      expect(statedDevice()).not.toBe(known)
      expect(statedDevice()).toMatch(/^[0-9a-f-]{36}$/)
    }
  })

  const evil = 'https://evil.example'
  const passkeyLogin = '/admin/_api/admin/login/passkey'
  it.each<[string, Record<string, string>]>([
    ['another site', { origin: evil, 'sec-fetch-site': 'cross-site' }],
    ['a sibling host', { origin: 'https://www.agency.example', 'sec-fetch-site': 'same-site' }],
    ['another site, in an older browser', { origin: evil }],
    ['a page that hides its origin', { origin: 'null' }],
  ])(
    'given a form of %s, when it starts a login, then 403, no cookie, and the core is not asked',
    async (_whose, from) => {
      core.answerWith(() => ({ status: 200, body: { challenge: id, options: {} } }))
      for (const url of [passkeyLogin, '/admin/_api/admin/login', '/admin/_api/admin/oidc/office/start']) {
        const answer = await app.inject({ method: 'POST', url, payload: {}, headers: from })
        expect([answer.statusCode, answer.json().code]).toEqual([403, 'CROSS_ORIGIN'])
        expect(answer.cookies).toEqual([])
      }
      expect(core.received).toEqual([])
    },
  )

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b'])(
    'given a form as %s, when it starts a login, with fields or without, then 415, no cookie, and the core is not asked',
    async (type) => {
      core.answerWith(() => ({ status: 200, body: { challenge: id, options: {} } }))
      for (const payload of ['a=b', '']) {
        const headers = { 'content-type': type, 'content-length': String(payload.length) }
        const answer = await app.inject({ method: 'POST', url: passkeyLogin, payload, headers })
        expect([answer.statusCode, answer.json().code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
        expect(answer.cookies).toEqual([])
      }
      expect(core.received).toEqual([])
    },
  )

  it('given a session opened, when answered, then the device cookie comes after the session’s, and stays when it is closed', async () => {
    core.answerWith(() => ({
      status: 200,
      body: { session: { id, client_id: id, session_code: 'ABCDEFGHJKMN' }, portal_session: ended },
    }))
    const headers = { host: 'client.localhost', 'sec-fetch-site': 'same-origin' }
    const url = '/session/_api/api/session/ABCDEFGHJKMN'
    const opened = await app.inject({ method: 'POST', url: `${url}/auth`, payload: { passcode: 'x' }, headers })
    expect(opened.cookies.map(({ name }) => name)).toEqual(['__Host-session', '__Host-device'])
    const closed = await app.inject({ method: 'POST', url: `${url}/logout`, headers })
    expect(closed.cookies.map(({ name }) => name)).not.toContain('__Host-device')
  })
})
