import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startFakeCore } from '../../../test/fake-core.ts'
import { portalPageWithScreens, startFakeFileServer } from '../../../test/fake-file-server.ts'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'

const id = '01a1fe2c-2b2e-7171-b77b-9bdc9c23fc5b'
const path = '/session/ABCDEFGHJKMN'
const ownPage = { host: 'client.localhost', 'sec-fetch-site': 'same-origin' }

let core: Awaited<ReturnType<typeof startFakeCore>>
let files: Awaited<ReturnType<typeof startFakeFileServer>>
let app: Awaited<ReturnType<typeof build>>

const build = (extra: Record<string, string> = {}) =>
  buildApp(
    readConfig({
      PRINCIPAL_SECRET: 'p'.repeat(32),
      JWT_SECRET: Buffer.alloc(32, 1).toString('base64'),
      COOKIE_SECRET: Buffer.alloc(32, 2).toString('base64'),
      LOG_LEVEL: 'silent',
      CORE_URL: core.url,
      ...files.settings,
      ...extra,
    }),
  )

beforeAll(async () => {
  core = await startFakeCore()
  core.agency.name = 'Harbor <b>Lane'
  files = await startFakeFileServer()
  files.files['index.html'] = portalPageWithScreens()
  app = await build()
})
afterAll(async () => {
  await app.close()
  await files.close()
  await core.close()
})
beforeEach(() => {
  core.received.length = 0
  core.answerWith(() => ({ status: 500, body: { code: 'INTERNAL', message: 'x' } }))
})

const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url,
    headers: { ...ownPage, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })

const refuse = (status: number, code: string, headers: Record<string, string> = {}) =>
  core.answerWith(() => ({ status, headers, body: { code, message: 'not for people' } }))

describe('a page of the portal', () => {
  const open = async (url: string, headers: Record<string, string> = {}) =>
    (await app.inject({ url, headers: { host: 'client.localhost', ...headers } })).body

  it.each([
    ['/session', 'code'],
    ['/session/?x=y', 'code'],
    ['/session/ABCD', 'passcode'],
    ['/session/verify', 'other'],
    ['/session/ABCD/dashboard', 'other'],
  ])('[PH-09] given %s, when it is opened, then the page shows the screen %s', async (url, screen) => {
    const body = await open(url)
    expect(body).toContain(`<p>${screen} en</p>`)
    expect(body).toContain(`<title>${screen} in en · Harbor &lt;b&gt;Lane</title>`)
    expect(body).toContain(`id="screen">{"screen":"${screen}","language":"en","fault":null}<`)
    expect(body).not.toContain('id="screens"')
    expect(body).not.toContain('{{')
  })

  it.each([
    ['the browser’s', path, { 'accept-language': 'fr, es-MX;q=0.8, en;q=0.5' }],
    ['that of the link', `${path}?language=es`, { 'accept-language': 'pt' }],
    ['the one chosen on the device', `${path}?language=en`, { cookie: 'a=b; portalLanguage=es' }],
  ])('[PH-09] given a language, %s, when the page is opened, then it is in it', async (_, url, headers) => {
    const body = await open(url, headers)
    expect(body).toContain('<html lang="es">')
    expect(body).toContain('<p>passcode es</p>')
    expect(body).toContain('<link rel="modulepreload" crossorigin href="/session/assets/es.js">')
  })

  it('given markup in a setting, when the page is opened, then it is text', async () => {
    expect(await open(path)).toContain('Harbor &lt;b&gt;Lane H&lt;')
  })
})

