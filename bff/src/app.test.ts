import { createSigner, createVerifier } from 'fast-jwt'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type StartedBff, secrets, startBff } from '../test/start-bff.ts'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'

const ids = { login: '01a1fe2c-2b2e-7171-b77b-9bdc9c23fc5b', portal: '01a1fe2c-37f9-7175-8dab-4dc5f811d209' }
const inEightHours = new Date(Date.now() + 8 * 3_600_000).toISOString()

let core: StartedBff['core']
let app: StartedBff['app']
let close: StartedBff['close']

beforeAll(async () => {
  ;({ core, app, close } = await startBff())
})
afterAll(() => close())
beforeEach(() => {
  core.received.length = 0
  core.answerWith(() => ({ status: 200, body: {} }))
})

const unavailable = { code: 'UNAVAILABLE', message: 'Try again.' }
const lastReceived = () => core.received.at(-1)

function answerLogin() {
  const admin = { first_name: 'Ana', last_name: 'Lima', username: 'ana', role: 'standard' }
  core.answerWith(() => ({
    status: 200,
    body: { success: true, admin, admin_session: { id: ids.login, expires_at: inEightHours } },
  }))
}

async function logIn(): Promise<string> {
  answerLogin()
  const payload = { username: 'ana', password: 'x' }
  return (await app.inject({ method: 'POST', url: '/admin/_api/admin/login', payload })).json().token
}

const sameOrigin = { host: 'client.localhost', 'sec-fetch-site': 'same-origin' }

async function openSession() {
  core.answerWith(() => ({
    status: 200,
    body: {
      session: { id: ids.login, client_id: ids.login, session_code: 'ABCDEFGHJKMN' },
      portal_session: { id: ids.portal, expires_at: inEightHours },
    },
  }))
  const url = '/session/_api/api/session/ABCDEFGHJKMN/auth'
  return app.inject({ method: 'POST', url, payload: { passcode: 'x' }, headers: sameOrigin })
}

