import { send, textOf } from '@agency/test-kit/nginx/send'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type FakeUpstream, startFakeUpstream } from './kit/fake-upstream.ts'
import { clientHost, staffHost } from './kit/hosts.ts'
import { startOwnRouter } from './kit/own-router.ts'

/** A bff whose readiness is this status, with details as the real one gives them. */
async function startBff(state: { status: number }): Promise<FakeUpstream> {
  const bff = await startFakeUpstream((_request, response) => {
    response.statusCode = state.status
    response.setHeader('content-type', 'application/json').setHeader('x-detail', 'disk')
    response.end(JSON.stringify({ status: 'ok', failing: ['disk'], message: 'These health checks fail: disk.' }))
  })
  onTestFinished(() => bff.stop())
  return bff
}

describe.each([clientHost, staffHost])('given a monitor of %s', (host) => {
  const ask = (port: number, method = 'GET') =>
    send(port, { host, path: '/healthz', method, headers: { cookie: 'a=b' } })

  test.each(['GET', 'HEAD'])(
    'when a bff is ready, %s is 200 without details, and nothing of the visitor goes on',
    async (method) => {
      const bff = await startBff({ status: 200 })
      const { port } = await startOwnRouter(bff.address)
      const answer = await ask(port, method)
      expect([answer.status, textOf(answer)]).toEqual([200, method === 'GET' ? 'ok\n' : ''])
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-store',
        'content-type': expect.stringMatching(/^text\/plain/),
      })
      expect(JSON.stringify(answer.headers)).not.toContain('disk')
      expect(bff.received.map(({ method, url, headers }) => [method, url, headers.cookie])).toEqual([
        ['GET', '/readyz', undefined],
      ])
    },
  )

  test.each([401, 404, 500, 502, 503])('when readiness is %i, it is 503 without details', async (status) => {
    const bff = await startBff({ status })
    const answer = await ask((await startOwnRouter(bff.address)).port)
    expect([answer.status, textOf(answer)]).toEqual([
      503,
      'The service is not available right now. Please try again.\n',
    ])
  })

  test('when no bff is there, it is 503, and 200 when one is back', async () => {
    const bff = await startBff({ status: 200 })
    const { port } = await startOwnRouter(bff.address)
    await bff.stop()
    expect((await ask(port)).status).toBe(503)
    const again = await startFakeUpstream(undefined, Number(bff.address.split(':')[1]))
    onTestFinished(() => again.stop())
    await vi.waitFor(async () => expect((await ask(port)).status).toBe(200), { timeout: 20_000, interval: 100 })
  })
})

test('given two bffs of which one stops, when a monitor asks again and again, then always 200, and calls go to both', async () => {
  const [stopping, ready] = [await startBff({ status: 503 }), await startBff({ status: 200 })]
  const { port } = await startOwnRouter(`${stopping.address} ${ready.address}`)
  for (let count = 0; count < 8; count += 1)
    expect((await send(port, { host: staffHost, path: '/healthz' })).status).toBe(200)
  for (let count = 0; count < 8; count += 1) await send(port, { host: staffHost, path: '/admin/_api/clients' })
  const calls = (bff: FakeUpstream) => bff.received.filter(({ url }) => url.startsWith('/admin/_api/')).length
  expect(calls(stopping)).toBeGreaterThan(0)
  expect(calls(ready)).toBeGreaterThan(0)
})
