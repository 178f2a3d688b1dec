import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { connect } from 'node:tls'
import { beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { type FakeUpstream, startFakeUpstream } from './kit/fake-upstream.ts'
import { clientHost, staffHost } from './kit/hosts.ts'
import { startRouterTo } from './kit/own-router.ts'
import { sendRawHttp2 } from './kit/raw-http2.ts'

const { tlsSettings } = inject('deployment')
let bff: FakeUpstream
let port: number

beforeAll(async () => {
  bff = await startFakeUpstream()
  const router = await startRouterTo(bff.address, tlsSettings)
  port = router.tlsPort
  return async () => {
    await router.stop()
    await bff.stop()
  }
})
beforeEach(() => {
  bff.received.length = 0
})

const outer = '/session/_api/outer'
const hidden = `GET /session/_api/hidden HTTP/1.1\r\nHost: ${clientHost}\r\n\r\n`
const start = `POST ${outer} HTTP/1.1\r\nHost: ${clientHost}\r\n`

/** Sends bytes, and reads until the server ends the connection; statuses of all answers, in order. */
async function exchange(bytes: string): Promise<number[]> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] })
  await once(socket, 'secureConnect')
  socket.write(bytes, 'latin1')
  // Whatever is taken for a request of its own would be answered before this one, which ends the connection.
  socket.write(`GET /session/_api/last HTTP/1.1\r\nHost: ${clientHost}\r\nConnection: close\r\n\r\n`)
  const answers = await text(socket)
  return [...answers.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))
}

/** What came through, without the request that only ends the connection. */
const forwarded = () => bff.received.filter(({ url }) => url !== '/session/_api/last')

describe('given a request of which it is not clear where it ends', () => {
  test.each([
    ['two lengths', `Content-Length: 5\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`, 400],
    ['the same length twice', `Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello${hidden}`, 400],
    ['two lengths in one', `Content-Length: 0, ${hidden.length}\r\n\r\n${hidden}`, 400],
    ['a signed length', `Content-Length: +5\r\n\r\nhello${hidden}`, 400],
    ['a negative length', `Content-Length: -5\r\n\r\nhello${hidden}`, 400],
    ['a length in hexadecimal', `Content-Length: 0x5\r\n\r\nhello${hidden}`, 400],
    ['a length that is too large to be one', `Content-Length: 99999999999999999999\r\n\r\n${hidden}`, 400],
    ['a length with a space before its colon', `Content-Length : 5\r\n\r\nhello${hidden}`, 400],
    ['a length and chunks', `Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`, 400],
    ['chunks and a length', `Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${hidden}`, 400],
    ['an unknown encoding', `Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`, 501],
    ['chunks in another encoding', `Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n${hidden}`, 501],
    ['chunks that are identity', `Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`, 501],
    ['a vertical tab before the encoding', `Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n${hidden}`, 501],
    ['an encoding with a space before its colon', `Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`, 400],
    ['an encoding after a space', `X: x\r\n Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`, 400],
    ['an encoding after a lone CR', `X: x\rTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`, 400],
    ['an encoding after a zero', `X: x\0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`, 400],
    ['a name with a space', `X Y: x\r\nContent-Length: 5\r\n\r\nhello${hidden}`, 400],
    ['another version', `Content-Length: 5\r\n\r\nhello`, 505],
  ])('when it has %s, it is refused, and nothing is forwarded', async (name, rest, status) => {
    const first = name === 'another version' ? start.replace('HTTP/1.1', 'HTTP/2.0') : start
    expect(await exchange(first + rest)).toEqual([status])
    expect(bff.received).toEqual([])
  })

  test.each([
    ['well', '5\r\nhello\r\n0\r\n\r\n', 411],
    ['with an extension', '5;a=b\r\nhello\r\n0\r\n\r\n', 411],
    ['with lines in an extension', `5;a="\r\n${hidden}"\r\nhello\r\n0\r\n\r\n`, 400],
    ['with a size that is no number', `5x\r\nhello\r\n0\r\n\r\n${hidden}`, 400],
    ['with a size beyond all numbers', `fffffffffffffffff\r\nhello\r\n0\r\n\r\n${hidden}`, 400],
    ['with a size in another notation', `0x5\r\nhello\r\n0\r\n\r\n${hidden}`, 400],
    ['with more than its size', `5\r\nhello${hidden}0\r\n\r\n`, 400],
  ])('when it comes in chunks, %s, nothing of it is forwarded', async (_, chunks, status) => {
    const [first] = await exchange(`${start}Transfer-Encoding: chunked\r\n\r\n${chunks}`)
    expect(first).toBe(status)
    expect(forwarded()).toEqual([])
  })
})

