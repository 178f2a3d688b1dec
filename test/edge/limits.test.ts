import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Answer, type Send, send, sendTls, textOf } from '@agency/test-kit/nginx/send'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { type FakeUpstream, startFakeUpstream } from './kit/fake-upstream.ts'
import { clientHost, staffHost } from './kit/hosts.ts'
import { startRouterTo } from './kit/own-router.ts'
import { sendHttp2 } from './kit/send-http2.ts'

const { tlsSettings } = inject('deployment')
let ports: { plain: number; tls: number }
let received: { url: string }[]

beforeAll(async () => {
  const bff = await startFakeUpstream()
  received = bff.received
  // With the limits that a deployment has by default.
  const [plain, tls] = [await startRouterTo(bff.address), await startRouterTo(bff.address, tlsSettings)]
  ports = { plain: plain.port, tls: tls.tlsPort }
  return async () => {
    for (const each of [plain, tls, bff]) await each.stop()
  }
})

const call = '/session/_api/clients/x'
const json = { 'content-type': 'application/json' }
const codeOf = (answer: Answer) => JSON.parse(textOf(answer)).code

describe('given something that is too large', () => {
  const transports: [string, Send, 'plain' | 'tls'][] = [
    ['HTTP/1.1', send, 'plain'],
    ['HTTP/1.1 with TLS', sendTls, 'tls'],
    ['HTTP/2', sendHttp2, 'tls'],
  ]

  test.each(transports)(
    'when a body is as large as may be over %s, it passes; one byte more, and it is refused',
    async (_, ask, port) => {
      const limit = 1024 * 1024
      const message = { host: clientHost, path: call, method: 'PUT', headers: json, from: '127.0.1.1' }
      expect((await ask(ports[port], { ...message, body: 'x'.repeat(limit) })).status).toBe(200)
      const before = received.length
      const answer = await ask(ports[port], { ...message, body: 'x'.repeat(limit + 1) })
      expect([answer.status, codeOf(answer)]).toEqual([413, 'TOO_LARGE'])
      expect(received).toHaveLength(before)
    },
  )

  test.each([
    ['address', { path: `${call}?${'x'.repeat(4_096)}` }, 414],
    ['header', { path: call, headers: { cookie: 'x'.repeat(4_096) } }, 431],
    [
      'number of headers',
      { path: call, headers: { 'x-many': Array.from({ length: 16 }, () => 'x'.repeat(1_500)) } },
      431,
    ],
  ])('when it is the %s, that is refused with a code and without telling the version', async (_, message, status) => {
    for (const [ask, port] of [
      [send, ports.plain],
      [sendTls, ports.tls],
    ] as const) {
      const answer = await ask(port, { host: clientHost, from: '127.0.1.2', ...message })
      expect([answer.status, codeOf(answer)]).toEqual([status, 'TOO_LARGE'])
      expect(answer.headers).toMatchObject({ server: 'nginx', 'content-security-policy': /^default-src 'none'/ })
    }
  })

  test('when a header is too large for HTTP/2, the connection ends', async () => {
    const headers = { cookie: 'x'.repeat(9_000) }
    const asked = sendHttp2(ports.tls, { host: clientHost, path: call, headers })
    await expect(asked).rejects.toThrow(/error code 11/)
  })
})

/** Sends so many requests on connections of 500 each, as fast as it can; the answers' head lines and bodies. */
async function sendMany(count: number, path: string, from: string): Promise<string> {
  const one = `GET ${path} HTTP/1.1\r\nHost: ${staffHost}\r\n`
  const batches = Array.from({ length: count / 500 }, async () => {
    const socket = connect({ port: ports.plain, host: '127.0.0.1', localAddress: from })
    socket.write(`${`${one}\r\n`.repeat(499)}${one}Connection: close\r\n\r\n`)
    return text(socket)
  })
  return (await Promise.all(batches)).join('')
}

describe('given one address that asks without end', () => {
  test('when it asks for more than an office would, it is told to wait; others are not', async () => {
    // So many that the rate alone, while they are answered, does not let them all pass.
    const answers = await sendMany(4_000, call, '127.0.1.3')
    const refused = answers.match(/HTTP\/1\.1 429/g)?.length ?? 0
    const passed = answers.match(/HTTP\/1\.1 200/g)?.length ?? 0
    expect(passed).toBeGreaterThanOrEqual(1_000)
    expect(refused).toBeGreaterThan(100)
    expect(answers.match(/^Retry-After: 1\r$/gm)).toHaveLength(refused)
    expect(answers.match(/"code":"TOO_MANY_ATTEMPTS"/g)).toHaveLength(refused)
    expect((await send(ports.plain, { host: staffHost, path: call, from: '127.0.1.4' })).status).toBe(200)
  })

  test('when an office opens the back office on every desk at once, nobody is refused', async () => {
    const answers = await sendMany(1_000, call, '127.0.1.5')
    expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(1_000)
  })

  test('when it holds more connections than an office would, it gets no more', async () => {
    const sockets = Array.from({ length: 510 }, () =>
      connect({ port: ports.plain, host: '127.0.0.1', localAddress: '127.0.1.6' }),
    )
    const upload = `POST /admin/_api/upload/x HTTP/1.1\r\nHost: ${staffHost}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 9\r\n\r\n`
    const firstLines = sockets.map(async (socket) => {
      socket.on('error', () => socket.destroy())
      socket.write(upload)
      return String(await once(socket, 'data'))
    })
    // The others wait for the bodies that they were announced.
    expect(await Promise.any(firstLines)).toContain('HTTP/1.1 429')
    for (const socket of sockets) socket.destroy()
  })
})

describe('given few requests for one caller', () => {
  let router: { port: number }
  let bff: FakeUpstream
  beforeAll(async () => {
    bff = await startFakeUpstream()
    const few = { REQUESTS_PER_SECOND: '1', REQUEST_BURST: '2', TRUSTED_PROXY: '127.0.0.1' }
    const started = await startRouterTo(bff.address, few)
    router = started
    return async () => {
      for (const each of [started, bff]) await each.stop()
    }
  })

  /** Asks once from each of two addresses, as a proxy in front names them, and then twice more, all at once. */
  async function askFrom(addresses: readonly [string, string]): Promise<number[]> {
    const ask = async (address: string) => {
      const headers = { 'x-forwarded-for': address }
      return (await send(router.port, { host: staffHost, path: call, headers })).status
    }
    const first = [await ask(addresses[0]), await ask(addresses[1])]
    // At once, so that the rate does not let them pass one after the other.
    return [...first, ...(await Promise.all([...addresses, ...addresses].map(ask)))]
  }

  test.each([
    ['2001:db8:1:2::a', '2001:db8:1:2:ffff::b'],
    ['2001:db8:a0a:d0a::a', '2001:db8:a0a:d0a::b'],
    ['2001:db8::a', '2001:db8:0:0:b::'],
  ] as const)(
    'when %s and %s ask in turn, they are counted as one, and the bff is told each whole',
    async (...pair) => {
      expect(await askFrom(pair)).toContain(429)
      const told = bff.received.map(({ headers }) => headers['x-forwarded-for'])
      expect(told).toEqual(expect.arrayContaining(pair))
    },
  )

  test.each([
    ['2001:db8:1:3::a', '2001:db8:1:4::a'],
    ['::ffff:198.51.100.1', '::ffff:198.51.100.2'],
    ['198.51.100.3', '198.51.100.4'],
  ] as const)('when %s and %s ask in turn, each is counted by itself', async (...pair) => {
    expect(await askFrom(pair)).not.toContain(429)
  })
})
