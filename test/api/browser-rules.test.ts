import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sendRaw } from '@agency/test-kit/api/raw-http'
import { sendJson } from '@agency/test-kit/api/send'
import { logInHeader } from '@agency/test-kit/api/staff-api'
import { agency, credentials } from '@agency/test-kit/product/product-address'
import { prepareReplicasOnServer, type Replicas } from '@agency/test-kit/product/replicas'
import { createSigner } from 'fast-jwt'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Service } from '../../scripts/product.ts'

const { password } = credentials

const passcode = 'lima0147'
let database: pg.Client
let replicas: Replicas
let bff: Service
let secure: Service
let headers: { authorization: string }
let session: { id: string; client_id: string; session_code: string }

beforeAll(async () => {
  const prepared = await prepareReplicasOnServer()
  replicas = prepared
  const core = await replicas.startCore()
  bff = await replicas.startBff(core.address)
  secure = await replicas.startBff(core.address, { COOKIE_SECURE: 'true', TRUSTED_PROXIES: '127.0.0.1' })
  database = new pg.Client({ connectionString: prepared.databaseUrl })
  await database.connect()
  headers = await logInHeader(bff.address)
  const client = await (await sendJson(staff('/clients'), 'POST', { client_last_name: 'Lima' }, headers)).json()
  const body = { client_id: client.id, session_type: 'review', passcode }
  session = await (await sendJson(staff('/session'), 'POST', body, headers)).json()
})
afterAll(async () => {
  await database.end()
  await replicas.stop()
})

const staff = (path: string) => `${bff.address}/admin/_api${path}`
const portal = (path: string, service = bff) => `${service.address}/session/_api${path}`

function openSession(service = bff, more: Record<string, string> = {}): Promise<Response> {
  return sendJson(portal(`/api/session/${session.session_code}/auth`, service), 'POST', { passcode }, more)
}

const cookieOf = (answer: Response) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
const details = (cookie: string) => fetch(portal(`/session/${session.session_code}/details`), { headers: { cookie } })

describe('the session cookie', () => {
  it('[FE-05] given a session opened over TLS, when answered, then a host-bound, sealed cookie for this site’s pages alone', async () => {
    const cookies = (await openSession(secure)).headers.getSetCookie()
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['__Host-session', '__Host-device'])
    const [value, ...attributes] = (cookies[0] ?? '').split('; ')
    expect(value).toMatch(/^__Host-session=[^;]{40,}$/)
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=28800', 'Path=/', 'SameSite=Strict', 'Secure'])
    expect(decodeURIComponent(value ?? '')).not.toMatch(new RegExp(`${session.id}|${session.session_code}`))
  })

  it('given a laptop without TLS, when answered, then the same without what needs TLS', async () => {
    const [value, ...attributes] = ((await openSession()).headers.getSetCookie()[0] ?? '').split('; ')
    expect(value).toMatch(/^session=/)
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=28800', 'Path=/', 'SameSite=Strict'])
  })

  it.each([
    ['idle for thirty minutes', `UPDATE portal_sessions SET last_seen_at = now() - interval '30 minutes 1 second'`],
    ['eight hours old', `UPDATE portal_sessions SET expires_at = now() - interval '1 second'`],
  ])('given a cookie that is %s, when it is used, then 401', async (_what, statement) => {
    const cookie = cookieOf(await openSession())
    expect((await details(cookie)).status).toBe(200)
    await database.query(statement)
    expect((await details(cookie)).status).toBe(401)
  })

  it('given use every now and then, when almost thirty minutes have passed each time, then it stays, but not beyond eight hours', async () => {
    const cookie = cookieOf(await openSession())
    const { rows } = await database.query('SELECT max(expires_at) - now() AS left FROM portal_sessions')
    expect(rows[0].left.hours).toBeGreaterThanOrEqual(7)
    expect(rows[0].left.hours).toBeLessThanOrEqual(8)
    for (let n = 0; n < 3; n++) {
      await database.query(`UPDATE portal_sessions SET last_seen_at = now() - interval '29 minutes'`)
      expect((await details(cookie)).status).toBe(200)
    }
  })

  it('given a logout, or an altered cookie, when it is used, then 401', async () => {
    const cookie = cookieOf(await openSession())
    const left = await sendJson(portal(`/api/session/${session.session_code}/logout`), 'POST', {}, { cookie })
    expect(left.status).toBe(204)
    expect((await details(cookie)).status).toBe(401)
    const good = cookieOf(await openSession())
    expect((await details(`${good.slice(0, -8)}AAAAAAAA`)).status).toBe(401)
  })

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['nowhere', { origin: '' }],
    ['a frame without an origin', { origin: 'null' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['another site, as the browser says', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling site, as the browser says', { 'sec-fetch-site': 'same-site' }],
    ['nobody, as the browser says', { 'sec-fetch-site': 'none' }],
  ])('given a write from %s, when it carries the cookie, then 403 and nothing happens', async (_where, from) => {
    const cookie = cookieOf(await openSession())
    const url = portal(`/api/session/${session.session_code}/logout`)
    const refused = await sendJson(url, 'POST', {}, { cookie, ...from })
    expect(refused.status).toBe(403)
    expect((await refused.json()).code).toBe('CROSS_ORIGIN')
    expect((await details(cookie)).status).toBe(200)
    expect((await openSession(bff, from)).status).toBe(403)
  })
})

