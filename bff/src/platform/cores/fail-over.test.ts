import type { InjectOptions } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startFakeCore } from '../../../test/fake-core.ts'
import { secrets } from '../../../test/start-bff.ts'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'

const key = '"01a1fe2c-2b2e-7171-b77b-9bdc9c23fc5b"'
const keyed = { 'idempotency-key': key }

type FakeCore = Awaited<ReturnType<typeof startFakeCore>>
let one: FakeCore
let two: FakeCore
let app: Awaited<ReturnType<typeof buildApp>>

beforeEach(async () => {
  // A core-api that failed stays marked down, however long the calls take.
  vi.useFakeTimers({ toFake: ['Date'] })
  one = await startFakeCore()
  two = await startFakeCore()
  app = await buildApp(readConfig({ ...secrets, CORE_URL: `${one.url}, ${two.url}`, LOG_LEVEL: 'silent' }))
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
  await one.close()
  await two.close()
})

const ask = (method: InjectOptions['method'], options: InjectOptions = {}) =>
  app.inject({ method: method ?? 'GET', url: '/admin/_api/clients', ...options })
/** Twice what it takes for each to have had its turn. */
const askFourTimes = async (method: InjectOptions['method'], options?: InjectOptions) => {
  const answers: number[] = []
  for (let n = 0; n < 4; n++) answers.push((await ask(method, options)).statusCode)
  return answers
}
const urls = ({ received }: FakeCore) => received.map(({ method, url }) => `${method} ${url}`)
const well = [200, 200, 200, 200]
const body = { payload: { client_last_name: 'Gonçalves' } }

async function upload(): Promise<InjectOptions> {
  const form = new FormData()
  form.set('documents', new Blob(['x'.repeat(300_000)]), 'note.txt')
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const payload = Buffer.from(await request.arrayBuffer())
  return {
    url: '/admin/_api/upload/1',
    payload,
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  }
}