describe('the passcode form without script', () => {
  it('[PH-09] given the right passcode, when it is sent, then the cookie is set and the documents follow', async () => {
    const session = { id, client_id: id, session_code: 'ABCDEFGHJKMN' }
    core.answerWith(() => ({
      status: 200,
      body: { session, portal_session: { id, expires_at: new Date(Date.now() + 3_600_000).toISOString() } },
    }))
    const answer = await post('/session/abcd-efgh-jkmn', { passcode: ' Blue Door ' })

    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toBe(`${path}/dashboard`)
    const cookies = [answer.headers['set-cookie']].flat().join('\n')
    expect(cookies).toMatch(/__Host-session=[^;]+;.*HttpOnly/)
    expect(cookies).toContain('__Host-device=')
    expect(core.received).toMatchObject([
      { method: 'POST', url: '/api/session/ABCDEFGHJKMN/auth', body: '{"passcode":"Blue Door"}' },
    ])
    expect(core.received[0]?.principal).toMatchObject({ kind: 'nobody' })
  })

  it('[PH-09] given a wrong passcode, when it is sent, then the page says so in its language, and no cache keeps it', async () => {
    refuse(401, 'INVALID_PASSCODE')
    const answer = await post(path, { passcode: 'nope' }, { cookie: 'portalLanguage=es' })

    expect(answer.statusCode).toBe(401)
    expect(answer.headers['content-type']).toContain('text/html')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(answer.body).toContain('<b>Incorrecta.</b>')
    expect(answer.body).toContain('"fault":{"code":"INVALID_PASSCODE","retryAfter":null}')
    expect(answer.body).not.toContain('nope')
  })

  it.each([
    ['30', 'Wait 1 minute.'],
    ['290', 'Wait 5 minutes.'],
  ])('[PH-09] given too many attempts (%s s), when sent, then it says: %s', async (seconds, text) => {
    refuse(429, 'TOO_MANY_ATTEMPTS', { 'retry-after': seconds })
    const answer = await post(path, { passcode: 'x' })
    expect(answer.statusCode).toBe(429)
    expect(answer.headers['retry-after']).toBe(seconds)
    expect(answer.body).toContain(`<b>${text}</b>`)
  })

  it('[PH-09] given blanks, a session that is over, an error and a core-api that is gone, when sent, then the page says it', async () => {
    expect((await post(path, { passcode: '  ' })).body).toContain('<b>Nothing typed.</b>')
    expect((await post(path, {})).statusCode).toBe(400)
    expect(core.received).toHaveLength(0)
    refuse(410, 'GONE')
    expect((await post(path, { passcode: 'x' })).body).toContain('<p>gone en</p>')
    refuse(500, 'INTERNAL')
    expect((await post(path, { passcode: 'x' })).body).toContain('<b>Failed.</b>')
    core.answerWith(() => 'cut off')
    const lost = await post(path, { passcode: 'x' })
    expect(lost.statusCode).toBe(502)
    expect(lost.body).toContain('<b>No answer.</b>')
  })

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling host', { 'sec-fetch-site': 'same-site' }],
    ['another site, in an older browser', { origin: 'https://evil.example' }],
    ['no page at all', {}],
    ['a page that hides its origin', { origin: 'null' }],
  ])('given a form on %s, when it is sent, then 403 and nothing is asked', async (_, headers) => {
    const answer = await app.inject({
      method: 'POST',
      url: path,
      headers: { host: ownPage.host, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: 'passcode=x',
    })
    expect(answer.statusCode).toBe(403)
    expect(answer.json().code).toBe('CROSS_ORIGIN')
    expect(core.received).toHaveLength(0)
  })

  it('[PH-09] given an address that ends in a slash, when the form is sent to it, then it is the same form', async () => {
    refuse(401, 'INVALID_PASSCODE')
    expect((await post(`${path}/`, { passcode: 'nope' })).body).toContain('<b>Wrong.</b>')
    expect(core.received).toMatchObject([{ url: '/api/session/ABCDEFGHJKMN/auth' }])
  })

  it('given a code that is cut within an emoji, when it is sent, then it is a wrong one', async () => {
    refuse(401, 'INVALID_PASSCODE')
    const code = `${'A'.repeat(39)}\u{1F600}`
    expect((await post(`/session/${encodeURIComponent(code)}`, { passcode: 'x' })).statusCode).toBe(401)
    expect((await post('/session', { code })).statusCode).toBe(303)
  })

  it('given another kind of body, or a large one, when it is sent, then it is refused', async () => {
    expect((await post(path, { passcode: 'x' }, { 'content-type': 'text/plain' })).statusCode).toBe(415)
    expect((await post(path, { passcode: 'x'.repeat(9_000) })).statusCode).toBe(413)
    expect(core.received).toHaveLength(0)
  })

  it('given an API with a host of its own, when the page is opened, then it needs script, and takes no form', async () => {
    const other = await build({ API_ORIGIN: 'https://api.example', STAFF_ORIGINS: 'https://staff.example' })
    const page = await other.inject({ url: path, headers: { host: 'client.localhost' } })
    expect(page.body).toContain('<p>other en</p>')
    const headers = { ...ownPage, 'content-type': 'application/x-www-form-urlencoded' }
    const sent = await other.inject({ method: 'POST', url: path, headers, payload: 'passcode=x' })
    expect(sent.statusCode).toBe(404)
    await other.close()
  })
})

describe('the code form without script', () => {
  it('[PH-09] given a code typed the way people do, when it is sent, then its passcode page follows', async () => {
    const answer = await post('/session/', { code: ' abcd-efgh jkmn' })
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toBe(path)
  })

  it('[PH-09] given blanks, when sent, then the page asks for a code', async () => {
    const answer = await post('/session', { code: ' ' })
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toContain('<p>code en</p>')
  })
})

describe('the documents after the form without script', () => {
  const open = (headers: Record<string, string>) =>
    app.inject({ url: `${path}/dashboard`, headers: { ...ownPage, ...headers } })
  const referer = `https://client.localhost${path}?language=en`

  it('given a browser that kept no cookie, when they are opened, then the page says that it blocks cookies', async () => {
    const answer = await open({ referer })
    expect(answer.statusCode).toBe(403)
    expect(answer.body).toContain(
      '"screen":"other","language":"en","fault":{"code":"COOKIES_BLOCKED","retryAfter":null}',
    )
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it.each([
    ['with the cookie', { referer, cookie: 'a=b; __Host-session=abc' }],
    ['from another page', { referer: 'https://client.localhost/session/ZZZZZZZZZZZZ' }],
    ['from no page', {}],
  ])('given a visit %s, when they are opened, then nothing is said of cookies', async (_, headers) => {
    const answer = await open({ ...headers })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('"screen":"other","language":"en","fault":null')
  })
})
