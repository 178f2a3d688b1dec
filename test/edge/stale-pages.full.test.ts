import { send, textOf } from '@agency/test-kit/nginx/send'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type FakeUpstream, startFakeUpstream } from './kit/fake-upstream.ts'
import { clientHost } from './kit/hosts.ts'
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

describe('given an app’s page in the cache', () => {
  test('when another one is deployed, it is seen a second later', async () => {
    await open()
    page.current = 'page 2'
    await vi.waitFor(async () => expect(textOf(await open())).toContain('page 2'), { timeout: 20_000, interval: 100 })
  })

  test('when nothing has changed a second later, the bff is only asked whether', async () => {
    await open()
    await vi.waitFor(
      async () => {
        expect(textOf(await open())).toBe('<p>/session/ page 1</p>')
        expect(bff.received.at(-1)?.headers['if-none-match']).toBe('"/session/ page 1"')
      },
      { timeout: 20_000, interval: 100 },
    )
  })
})

describe('given no bff that gives a page', () => {
  const anotherSecond = async () => {
    const before = bff.received.length
    // The page in the cache has to be asked for again.
    await vi.waitFor(
      async () => {
        expect((await open()).status).toBe(200)
        expect(bff.received.length).toBeGreaterThan(before)
      },
      { timeout: 20_000, interval: 100 },
    )
  }

  test('when a page was stored before, it is still served; calls are refused with a code, and all recovers without a restart', async () => {
    await open()
    await bff.stop()
    await vi.waitFor(
      async () => {
        // A second later nginx knows that nobody is there.
        const call = await send(port, { host: clientHost, path: '/session/_api/x' })
        expect(call.status).toBe(502)
        expect(JSON.parse(textOf(call))).toMatchObject({ code: 'CORE_UNREACHABLE' })
      },
      { timeout: 20_000 },
    )
    // nginx counts the page's age in whole seconds.
    const opened = Date.now()
    await vi.waitFor(() => expect(Date.now() - opened).toBeGreaterThan(2_100), { timeout: 20_000 })
    expect(textOf(await open('/session/'))).toBe('<p>/session/ page 1</p>')

    page.current = 'page 2'
    bff = await startBff(Number(bff.address.split(':')[1]))
    await vi.waitFor(async () => expect(textOf(await open())).toContain('page 2'), { timeout: 20_000, interval: 100 })
  })

  test.each([500, 503])('when it answers %i, the last good one stands', async (status) => {
    await open()
    page.status = status
    await anotherSecond()
    expect(textOf(await open())).toBe('<p>/session/ page 1</p>')
  })
})
