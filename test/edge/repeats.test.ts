import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Message, send, textOf } from '@agency/test-kit/nginx/send'
import Type from 'typebox'
import { Value } from 'typebox/value'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { root } from '../../scripts/repository.ts'
import { type Received, startFakeUpstream } from './kit/fake-upstream.ts'
import { clientHost, staffHost } from './kit/hosts.ts'
import { startRouterTo } from './kit/own-router.ts'

const key = { 'idempotency-key': '"8e03978e-40d5-43dd-bc93-6894a57f9324"' }
const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'multipart/form-data; boundary=part' }
const body = JSON.stringify({ client_first_name: 'Inês', notes: 'x'.repeat(100_000) })
const path = '/admin/_api/clients?limit=1'

const ofClient = { host: clientHost, path: '/session/_api/session/x/consent' }

const repeated: [string, Partial<Message>][] = [
  ['GET', {}],
  ['HEAD', { method: 'HEAD' }],
  ['PUT', { method: 'PUT', headers: json, body }],
  ['DELETE', { method: 'DELETE' }],
  ['POST with a key', { method: 'POST', headers: { ...json, ...key }, body }],
  ['POST with a key and nothing in it', { method: 'POST', headers: key }],
  ['POST of a client with a key', { ...ofClient, method: 'POST', headers: { ...json, ...key }, body }],
]
const sentOnce: [string, Partial<Message>][] = [
  ['POST without a key', { method: 'POST', headers: json, body }],
  ['POST with an empty key', { method: 'POST', headers: { ...json, 'idempotency-key': '' }, body }],
  ['PATCH', { method: 'PATCH', headers: { ...json, ...key }, body }],
  ['upload', { method: 'POST', path: '/admin/_api/upload/some-id', headers: { ...form, ...key }, body }],
]

/** One bff at many addresses: so none of them fails so often that it is left alone. */
const bff = { received: [] as Received[], cutsNext: false }
let cutPort: number
let refusedPort: number

const answering: Parameters<typeof startFakeUpstream>[0] = (request, response) => {
  bff.received.push(request)
  if (bff.cutsNext) response.destroy()
  else response.setHeader('content-type', 'application/json').end('{}')
  bff.cutsNext = false
}

beforeAll(async () => {
  const replicas = await Promise.all(Array.from({ length: 12 }, () => startFakeUpstream(answering)))
  const addresses = replicas.map(({ address }) => address)
  const cut = await startRouterTo('127.0.0.1:1', { BFF_ADDRESSES: addresses.join() })
  const gone = addresses.map((address, n) => `127.0.0.${n + 2}:1 ${address}`)
  const refused = await startRouterTo('127.0.0.1:1', { BFF_ADDRESSES: gone.join(' ') })
  cutPort = cut.port
  refusedPort = refused.port
  return async () => {
    for (const each of [cut, refused, ...replicas]) await each.stop()
  }
})
beforeEach(() => {
  bff.received = []
})

describe('given a bff that is cut off after it took a call', () => {
  beforeEach(() => {
    bff.cutsNext = true
  })

  test.each(repeated)(
    'when it was %s, another one is asked the same, and the caller notices nothing',
    async (_, message) => {
      const answer = await send(cutPort, { host: staffHost, path, ...message })
      expect(answer.status).toBe(200)
      const [first, second, ...others] = bff.received
      expect(second).toEqual(first)
      expect(others).toEqual([])
      expect(second).toMatchObject({ url: message.path ?? path, body: message.body ?? '' })
      expect(second?.headers['idempotency-key']).toBe(message.headers?.['idempotency-key'])
    },
  )

  test.each(sentOnce)('when it was %s, no other bff is asked, and the caller gets 502', async (_, message) => {
    const answer = await send(cutPort, { host: staffHost, path, ...message })
    expect(answer.status).toBe(502)
    expect(JSON.parse(textOf(answer))).toMatchObject({ code: 'CORE_UNREACHABLE' })
    expect(bff.received).toHaveLength(1)
  })
})

describe('given a bff that is not there', () => {
  test.each([...repeated, ...sentOnce])(
    'when it was %s, another one is asked: nothing was sent yet',
    async (_, message) => {
      // One of two meets an address where nobody is.
      for (const _attempt of [1, 2]) {
        const answer = await send(refusedPort, { host: staffHost, path, ...message })
        expect(answer.status).toBe(200)
      }
      expect(bff.received.map(({ body }) => body)).toEqual([message.body ?? '', message.body ?? ''])
    },
  )
})