describe('the admin token', () => {
  it('[FE-05] given a login, when it is accepted, then a JWT of eight hours that says nothing but which login', async () => {
    const token = await logIn()
    const claims = createVerifier({ key: Buffer.alloc(32, 1), algorithms: ['HS256'] })(token)
    expect(claims).toMatchObject({ sub: ids.login, iss: 'bff', aud: 'admin-app' })
    expect(Object.keys(claims).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'sub'])
    expect(lastReceived()?.principal).toMatchObject({ kind: 'nobody' })
  })

  it('given a refused login, when answered, then the core’s error is relayed unchanged', async () => {
    const body = { code: 'TOO_MANY_ATTEMPTS', message: 'wait' }
    core.answerWith(() => ({ status: 429, body, headers: { 'retry-after': '30' } }))
    const payload = { username: '', password: '' }
    const answer = await app.inject({ method: 'POST', url: '/admin/_api/admin/login', payload })
    expect(answer.statusCode).toBe(429)
    expect(answer.json()).toEqual(body)
    expect(answer.headers['retry-after']).toBe('30')
  })

  it('given the token, when a call is made, then the core is told which login it is', async () => {
    const headers = { authorization: `Bearer ${await logIn()}` }
    await app.inject({ method: 'GET', url: '/admin/_api/clients?q=x', headers })
    expect(lastReceived()).toMatchObject({ url: '/clients?q=x', principal: { kind: 'admin', id: ids.login } })
    expect(lastReceived()?.headers).not.toHaveProperty('authorization')
  })

  describe('of a login in a browser', () => {
    afterEach(() => void vi.useRealTimers())
    const ownPage = { 'sec-fetch-site': 'same-origin' }
    /** @returns the status of a call some minutes later */
    async function callLater(minutes: number, headers: Record<string, string>): Promise<number> {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
      const answer = await app.inject({ method: 'GET', url: '/admin/_api/clients', headers })
      vi.useRealTimers()
      return answer.statusCode
    }
    async function logInAt(headers: Record<string, string>) {
      answerLogin()
      const payload = { username: 'ana', password: 'x' }
      const answer = await app.inject({ method: 'POST', url: '/admin/_api/admin/login', payload, headers })
      return {
        bearer: { authorization: `Bearer ${answer.json().token}` },
        cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '',
      }
    }

    it('given its cookie, when it calls, then for eight hours; without it, or with another browser’s, for ten minutes', async () => {
      const { bearer, cookie } = await logInAt(ownPage)
      const { cookie: another } = await logInAt(ownPage)
      expect(await callLater(470, { ...bearer, cookie })).toBe(200)
      expect(await callLater(9, bearer)).toBe(200)
      core.received.length = 0
      expect(await callLater(11, bearer)).toBe(401)
      expect(await callLater(11, { ...bearer, cookie: another })).toBe(401)
      expect(await callLater(11, { ...bearer, cookie: `${cookie}x` })).toBe(401)
      expect(core.received).toEqual([])
      expect(await callLater(470, { ...bearer, cookie: `a=b; ${cookie}` })).toBe(200)
      expect(await callLater(481, { ...bearer, cookie })).toBe(401)
    })

    const olderBrowser = { host: 'office.localhost', origin: 'http://office.localhost' }
    it.each<Record<string, string>>([{}, olderBrowser])(
      'given a login with %o, when it calls without a cookie, then the token alone works for eight hours',
      async (headers) => {
        const { bearer } = await logInAt(headers)
        expect(await callLater(470, bearer)).toBe(200)
      },
    )
  })

  const claims = { sub: ids.login, iss: 'bff', aud: 'admin-app' }
  const hour = 3_600_000
  it.each([
    ['of another key', createSigner({ key: Buffer.alloc(32, 9), expiresIn: hour })(claims)],
    ['without a signature', createSigner({ algorithm: 'none', expiresIn: hour })(claims)],
    [
      'for another audience',
      createSigner({ key: Buffer.alloc(32, 1), expiresIn: hour })({ ...claims, aud: 'core-api' }),
    ],
    [
      'without an audience',
      createSigner({ key: Buffer.alloc(32, 1), expiresIn: hour })({ sub: ids.login, iss: 'bff' }),
    ],
    [
      'without an issuer',
      createSigner({ key: Buffer.alloc(32, 1), expiresIn: hour })({ sub: ids.login, aud: 'admin-app' }),
    ],
    ['of another issuer', createSigner({ key: Buffer.alloc(32, 1), expiresIn: hour })({ ...claims, iss: 'else' })],
    ['that never ends', createSigner({ key: Buffer.alloc(32, 1) })(claims)],
    [
      'that has ended',
      createSigner({ key: Buffer.alloc(32, 1), clockTimestamp: Date.now() - 2 * hour, expiresIn: hour })(claims),
    ],
    ['that is none', 'nonsense'],
  ])('given a token %s, when a call is made, then 401 and the core is not asked', async (_what, token) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await app.inject({ method: 'GET', url: '/admin/_api/clients', headers })
    expect(answer.statusCode).toBe(401)
    expect(answer.json().code).toBe('SESSION_EXPIRED')
    expect(core.received).toEqual([])
  })

  it('given no token, when a call is made, then the core hears that it is nobody', async () => {
    await app.inject({ method: 'GET', url: '/admin/_api/clients' })
    expect(lastReceived()?.principal).toMatchObject({ kind: 'nobody' })
  })

  it('[SH-03] given a logout, when it is repeated or the login is over already, then 204', async () => {
    const headers = { authorization: `Bearer ${await logIn()}` }
    core.answerWith(() => ({ status: 401, body: { code: 'SESSION_EXPIRED', message: '' } }))
    expect((await app.inject({ method: 'POST', url: '/admin/_api/admin/logout', headers })).statusCode).toBe(204)
    expect((await app.inject({ method: 'POST', url: '/admin/_api/admin/logout' })).statusCode).toBe(204)
  })

  it.each([500, 503])(
    '[SH-03] given a core that answers %i, when somebody logs out, then so does the bff',
    async (status) => {
      const headers = { authorization: `Bearer ${await logIn()}` }
      core.answerWith(() => ({ status, body: unavailable, headers: { 'retry-after': '5' } }))
      const answer = await app.inject({ method: 'POST', url: '/admin/_api/admin/logout', headers })
      expect([answer.statusCode, answer.json(), answer.headers['retry-after']]).toEqual([status, unavailable, '5'])
    },
  )
})