describe('given a request that can be read in one way alone', () => {
  test.each([
    [
      'lines that end in LF',
      `POST ${outer} HTTP/1.1\nHost: ${clientHost}\nContent-Length: ${hidden.length}\n\n${hidden}`,
    ],
    [
      'headers with underscores',
      `${start}Content_Length: 0\r\nTransfer_Encoding: chunked\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
    ],
    [
      'a body with GET',
      `GET ${outer} HTTP/1.1\r\nHost: ${clientHost}\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
    ],
    [
      'an upgrade',
      `${start}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
    ],
    [
      'headers of a connection',
      `${start}Connection: close, X-Forwarded-For, Content-Length\r\nKeep-Alive: 5\r\nTE: trailers\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
    ],
  ])('when it has %s, the bff gets it as one request, with one length', async (_, bytes) => {
    await exchange(bytes)
    const [request, ...more] = forwarded()
    expect(more).toEqual([])
    expect(request).toMatchObject({ url: outer, body: hidden })
    const names = request?.rawHeaders.filter((_header, n) => n % 2 === 0).map((name) => name.toLowerCase()) ?? []
    expect(
      names.filter((name) => /^(?:content.length|transfer.encoding|connection|upgrade|te|keep-alive)$/.test(name)),
    ).toEqual(['content-length'])
  })

  test('when it has two hosts, the bff sees one at most', async () => {
    const statuses = await exchange(
      `GET /admin/_api/outer HTTP/1.1\r\nHost: ${clientHost}\r\nHost: ${staffHost}\r\n\r\n`,
    )
    expect([400, 302]).toContain(statuses[0])
    expect(forwarded()).toEqual([])
  })
})

describe('given a request of HTTP/2 that HTTP/1.1 would read in another way', () => {
  const usual = [
    [':method', 'POST'],
    [':path', outer],
    [':scheme', 'https'],
    [':authority', clientHost],
  ] as const
  const changed = (name: string, value: string) =>
    usual.map((each) => (each[0] === name ? ([name, value] as const) : each))

  test('when nothing is wrong with it, it is forwarded', async () => {
    await sendRawHttp2(port, [...usual, ['content-length', '5']], 'hello')
    expect(bff.received).toMatchObject([{ url: outer, body: 'hello' }])
  })

  test.each([
    ['an encoding', [...usual, ['transfer-encoding', 'chunked']]],
    ['a length that is too short', [...usual, ['content-length', '5']]],
    ['a length that is too long', [...usual, ['content-length', '500']]],
    ['two lengths', [...usual, ['content-length', '5'], ['content-length', String(hidden.length)]]],
    ['lines in a value', [...usual, ['x', 'x\r\nTransfer-Encoding: chunked']]],
    ['lines in a name', [...usual, ['x: x\r\ntransfer-encoding', 'chunked']]],
    ['a name in capitals', [...usual, ['Content-Length', '0']]],
    ['lines in its path', changed(':path', `${outer} HTTP/1.1\r\nX: x`)],
    ['a space in its method', changed(':method', `GET ${outer}`)],
    ['lines in its host', changed(':authority', `${clientHost}\r\nX: x`)],
    ['a path that is none', changed(':path', 'outer')],
    ['two paths', [...usual, [':path', '/session/_api/hidden']]],
  ] satisfies [string, (readonly [string, string])[]][])('when it has %s, nothing is forwarded', async (_, headers) => {
    await sendRawHttp2(port, headers, hidden)
    expect(bff.received).toEqual([])
  })

  test('when it has headers of a connection, they are not forwarded', async () => {
    const connection = [
      ['connection', 'transfer-encoding'],
      ['upgrade', 'h2c'],
      ['te', 'gzip'],
    ] as const
    await sendRawHttp2(port, [...usual, ...connection, ['content-length', '5']], 'hello')
    expect(bff.received.length).toBeLessThan(2)
    for (const { headers } of bff.received)
      expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['upgrade']))
  })
})