const Description = Type.Object({
  paths: Type.Record(
    Type.String(),
    Type.Record(
      Type.String(),
      Type.Object({ requestBody: Type.Optional(Type.Object({ content: Type.Record(Type.String(), Type.Unknown()) })) }),
    ),
  ),
})

describe('given the calls that take a file', () => {
  const description = JSON.parse(readFileSync(join(root, 'packages/contract/openapi.json'), 'utf8'))
  const calls = Object.entries(Value.Parse(Description, Value.Clean(Description, description)).paths)
    .flatMap(([url, methods]) =>
      Object.entries(methods).map(([method, { requestBody }]) => ({ url, method, requestBody })),
    )
    .filter(({ requestBody }) => requestBody && 'multipart/form-data' in requestBody.content)
    .map(({ url, method }) => [method.toUpperCase(), url.replaceAll(/\{\w+\}/g, 'some-id')] as const)

  test('when the description of the API is read, there are some', () => {
    expect(calls.length).toBeGreaterThan(2)
  })

  test.each(calls)('when %s %s gets more than a small body may be, it is let through', async (method, url) => {
    const large = 'x'.repeat(1_500_000)
    const upload = { method, headers: form, body: large }
    expect((await send(cutPort, { host: staffHost, path: `/admin/_api${url}`, ...upload })).status).toBe(200)
    expect((await send(cutPort, { host: clientHost, path: `/session/_api${url}`, ...upload })).status).toBe(200)
    const refused = await send(cutPort, { host: staffHost, path: `/admin/_api${url}`, ...upload, headers: json })
    expect(refused.status).toBe(413)
    expect(bff.received.map(({ body: { length } }) => length)).toEqual([large.length, large.length])
  })
})

test('given a path with awkward characters, when a call is proxied in each way, the bff reads the same path', async () => {
  const awkward = '/admin/_api/./clients/%3Fa%23b%25%20c%C3%A3/x?q=%2F%3F&r=a%20b'
  for (const headers of [{}, key]) await send(cutPort, { host: staffHost, path: awkward, method: 'POST', headers })
  const expected = '/admin/_api/clients/%3Fa%23b%25%20c%C3%A3/x?q=%2F%3F&r=a%20b'
  expect(bff.received.map(({ url }) => url)).toEqual([expected, expected])
})

test('given bffs that all failed a moment ago, when one is back, then it is asked at once, and not left alone like the others', async () => {
  let away = true
  const pair = await Promise.all(
    [1, 2].map(() =>
      startFakeUpstream((_request, response) => {
        if (away) response.destroy()
        else response.setHeader('content-type', 'application/json').end('{}')
      }),
    ),
  )
  const router = await startRouterTo('127.0.0.1:1', { BFF_ADDRESSES: pair.map(({ address }) => address).join() })
  onTestFinished(async () => {
    for (const each of [router, ...pair]) await each.stop()
  })
  const ask = async () => (await send(router.port, { host: staffHost, path })).status
  expect([await ask(), await ask(), await ask()]).toEqual([502, 502, 502])
  away = false
  expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 200])
})

describe('given bffs of which one has other settings', () => {
  test.each([
    [staffHost, '/admin/_api/agency/'],
    [clientHost, '/session/_api/agency/'],
  ])('when a page on %s names a logo, the one that knows it is found; what none knows is 404', async (host, folder) => {
    const knows: Parameters<typeof startFakeUpstream>[0] = ({ url }, response) => {
      response.statusCode = url === `${folder}logo-new.svg` ? 200 : 404
      response.end()
    }
    const [older, newer] = [
      await startFakeUpstream((_, response) => void response.writeHead(404).end()),
      await startFakeUpstream(knows),
    ]
    const router = await startRouterTo('127.0.0.1:1', { BFF_ADDRESSES: `${older.address},${newer.address}` })
    onTestFinished(async () => {
      for (const each of [router, older, newer]) await each.stop()
    })
    for (let n = 0; n < 6; n++) {
      expect((await send(router.port, { host, path: `${folder}logo-new.svg` })).status).toBe(200)
      expect((await send(router.port, { host, path: `${folder}logo-gone.svg` })).status).toBe(404)
    }
  })
})