describe('the admin token', () => {
  const use = (token: string) => fetch(staff('/clients'), { headers: { authorization: `Bearer ${token}` } })
  const claims = () => JSON.parse(Buffer.from(headers.authorization.split('.')[1] ?? '', 'base64url').toString())
  const key = () => Buffer.from(readFileSync(join(replicas.dataDirectory, 'keys/jwt-secret.key'), 'utf8'), 'base64')

  it('[FE-05] given the token, when looked into, then it lasts eight hours and names no more than the login', () => {
    expect(claims()).toMatchObject({ iss: 'bff', aud: 'admin-app' })
    expect(claims().exp - claims().iat).toBeGreaterThan(8 * 3600 - 10)
    expect(claims().exp - claims().iat).toBeLessThanOrEqual(8 * 3600)
    expect(Object.keys(claims()).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'sub'])
  })

  it('given our key but another algorithm, issuer, audience or none, when used, then 401', async () => {
    const { sub } = claims()
    const good = { sub, iss: 'bff', aud: 'admin-app' }
    expect((await use(createSigner({ key: key(), expiresIn: 60_000 })(good))).status).toBe(200)
    for (const token of [
      createSigner({ key: key(), algorithm: 'HS512', expiresIn: 60_000 })(good),
      createSigner({ algorithm: 'none', expiresIn: 60_000 })(good),
      createSigner({ key: key(), expiresIn: 60_000 })({ ...good, iss: 'core' }),
      createSigner({ key: key(), expiresIn: 60_000 })({ ...good, aud: 'core-api' }),
      createSigner({ key: Buffer.alloc(32, 7), expiresIn: 60_000 })(good),
      createSigner({ key: key() })(good),
    ]) {
      expect((await use(token)).status).toBe(401)
    }
  })

  it.each([
    [
      'logs out',
      async (token: string) => sendJson(staff('/admin/logout'), 'POST', {}, { authorization: `Bearer ${token}` }),
    ],
    [
      'gets a new password',
      async (_token: string, id: string) =>
        sendJson(staff(`/admin/${id}/password`), 'PUT', { password: 'another one of mine' }, headers),
    ],
    [
      'gets another role',
      async (_token: string, id: string, fields: object) =>
        sendJson(staff(`/admin/${id}/update`), 'PUT', { ...fields, role: 'standard' }, headers),
    ],
    ['is deleted', async (_token: string, id: string) => fetch(staff(`/admin/${id}`), { method: 'DELETE', headers })],
  ])('given someone who %s, when their token is used, then 401 at once', async (_what, change) => {
    const username = `u${crypto.randomUUID()}`
    const fields = { username, email: `${username}@example.com`, first_name: 'A', last_name: 'B', role: 'power' }
    const created = await sendJson(staff('/admin/create'), 'POST', { ...fields, password }, headers)
    const { id } = await created.json()
    const { token } = await (await sendJson(staff('/admin/login'), 'POST', { username, password })).json()
    expect((await use(token)).status).toBe(200)
    expect((await change(token, id, fields)).status).toBeLessThan(300)
    expect((await use(token)).status).toBe(401)
  })
})

