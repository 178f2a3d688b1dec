import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StartedBff, startBff } from '../../../test/start-bff.ts'

const ownPage = { host: 'client.localhost', 'sec-fetch-site': 'same-origin' }

describe('what a browser may keep', () => {
  let core: StartedBff['core']
  let app: StartedBff['app']
  let close: StartedBff['close']
  beforeAll(async () => {
    ;({ core, app, close } = await startBff())
  })
  afterAll(() => close())

  it.each([
    ['a record', 200, { etag: '"3"' }],
    ['an answer without content', 204, {}],
    ['a record that did not change', 304, { etag: '"3"' }],
    ['a file', 200, { 'content-type': 'application/pdf' }],
    ['a part of a file', 206, { 'content-range': 'bytes 0-1/4' }],
    ['a conflict', 409, {}],
    ['an error of the core', 500, {}],
  ])(
    'given %s from a core that says nothing of caches, when it is relayed, then no-store',
    async (_what, status, headers) => {
      core.answerWith(() => ({ status, body: status === 204 || status === 304 ? undefined : { code: 'X' }, headers }))
      for (const [base, own] of [
        ['/admin/_api', {}],
        ['/session/_api', ownPage],
      ] as const) {
        const answer = await app.inject({ method: 'GET', url: `${base}/clients/1`, headers: own })
        expect([answer.statusCode, answer.headers['cache-control']]).toEqual([status, 'no-store'])
        expect(answer.headers.etag).toBe('etag' in headers ? headers.etag : undefined)
      }
    },
  )

  it('given an answer that the core forbids to keep, when it is relayed, then as it said so', async () => {
    core.answerWith(() => ({ status: 200, body: {}, headers: { 'cache-control': 'private, no-store' } }))
    const answer = await app.inject({ method: 'GET', url: '/admin/_api/documents/1/file' })
    expect(answer.headers['cache-control']).toBe('private, no-store')
  })

  it.each([
    ['POST', '/admin/_api/admin/login'],
    ['GET', '/admin/_api/docs/json'],
    ['GET', '/docs/json'],
    ['GET', '/readyz'],
    ['GET', '/version'],
  ] as const)('given %s %s, when this service answers or refuses it itself, then no-store', async (method, url) => {
    const answer = await app.inject({ method, url })
    expect(answer.headers['cache-control']).toMatch(/^(private, )?no-store$/)
  })

  it('given a logout of staff or of a client, when answered, then the cache is cleared, and neither cookies nor storage', async () => {
    core.answerWith(() => ({ status: 204 }))
    const staff = await app.inject({ method: 'POST', url: '/admin/_api/admin/logout' })
    const url = '/session/_api/api/session/ABCDEFGHJKMN/logout'
    const client = await app.inject({ method: 'POST', url, headers: ownPage })
    for (const answer of [staff, client]) {
      expect([answer.statusCode, answer.headers['clear-site-data']]).toEqual([204, '"cache"'])
    }
  })

  it('given a login that has run out, when it logs out, then 401 clears the cache too', async () => {
    const headers = { authorization: 'Bearer none' }
    const answer = await app.inject({ method: 'POST', url: '/admin/_api/admin/logout', headers })
    expect([answer.statusCode, answer.headers['clear-site-data']]).toEqual([401, '"cache"'])
  })
})
