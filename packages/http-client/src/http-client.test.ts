import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isUnanswered } from './call-error.ts'
import { createHttpClient, sendOnce } from './http-client.ts'
import { retryPause } from './retry-policy.ts'

interface Sent {
  readonly key: string | null
  readonly body: string
}

const client = createHttpClient({ prefix: 'http://product.example/_api' })
const noAnswer = () => Promise.reject(new TypeError('fetch failed'))
const answer = (status: number, body: object) => async () => Response.json(body, { status })
const emptyAnswer = (status: number) => async () => new Response(null, { status })
const provider = answer(502, { code: 'ESIGN_FAILED', message: 'x' })
const scanner = answer(503, { code: 'SCANNER_UNAVAILABLE', message: 'x' })

/** Gives these answers in turn, then 200. Returns what was sent. */
function answerWith(...answers: (() => Promise<Response>)[]): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push({ key: request.headers.get('Idempotency-Key'), body: await request.text() })
    const next = answers.shift() ?? answer(200, { well: true })
    return next()
  })
  return sent
}

/** The result of a call, or its error, once all its retries are over. */
async function settled<Result>(call: PromiseLike<Result>): Promise<Result | Error> {
  const result = Promise.resolve(call).catch((error: Error) => error)
  await vi.runAllTimersAsync()
  return result
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe.each(['post', 'put', 'patch', 'delete', 'get'] as const)('%s', (method) => {
  test('given no answer and then an outage, when a call is made, then it is retried, a POST with the same key', async () => {
    const sent = answerWith(noAnswer, emptyAnswer(503))

    expect(await settled(client[method]('thing').json())).toEqual({ well: true })

    expect(sent).toHaveLength(3)
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
    expect(sent[0]?.key).toEqual(method === 'post' ? expect.stringMatching(/^"[0-9a-f]{32}"$/) : null)
  })

  if (method !== 'get')
    test('given no answer, when a call with a body is made, then each try sends it', async () => {
      const sent = answerWith(noAnswer, noAnswer)

      await settled(client[method]('thing', { json: { name: 'São' } }).json())

      expect(sent.map(({ body }) => body)).toEqual(Array.from({ length: 3 }, () => '{"name":"São"}'))
    })

  test('given a long outage, when a call is made, then it fails after two retries', async () => {
    const sent = answerWith(emptyAnswer(502), emptyAnswer(503), emptyAnswer(504))

    const failure = await settled(client[method]('thing'))

    expect(failure).toMatchObject({ response: { status: 504 } })
    expect(isUnanswered(failure)).toBe(true)
    expect(sent).toHaveLength(3)
  })

  test('given no network, when a call is made, then it fails after two retries as unanswered', async () => {
    const sent = answerWith(noAnswer, noAnswer, noAnswer)

    expect(isUnanswered(await settled(client[method]('thing')))).toBe(true)
    expect(sent).toHaveLength(3)
  })

  test('given a probe, when nothing answers, then it is sent once', async () => {
    const sent = answerWith(emptyAnswer(503))

    expect(await settled(client[method]('thing', { context: sendOnce }))).toBeInstanceOf(Error)

    expect(sent).toHaveLength(1)
  })

  test.each([
    ['a refusal', emptyAnswer(409)],
    ['an error of the server', emptyAnswer(500)],
    ['a reported failure of the e-signature provider', provider],
    ['a reported failure of the virus scanner', scanner],
  ])('given %s, when a call is made, then it is sent once and counts as answered', async (_case, given) => {
    const sent = answerWith(given)

    const failure = await settled(client[method]('thing'))

    expect(failure).toBeInstanceOf(Error)
    expect(isUnanswered(failure)).toBe(false)
    expect(sent).toHaveLength(1)
  })
})

test.each(['get', 'post'] as const)(
  'given a %s that is answered with 204, whose body is an empty stream in Chromium, when sent, then it succeeds',
  async (method) => {
    answerWith(async () => {
      const answer = new Response(null, { status: 204 })
      Object.defineProperty(answer, 'body', {
        value: new ReadableStream({ start: (controller) => controller.close() }),
      })
      return answer
    })

    expect((await client[method]('thing')).status).toBe(204)
  },
)

describe.each(['get', 'post'] as const)('%s, whose answer is cut off', (method) => {
  const firstChunk = new TextEncoder().encode('{"well":')
  /** An answer that ends like a lost connection after its first chunk. */
  const cutOff = async () => {
    let isFirst = true
    return new Response(
      new ReadableStream<Uint8Array>({
        pull(controller) {
          if (isFirst) controller.enqueue(firstChunk)
          else controller.error(new TypeError('network error'))
          isFirst = false
        },
      }),
    )
  }

  test.each([
    ['json()', () => client[method]('thing').json()],
    ['blob()', () => client[method]('thing').blob()],
    ['the answer', async () => (await client[method]('thing')).blob()],
  ])('given a lost connection, when %s is read, then it was sent once and counts as unanswered', async (_how, read) => {
    const sent = answerWith(cutOff)

    expect(isUnanswered(await settled(read()))).toBe(true)
    expect(sent).toHaveLength(1)
  })
})

test('given two presses of a button, when both are sent, then each has a key of its own', async () => {
  const sent = answerWith()

  await settled(Promise.all([client.post('thing'), client.post('thing')]))

  expect(new Set(sent.map(({ key }) => key)).size).toBe(2)
})

test('given a call between two retries, when it is aborted, then it is not sent again', async () => {
  const sent = answerWith(noAnswer)
  const screen = new AbortController()
  const call = client
    .get('thing', { signal: screen.signal })
    .json()
    .catch((error: Error) => error)
  await vi.advanceTimersByTimeAsync(retryPause(1) - 1)
  screen.abort(new Error('left'))
  await vi.runAllTimersAsync()

  expect(await call).toBeInstanceOf(Error)
  expect(sent).toHaveLength(1)
})

test('given a caller that knows a repeat, when it POSTs twice, then both have the key that it names', async () => {
  const sent = answerWith()
  const repeating = createHttpClient({ prefix: 'http://product.example/_api', keyOf: (_address, body) => `"${body}"` })

  await settled(repeating.post('thing', { body: 'one-dialog' }).json())
  await settled(repeating.post('thing', { body: 'one-dialog' }).json())

  expect(sent.map(({ key }) => key)).toEqual(['"one-dialog"', '"one-dialog"'])
})
