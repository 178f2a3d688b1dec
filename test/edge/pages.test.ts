import { send, textOf } from '@agency/test-kit/nginx/send'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type FakeUpstream, startFakeUpstream } from './kit/fake-upstream.ts'
import { clientHost, staffHost } from './kit/hosts.ts'
import { startOwnRouter } from './kit/own-router.ts'

const page = { current: 'page 1', status: 200 }
let bff: FakeUpstream
let port: number

const startBff = (at = 0) =>
  startFakeUpstream(({ url, headers }, response) => {
    response.statusCode = page.status
    const etag = `"${url} ${page.current}"`
    response.setHeader('content-type', 'text/html').setHeader('etag', etag).setHeader('cache-control', 'no-cache')
    response.setHeader('set-cookie', 'one=visitor')
    if (page.status === 200 && headers['if-none-match'] === etag) response.statusCode = 304
    response.end(page.status === 200 ? `<p>${url} ${page.current}</p>` : '{"code":"UNAVAILABLE","message":"x"}')
  }, at)

beforeEach(async () => {
  Object.assign(page, { current: 'page 1', status: 200 })
  bff = await startBff()
  onTestFinished(() => bff.stop())
  port = (await startOwnRouter(bff.address)).port
})
const open = (path = '/session/', headers = {}) => send(port, { host: clientHost, path, headers })

describe('given an app’s page', () => {
  test('when any of its addresses is opened by anybody, the bff is asked for one of few pages, and by nobody', async () => {
    const own = {
      cookie: 'a=b',
      authorization: 'Bearer x',
      referer: 'https://x/session/CODE',
      'x-forwarded-for': '192.0.2.1',
    }
    for (const [path, asked] of [
      ['/session', '/session/'],
      ['/session/ABCD-EFGH?x=y', '/session/-'],
      ['/session/%3Fq', '/session/-'],
      ['/session/ABCD/form/1', '/session/-/dashboard'],
      ['/session/verify', '/session/-/dashboard'],
    ] as const) {
      const answer = await open(path, own)
      expect(textOf(answer)).toBe(`<p>${asked} page 1</p>`)
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    expect(textOf(await send(port, { host: staffHost, path: '/admin/clients/1' }))).toBe('<p>/admin/ page 1</p>')
    expect(bff.received.length).toBeLessThan(8)
    for (const { url, headers } of bff.received) {
      const { 'if-none-match': _, ...others } = headers
      const language = url.startsWith('/session') ? { 'accept-language': 'en' } : {}
      expect(others).toEqual({ host: 'page.invalid', ...language })
    }
  })

  test('when many open it at once, the bff is asked few times', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => open(`/session/${n}`)))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(bff.received.length).toBeLessThan(10)
  })

  test('when the browser has it already, it is told so without its being sent', async () => {
    const { headers } = await open('/session/ABCD')
    const again = await open('/session/elsewhere', { 'if-none-match': headers.etag })
    expect(again.status).toBe(304)
    expect(again.content).toHaveLength(0)
  })

  test('when it is asked for by another method, it is refused with those that there are', async () => {
    const answer = await send(port, { host: clientHost, path: '/session/', method: 'POST', body: 'x' })
    expect(answer.status).toBe(405)
    expect(answer.headers.allow).toBe('GET, HEAD')
    const head = await send(port, { host: clientHost, path: '/session/', method: 'HEAD' })
    expect(head.status).toBe(200)
  })
})

describe('given the portal’s first screens', () => {
  test.each([
    ['/session/ABCD', {}, 'en'],
    ['/session/ABCD', { 'accept-language': 'de-DE, es-MX;q=0.9, en;q=0.5' }, 'es'],
    ['/session/ABCD', { 'accept-language': 'PT' }, 'pt'],
    ['/session/ABCD', { 'accept-language': 'fr' }, 'en'],
    ['/session/ABCD', { 'accept-language': 'fr, en;q=0.9, es;q=0.5' }, 'en'],
    ['/session/ABCD', { 'accept-language': 'fr, pt;q=0.9, es;q=0.5' }, 'pt'],
    // Without possessive quantifiers nginx would give up on this one, and fall back to English.
    ['/session/ABCD', { 'accept-language': `${'  de,'.repeat(60)}xes, pt` }, 'pt'],
    ['/session/ABCD?language=es', { 'accept-language': 'pt' }, 'es'],
    ['/session/ABCD?language=xx', { 'accept-language': 'pt' }, 'pt'],
    ['/session/ABCD?language=es', { cookie: 'a=b; portalLanguage=pt' }, 'pt'],
    ['/session/ABCD', { cookie: 'portalLanguage=x%0a' }, 'en'],
  ])('[PH-09] when %s is opened with %j, the page is in %s', async (path, headers, language) => {
    await open(path, headers)
    expect(bff.received.at(-1)?.headers['accept-language']).toBe(language)
  })

  test('[PH-09] when a form is sent without script, the bff gets it, with the caller’s headers and once', async () => {
    page.status = 401
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
    for (const path of ['/session', '/session/', '/session/ABCD-EFGH', '/session/ABCD-EFGH/']) {
      const answer = await send(port, { host: clientHost, path, method: 'POST', headers, body: 'passcode=x' })
      expect(answer.status).toBe(401)
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      const { url, method, headers: received } = bff.received.at(-1) ?? {}
      expect({ url, method }).toEqual({ url: path, method: 'POST' })
      expect(received).toMatchObject({ host: clientHost, 'sec-fetch-site': 'same-origin' })
    }
    expect(bff.received).toHaveLength(4)
    const elsewhere = { host: clientHost, path: '/session/ABCD/dashboard', method: 'POST', headers, body: 'x' }
    expect((await send(port, elsewhere)).status).toBe(405)
  })
})

describe('given a form sent to a forged address', () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }

  test.each([
    ['/session/A%0D%0AX-Forged:%20yes', '/session/A%0D%0AX-Forged:%20yes'],
    ['/session/A%3Fpasscode=y%23z', '/session/A%3Fpasscode=y%23z'],
    ['/session/A?next=//evil.example', '/session/A?next=//evil.example'],
  ])('when it is sent to %s, it stays one path, and adds no header', async (path, received) => {
    const forged = { ...headers, 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'evil.example' }
    await send(port, { host: clientHost, path, method: 'POST', headers: forged, body: 'passcode=x' })
    expect(bff.received.at(-1)?.url).toBe(received)
    const { 'x-forged': added, 'x-forwarded-for': address, 'x-forwarded-host': host } = bff.received[0]?.headers ?? {}
    expect([added, address, host]).toEqual([undefined, '127.0.0.1', clientHost])
  })

  test.each(['/session/%2e%2e/admin', '/session/../admin/login', '//form/session/A', '/session/A%2F..%2F..%2Fadmin'])(
    'when it is sent to %s, no bff gets it as a form',
    async (path) => {
      await send(port, { host: clientHost, path, method: 'POST', headers, body: 'passcode=x' })
      // It is asked where the agency's website is, with nothing of the form.
      const received = bff.received.map(({ method, url, body }) => ({ method, url, body: String(body) }))
      expect(received).toEqual([{ method: 'GET', url: '/', body: '' }])
    },
  )
})

describe('given no bff that gives a page', () => {
  test('when there never was one, a line of text says so', async () => {
    page.status = 503
    const answer = await open()
    expect(answer.status).toBe(503)
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(textOf(answer)).toBe('The service is not available right now. Please try again.\n')
  })
})