describe('the session-code cookie', () => {
  it('[FE-05] given a session opened, when answered, then an encrypted cookie that scripts and other sites cannot use', async () => {
    const answer = await openSession()
    const [cookie] = answer.cookies
    expect(cookie).toMatchObject({
      name: '__Host-session',
      httpOnly: true,
      secure: true,
      sameSite: 'Strict',
      path: '/',
    })
    expect(cookie).not.toHaveProperty('domain')
    expect(answer.json()).not.toHaveProperty('portal_session')
    expect(decodeURIComponent(cookie?.value ?? '')).not.toContain(ids.portal)
  })

  it('given the cookie, when a call is made, then the core is told which opening it is', async () => {
    const cookies = { '__Host-session': (await openSession()).cookies[0]?.value ?? '' }
    await app.inject({ method: 'GET', url: '/session/_api/clients/1', cookies })
    expect(lastReceived()?.principal).toMatchObject({ kind: 'session', id: ids.portal })
    expect(lastReceived()?.headers).not.toHaveProperty('cookie')
  })

  it('given the cookie on the admin’s base, or a token on the portal’s, when a call is made, then it is nobody', async () => {
    const cookies = { '__Host-session': (await openSession()).cookies[0]?.value ?? '' }
    await app.inject({ method: 'GET', url: '/admin/_api/clients', cookies })
    expect(lastReceived()?.principal).toMatchObject({ kind: 'nobody' })
    const headers = { authorization: `Bearer ${await logIn()}` }
    await app.inject({ method: 'GET', url: '/session/_api/clients', headers })
    expect(lastReceived()?.principal).toMatchObject({ kind: 'nobody' })
  })

  it.each([
    ['another site', { host: 'client.localhost', 'sec-fetch-site': 'cross-site' }],
    ['a sibling site', { host: 'client.localhost', 'sec-fetch-site': 'same-site' }],
    ['an older browser elsewhere', { host: 'client.localhost', origin: 'https://evil.example' }],
    ['nowhere', { host: 'client.localhost' }],
  ])('given a write from %s, when it is sent, then 403 and the core is not asked', async (_where, headers) => {
    const answer = await app.inject({ method: 'POST', url: '/session/_api/sessionforms/1/sign', payload: {}, headers })
    expect(answer.statusCode).toBe(403)
    expect(answer.json().code).toBe('CROSS_ORIGIN')
    expect(core.received).toEqual([])
  })

  it('given a write from an older browser on our own page, when it is sent, then it passes', async () => {
    const headers = { host: 'client.localhost', origin: 'http://client.localhost' }
    const answer = await app.inject({ method: 'POST', url: '/session/_api/sessionforms/1/open', headers })
    expect(answer.statusCode).toBe(200)
  })

  it('[PO-09] given a logout, when answered, then the cookie is gone', async () => {
    const cookies = { '__Host-session': (await openSession()).cookies[0]?.value ?? '' }
    const url = '/session/_api/api/session/ABCDEFGHJKMN/logout'
    const answer = await app.inject({ method: 'POST', url, cookies, headers: sameOrigin })
    expect(answer.statusCode).toBe(204)
    expect(answer.cookies[0]?.value).toBe('')
  })

  it('[PO-09] given a core that is not available, when a client logs out, then 503, and the cookie is gone', async () => {
    const cookies = { '__Host-session': (await openSession()).cookies[0]?.value ?? '' }
    core.answerWith(() => ({ status: 503, body: unavailable }))
    const url = '/session/_api/api/session/ABCDEFGHJKMN/logout'
    const answer = await app.inject({ method: 'POST', url, cookies, headers: sameOrigin })
    expect([answer.statusCode, answer.json()]).toEqual([503, unavailable])
    expect(answer.cookies[0]?.value).toBe('')
  })
})