describe('every answer', () => {
  it('given a success, an error, a redirect, a refusal or a broken address, when answered, then with the security headers', async () => {
    const longHeader = { x: 'y'.repeat(20_000) }
    for (const [url, more, status] of [
      [`${bff.address}/healthz`, {}, 200],
      [staff('/clients'), headers, 200],
      [staff('/clients'), {}, 401],
      [staff('/nothing'), headers, 404],
      [`${bff.address}/session/nothing`, {}, 404],
      [`${bff.address}/anything`, {}, 302],
      [portal('/api/session/X/auth'), {}, 404],
      [staff('/clients/%zz'), headers, 400],
      [staff('/clients'), longHeader, 431],
    ] as const) {
      const answer = await fetch(url, { headers: more, redirect: 'manual' })
      expect([url, answer.status]).toEqual([url, status])
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
      expect(answer.headers.get('server') ?? answer.headers.get('x-powered-by')).toBeNull()
    }
  })

  it('given another site’s preflight or read, when answered, then nothing lets it in', async () => {
    for (const url of [staff('/clients'), portal('/capabilities'), staff('/admin/login')]) {
      const answer = await fetch(url, {
        method: 'OPTIONS',
        headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
      })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  })

  it.each(['TRACE', 'CONNECT', 'PROPFIND', 'NOTAMETHOD'])(
    'given the method %s, when sent, then it is refused and echoes nothing',
    async (method) => {
      const answer = await sendRaw(
        bff.address,
        `${method} /admin/_api/clients HTTP/1.1\r\nhost: localhost\r\nx-echo: canary\r\nconnection: close\r\n\r\n`,
      )
      expect([0, 400, 404, 405]).toContain(answer.status)
      expect(answer.body).not.toContain('canary')
    },
  )

  it.each([
    ['the client-facing one', 'client.localhost'],
    ['in capitals', 'CLIENT.LOCALHOST:8080'],
    ['with a final dot', 'client.localhost.'],
    ['with a final dot and a port', 'client.localhost.:8080'],
  ])('given a Host header %s, when staff’s pages are asked for, then the agency’s website', async (_what, host) => {
    for (const path of ['/admin', '/admin/_api/clients', '//evil.example/', '/healthz']) {
      const answer = await sendRaw(bff.address, `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
      expect([path, answer.status]).toEqual([path, 302])
      expect(answer.head).toContain(`location: ${agency.website}\r\n`)
    }
  })

  it('given a Host or forwarded host of the sender’s choice, when redirected, then never to it', async () => {
    for (const line of [
      'host: evil.example',
      'host: localhost\r\nx-forwarded-host: client.localhost',
      'host: a\r\nhost: evil.example',
      'host: a@evil.example',
    ]) {
      const answer = await sendRaw(bff.address, `GET /x HTTP/1.1\r\n${line}\r\nconnection: close\r\n\r\n`)
      expect(answer.head).toContain('location: /admin/login\r\n')
    }
  })
})

describe('the address that is written down', () => {
  const lastAddress = async () =>
    (await database.query(`SELECT address FROM audit_events WHERE action = 'authenticated' ORDER BY at DESC LIMIT 1`))
      .rows[0].address
  const forwarded = { 'x-forwarded-for': '203.0.113.77' }

  it('given X-Forwarded-For from anyone, when a session is opened, then it is ignored', async () => {
    expect((await openSession(bff, forwarded)).status).toBe(200)
    expect(await lastAddress()).toBe('127.0.0.1')
  })

  it('given X-Forwarded-For from a proxy that is trusted, when a session is opened, then the last address is recorded', async () => {
    const answer = await openSession(secure, { 'x-forwarded-for': '198.51.100.1, 203.0.113.77' })
    expect(answer.status).toBe(200)
    expect(await lastAddress()).toBe('203.0.113.77')
  })
})
