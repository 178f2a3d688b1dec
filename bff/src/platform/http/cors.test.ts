import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFakeCore } from '../../../test/fake-core.ts'
import { startFakeFileServer } from '../../../test/fake-file-server.ts'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'

const staff = 'https://office.agency.example'
const clients = 'https://clients.agency.example'
const settings = {
  PRINCIPAL_SECRET: 'p'.repeat(32),
  JWT_SECRET: Buffer.alloc(32, 1).toString('base64'),
  COOKIE_SECRET: Buffer.alloc(32, 2).toString('base64'),
  LOG_LEVEL: 'silent',
  PUBLIC_URL: `${clients}/`,
  API_ORIGIN: 'https://api.agency.example',
  UI_ORIGIN: 'https://ui.agency.example',
  STAFF_ORIGINS: staff,
}

let core: Awaited<ReturnType<typeof startFakeCore>>
let files: Awaited<ReturnType<typeof startFakeFileServer>>
let app: Awaited<ReturnType<typeof buildApp>>
beforeAll(async () => {
  core = await startFakeCore()
  files = await startFakeFileServer()
  core.answerWith(() => ({ status: 200, body: {}, headers: { 'x-total-count': '7' } }))
  app = await buildApp(readConfig({ ...settings, ...files.settings, CORE_URL: core.url }))
})
afterAll(async () => {
  await app.close()
  await core.close()
  await files.close()
})

const preflight = (origin: string) =>
  app.inject({
    method: 'OPTIONS',
    url: '/admin/_api/clients',
    headers: {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization,if-match',
    },
  })

describe('an API with a host of its own', () => {
  it.each([staff, clients])(
    'given a page of %s, when it asks for leave, then it may call with its login',
    async (origin) => {
      const { headers } = await preflight(origin)
      expect(headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-allow-headers': expect.stringContaining('if-match'),
        'access-control-allow-methods': expect.stringContaining('PUT'),
      })
      const answer = await app.inject({ url: '/session/_api/capabilities', headers: { origin } })
      expect(answer.headers['access-control-allow-origin']).toBe(origin)
      const exposed = answer.headers['access-control-expose-headers']
      for (const name of ['x-total-count', 'x-review-sha256']) expect(exposed).toContain(name)
    },
  )

  it.each(['https://evil.example', 'https://office.agency.example.evil.example', 'null', `${staff}:8443`])(
    'given a page of %s, when it asks for leave, then it gets none',
    async (origin) => {
      expect((await preflight(origin)).headers['access-control-allow-origin']).toBeUndefined()
    },
  )

  it('given a write with the cookie from a page of the same site, when it is one of ours, then it passes; another one does not', async () => {
    const write = (origin: string) =>
      app.inject({
        method: 'POST',
        url: '/session/_api/sessionforms/x/open',
        headers: { origin, 'sec-fetch-site': 'same-site' },
      })
    expect((await write(clients)).statusCode).toBe(200)
    const refused = await write('https://other.agency.example')
    expect(refused.statusCode).toBe(403)
    expect(refused.json().code).toBe('CROSS_ORIGIN')
  })

  it('given a login of staff from a page of the same site, when it is one of ours, then it passes; another one does not', async () => {
    const payload = { username: 'ana', password: 'x' }
    const logIn = (origin: string) =>
      app.inject({
        method: 'POST',
        url: '/admin/_api/admin/login',
        payload,
        headers: { origin, 'sec-fetch-site': 'same-site' },
      })
    const asked = core.received.length
    await logIn(staff)
    expect(core.received).toHaveLength(asked + 1)
    expect((await logIn('https://other.agency.example')).json().code).toBe('CROSS_ORIGIN')
    expect(core.received).toHaveLength(asked + 1)
  })

  it('given the pages, when they are served, then they are told the addresses, and their policy allows those alone', async () => {
    const { body, headers } = await app.inject({ url: '/admin/' })
    expect(body).toContain('"apiBase":"https://api.agency.example/admin/_api"')
    expect(body).toContain('"uiBase":"https://ui.agency.example/"')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("script-src 'self' https://ui.agency.example;")
    expect(policy).toContain("connect-src 'self' https://api.agency.example;")
    expect(policy).not.toContain('unsafe')
  })

  it('given no such host, when a page of another origin asks for leave, then there is none to give', async () => {
    const alone = await buildApp(readConfig({ ...settings, API_ORIGIN: '', UI_ORIGIN: '', CORE_URL: core.url }))
    const { headers } = await alone.inject({ url: '/session/_api/capabilities', headers: { origin: staff } })
    expect(headers['access-control-allow-origin']).toBeUndefined()
    await alone.close()
  })

  it('given its address without the staff’s, when the settings are read, then what is missing is told', () => {
    expect(() => readConfig({ ...settings, STAFF_ORIGINS: '' })).toThrow('API_ORIGIN: requires STAFF_ORIGINS')
    expect(() => readConfig({ ...settings, API_ORIGIN: 'https://api.agency.example/v1' })).toThrow('API_ORIGIN')
  })
})