describe('what reaches the core', () => {
  it('given identity headers from a client, when proxied, then they are dropped', async () => {
    const headers = {
      'x-principal': 'forged',
      'x-forwarded-for': '203.0.113.66',
      'x-real-ip': '203.0.113.66',
      'x-request-id': 'chosen',
      forwarded: 'for=203.0.113.66',
    }
    await app.inject({ method: 'GET', url: '/admin/_api/clients', headers })
    const received = lastReceived()
    expect(received?.principal).toMatchObject({ kind: 'nobody', address: '127.0.0.1' })
    expect(received?.headers['x-request-id']).not.toBe('chosen')
    for (const name of ['x-real-ip', 'forwarded']) expect(received?.headers).not.toHaveProperty(name)
    expect(JSON.stringify(received?.headers)).not.toContain('203.0.113.66')
  })

  it('given nobody, when a sealed document is verified by its hash, then the core is asked, and its answer relayed', async () => {
    const body = { known: false }
    core.answerWith(() => ({ status: 200, body }))
    const answer = await app.inject({ method: 'GET', url: `/session/_api/verify/${'ab'.repeat(32)}` })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual(body)
    expect(lastReceived()).toMatchObject({ url: `/verify/${'ab'.repeat(32)}`, principal: { kind: 'nobody' } })
  })

  it('given a message of the e-signature provider, when proxied, then from nobody, its bytes and signatures as they came', async () => {
    const cookie = (await openSession()).headers['set-cookie']
    const payload = '{"event" : "envelope-completed",\n "data":{"x":"\\u00e3 ã"}}'
    const signatures = { 'x-docusign-signature-1': 'one=', 'x-docusign-signature-2': 'two=' }
    const headers = { 'content-type': 'application/json', cookie: String(cookie), 'x-other': 'x', ...signatures }
    const send = (url: string) => app.inject({ method: 'POST', url, payload, headers })
    expect((await send('/session/_api/docusign/webhook')).statusCode).toBe(200)
    const expected = { url: '/docusign/webhook', body: payload, principal: { kind: 'nobody' } }
    expect(lastReceived()).toMatchObject({ ...expected, headers: signatures })
    const status = { 'x-twilio-signature': 'of a text message' }
    await app.inject({ method: 'POST', url: '/session/_api/text-messages/webhook', payload: 'a=b', headers: status })
    expect(lastReceived()).toMatchObject({ url: '/text-messages/webhook', headers: status })
    expect((await send('/session/_api/docusign/webhook')).statusCode).toBe(200)
    for (const name of ['cookie', 'x-other']) expect(lastReceived()?.headers).not.toHaveProperty(name)
    await send('/admin/_api/docusign/webhook')
    expect(lastReceived()?.headers).not.toHaveProperty('x-docusign-signature-1')
    expect((await send('/session/_api/docusign/sync-templates')).statusCode).toBe(403)
  })

  it('given a body of a megabyte, when proxied, then it arrives whole', async () => {
    const payload = Buffer.alloc(1_000_000, 'x')
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    await app.inject({ method: 'POST', url: '/admin/_api/upload/1', payload, headers })
    expect(lastReceived()?.body).toHaveLength(payload.length)
  })

  it('given a body larger than any upload, when announced, then 413 and the core is not asked', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': String(300 * 1024 * 1024) }
    const answer = await app.inject({ method: 'POST', url: '/admin/_api/upload/1', headers })
    expect(answer.statusCode).toBe(413)
    expect(core.received).toEqual([])
  })

  it('given a core that is gone, when asked, then 502 with a code', async () => {
    const lonely = await buildApp(readConfig({ ...secrets, CORE_URL: 'http://127.0.0.1:9', LOG_LEVEL: 'silent' }))
    const proxied = await lonely.inject({ method: 'GET', url: '/admin/_api/clients' })
    const asked = await lonely.inject({
      method: 'POST',
      url: '/admin/_api/admin/login',
      payload: { username: '', password: '' },
    })
    for (const answer of [proxied, asked]) {
      expect(answer.statusCode).toBe(502)
      expect(answer.json().code).toBe('CORE_UNREACHABLE')
    }
    await lonely.close()
  })
})

describe('hosts', () => {
  const get = (host: string, url: string) => app.inject({ method: 'GET', url, headers: { host } })

  it('[HO-02] given the client-facing host, when anything but /session is asked for, then the agency’s website', async () => {
    for (const url of ['/', '/admin', '/admin/_api/clients', '/sessions', '/healthz', '//session/', '/Session/']) {
      const answer = await get('client.localhost:8080', url)
      expect([url, answer.statusCode, answer.headers.location]).toEqual([url, 302, 'https://www.example.com'])
    }
    expect(core.received).toEqual([])
  })

  it('[HO-04] given another host, when an unknown path is asked for, then the login screen', async () => {
    expect((await get('staff.example.com', '/anything')).headers.location).toBe('/admin/login')
  })

  it('given any answer, when it is sent, then with a policy that allows our own files alone', async () => {
    const { headers } = await get('staff.example.com', '/healthz')
    expect(headers['content-security-policy']).not.toContain('unsafe')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
    expect(headers['strict-transport-security']).toContain('max-age')
  })
})

describe('settings', () => {
  it('given several that are wrong, when read, then the error names them all', () => {
    const read = () => readConfig({ PORT: 'x', JWT_SECRET: 'short', PRINCIPAL_SECRET: 'p'.repeat(32) })
    expect(read).toThrow(/COOKIE_SECRET[\s\S]*PORT[\s\S]*JWT_SECRET/)
  })
})