describe('two core-apis', () => {
  it('given both answer, when calls come, then they go round @full', async () => {
    expect(await askFourTimes('GET')).toEqual(well)
    expect([one.received.length, two.received.length]).toEqual([2, 2])
  })

  it.each<[InjectOptions['method'], InjectOptions]>([
    ['GET', {}],
    ['DELETE', {}],
    ['PUT', body],
    ['POST', body],
    ['POST', {}],
  ])('given one is gone, when a %s comes, then the other answers, since nothing was sent', async (method, options) => {
    await one.close()
    expect(await askFourTimes(method, options)).toEqual(well)
    expect(two.received).toHaveLength(4)
  })

  it('given one is gone, when an upload comes, then the other has all of it', async () => {
    await one.close()
    const sent = await upload()
    expect(await askFourTimes('POST', sent)).toEqual(well)
    expect(two.received.map((call) => call.body.length)).toEqual(well.map(() => sent.payload?.toString().length))
  })

  it.each<[string, InjectOptions['method'], InjectOptions]>([
    ['GET', 'GET', {}],
    ['HEAD', 'HEAD', {}],
    ['DELETE', 'DELETE', {}],
    ['PUT', 'PUT', body],
    ['PATCH', 'PATCH', body],
    ['POST with a key', 'POST', { ...body, headers: keyed }],
  ])('given one cuts calls off, when a %s comes, then the other is sent the same', async (_name, method, options) => {
    one.answerWith(() => 'cut off')
    expect(await askFourTimes(method, options)).toEqual(well)
    expect(one.received).toHaveLength(1)
    expect(two.received).toHaveLength(4)
    const [first] = one.received
    expect(two.received.every((call) => call.body === first?.body && call.url === first.url)).toBe(true)
    expect(two.received[0]?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
  })

  it('given one cuts calls off, when a POST without a key comes, then 502 and the other is not sent it', async () => {
    for (const core of [one, two]) core.answerWith(() => 'cut off')
    const answer = await ask('POST', body)
    expect([answer.statusCode, answer.json().code]).toEqual([502, 'CORE_UNREACHABLE'])
    expect(one.received.length + two.received.length).toBe(1)
  })

  it('given an upload that is cut off, when it had a key, then 502: it was not kept and cannot be sent again', async () => {
    for (const core of [one, two]) core.answerWith(() => 'cut off')
    const sent = await upload()
    const answer = await ask('POST', { ...sent, headers: { ...sent.headers, ...keyed } })
    expect(answer.statusCode).toBe(502)
    expect(one.received.length + two.received.length).toBe(1)
  })

  it.each([500, 502, 503])('given one answers %i, when asked, then that is the answer', async (status) => {
    for (const core of [one, two]) core.answerWith(() => ({ status, body: { code: 'UNAVAILABLE', message: 'x' } }))
    expect(await askFourTimes('GET')).toEqual(well.map(() => status))
    expect(one.received.length + two.received.length).toBe(4)
  })

  it('given all cut a call off, when it may be repeated, then each is asked once and the answer is 502', async () => {
    for (const core of [one, two]) core.answerWith(() => 'cut off')
    expect((await ask('GET')).json().code).toBe('CORE_UNREACHABLE')
    expect([urls(one), urls(two)]).toEqual([['GET /clients'], ['GET /clients']])
  })
})

describe('the calls that this service makes itself', () => {
  const login = { url: '/admin/_api/admin/login', payload: { username: 'ana', password: 'x' } }
  const admin = { first_name: 'Ana', last_name: 'Lima', username: 'ana', role: 'standard' }
  const admin_session = { id: '01a1fe2c-2b2e-7171-b77b-9bdc9c23fc5b', expires_at: '2100-01-01T00:00:00Z' }
  const accept = (core: FakeCore) =>
    core.answerWith(() => ({ status: 200, body: { success: true, admin, admin_session } }))

  it('given one is gone, when staff log in, then the other answers', async () => {
    await one.close()
    accept(two)
    expect(await askFourTimes('POST', login)).toEqual(well)
  })

  it('given one cuts calls off, when staff log in with a key, then the other answers', async () => {
    one.answerWith(() => 'cut off')
    accept(two)
    expect(await askFourTimes('POST', { ...login, headers: keyed })).toEqual(well)
    expect(one.received).toHaveLength(1)
  })

  it('given calls are cut off, when staff log in without a key, then 502 and no other is asked', async () => {
    for (const core of [one, two]) core.answerWith(() => 'cut off')
    expect((await ask('POST', login)).statusCode).toBe(502)
    expect(one.received.length + two.received.length).toBe(1)
  })

  it('given one that is not ready, or gone, when asked for readiness, then ready as long as another is', async () => {
    const stopping = { status: 503, body: { code: 'UNAVAILABLE', message: 'The service is stopping.' } }
    const ready = async () => (await app.inject({ url: '/readyz' })).statusCode
    one.answerWith(() => stopping)
    expect([await ready(), await ready()]).toEqual([200, 200])
    two.answerWith(() => stopping)
    expect(await ready()).toBe(503)
    await two.close()
    one.answerWith(() => ({ status: 200, body: {} }))
    expect([await ready(), await ready()]).toEqual([200, 200])
    await one.close()
    expect(await ready()).toBe(502)
  })

  it('given clocks that differ from this one’s, when asked for readiness, then ready as long as one agrees; else 503 says by how much', async () => {
    const ready = () => app.inject({ url: '/readyz' })
    const answerAt = (seconds: number) => () => ({
      status: 200,
      body: { status: 'ok', failing: ['disk'] },
      headers: { date: new Date(Date.now() + seconds * 1000).toUTCString() },
    })
    one.answerWith(answerAt(-60))
    two.answerWith(answerAt(5))
    for (const answer of [await ready(), await ready()]) {
      expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok', failing: ['disk'] }])
    }
    two.answerWith(answerAt(60))
    const answer = await ready()
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'CLOCK_SKEW'])
    expect(answer.json().message).toMatch(/differ by (59|6\d) seconds/)
  })
})

it.each(['x', '"short"', 'not-in-quotes-at-all', '"it has spaces in it"'])(
  'given %s for a key, when sent, then 400 and no core is asked',
  async (rubbish) => {
    const answer = await ask('POST', { ...body, headers: { 'idempotency-key': rubbish } })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'INVALID_INPUT'])
    expect(one.received.length + two.received.length).toBe(0)
  },
)

it.each(['', 'core:8081', 'http://core-1:8081,', 'http://core-1:8081 http://core-2:8081', 'http://core-1/path'])(
  'given %s for CORE_URL, when the settings are read, then it is refused, or the default where there is none',
  (CORE_URL) => {
    const read = () => readConfig({ ...secrets, CORE_URL })
    if (CORE_URL === '') expect(read().coreUrls).toEqual(['http://127.0.0.1:8081'])
    else expect(read).toThrow('CORE_URL')
  },
)
