import { scriptOf } from '@agency/test-kit/nginx/build-copy'
import { type Answer, send } from '@agency/test-kit/nginx/send'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { startFakeUpstream } from './kit/fake-upstream.ts'
import { apiHost, clientHost, staffHost, uiHost } from './kit/hosts.ts'
import { startOwnRouter } from './kit/own-router.ts'

const { bffUrl, files, routerPort, trustingRouterPort, strandedRouterPort } = inject('deployment')

const names = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]
const securityHeaders = ({ headers }: Answer) => Object.fromEntries(names.map((name) => [name, headers[name]]))

/** What the bff itself sends. Node joins a header sent twice by a comma, so a doubled one differs. */
const expected = securityHeaders(
  await send(Number(new URL(bffUrl).port), { host: staffHost, path: '/admin/_api/capabilities' }),
)

describe('given the headers that the bff sends', () => {
  test('when they are looked at, a policy is among them', () => {
    expect(expected['content-security-policy']).toContain("default-src 'none'")
    expect(Object.values(expected).filter(Boolean)).toHaveLength(names.length - 1)
  })

  test.each([
    [clientHost, '/session/', 200],
    [clientHost, `/session/_ui/${scriptOf(files['shared-ui'].build)}`, 200],
    [clientHost, '/session/assets/gone.js', 404],
    [clientHost, '/elsewhere', 302],
    [staffHost, '/admin/clients', 200],
    [staffHost, '/admin/_api/clients', 401],
    [staffHost, '/elsewhere', 302],
    [staffHost, '/session/../..', 400],
    [apiHost, '/session/_api/clients', 401],
    [apiHost, '/elsewhere', 404],
  ])('when %s%s is asked for, the answer (%i) carries the same ones, once', async (host, path, status) => {
    const answer = await send(routerPort, { host, path })
    expect(answer.status).toBe(status)
    expect(securityHeaders(answer)).toEqual(expected)
  })

  test.each(['/session/', '/session/_api/x', '/admin/_ui/remoteEntry.js'])(
    'when nothing runs behind %s, the answer still carries them',
    async (path) => {
      const answer = await send(strandedRouterPort, { host: staffHost, path })
      expect(answer.status).toBe(502)
      expect(securityHeaders(answer)).toEqual(expected)
    },
  )
})

describe('given shared-ui on a host of its own', () => {
  test.each([
    ['/remoteEntry.js', 200],
    [`/${scriptOf(files['shared-ui'].build)}`, 200],
    ['/gone.js', 404],
  ])('when %s is asked for from a page elsewhere, that page may use the answer (%i)', async (path, status) => {
    const headers = { origin: 'https://staff.agency.example', cookie: 'a=b' }
    const answer = await send(routerPort, { host: uiHost, path, headers })
    expect(answer.status).toBe(status)
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    const others = { ...expected, 'cross-origin-resource-policy': 'cross-origin' }
    expect(securityHeaders(answer)).toEqual(others)
  })

  test('when it is used from the page’s own host, no other page may', async () => {
    const answer = await send(routerPort, { host: staffHost, path: '/admin/_ui/remoteEntry.js' })
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('given a bff that thinks of TLS', () => {
  test('when a visitor came without, browsers are not told to stay with it; what else it says stands', async () => {
    const policy = "default-src 'none'; script-src https://ui.agency.example"
    const bff = await startFakeUpstream((_request, response) => {
      response.setHeader('strict-transport-security', 'max-age=1').setHeader('content-security-policy', policy)
      response.setHeader('content-type', 'text/html').end('<p>page</p>')
    })
    onTestFinished(() => bff.stop())
    const { port } = await startOwnRouter(bff.address)
    for (const path of ['/session/', '/session/_api/x', '/docs']) {
      const { headers } = await send(port, { host: staffHost, path })
      expect(headers['strict-transport-security']).toBeUndefined()
      expect(headers['content-security-policy']).toBe(policy)
    }
  })
})

describe('given a proxy in front where TLS ends', () => {
  const headers = { 'x-forwarded-proto': 'https' }
  const header = 'strict-transport-security'

  test('when it is trusted, browsers are told to stay with TLS', async () => {
    const answer = await send(trustingRouterPort, { host: clientHost, path: '/session/', headers })
    expect(answer.headers[header]).toBe('max-age=63072000; includeSubDomains')
    const plain = await send(trustingRouterPort, { host: clientHost, path: '/session/' })
    expect(plain.headers[header]).toBeUndefined()
  })

  test('when anybody else claims TLS, it is not believed', async () => {
    const answer = await send(routerPort, { host: clientHost, path: '/session/', headers })
    expect(answer.headers[header]).toBeUndefined()
  })
})
