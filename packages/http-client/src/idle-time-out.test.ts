import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchWithIdleTimeOut, IdleTimeOutError, idleTimeOut } from './idle-time-out.ts'

type Fetch = typeof fetch
type Part = ReadableStreamDefaultController<Uint8Array>

const asData = { headers: { Accept: 'application/json' } }
const part = (text: string) => new TextEncoder().encode(text)

/** As in browsers, the call and the read of its body fail with the reason of the signal. */
function answerWith(answer: (signal: AbortSignal) => Promise<Response>): void {
  const answered: Fetch = (_, init) => {
    const signal = init?.signal
    if (!signal) throw new Error('The call can’t be aborted.')
    const broken = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    return Promise.race([answer(signal), broken])
  }
  vi.stubGlobal('fetch', answered)
}

/** Begins its answer at once; the test sends the parts. */
function answerInParts(): { readonly send: (text: string) => void; readonly end: () => void } {
  let body: Part | undefined
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      body = controller
    },
  })
  answerWith(async () => new Response(stream, { status: 206, headers: { 'X-Total-Count': '7' } }))
  return { send: (text) => body?.enqueue(part(text)), end: () => body?.close() }
}

const read = (init = {}) => fetchWithIdleTimeOut(new Request('http://product.example/thing', init))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  ['data', asData, idleTimeOut.data],
  ['a file', {}, idleTimeOut.file],
])(
  'given a server that never answers, when %s is read, then it fails after the idle time-out',
  async (_, init, wait) => {
    const aborted = vi.fn()
    answerWith(async (signal) => {
      signal.addEventListener('abort', aborted)
      return new Promise(() => undefined)
    })
    const failed = vi.fn()
    const reading = read(init).catch(failed)

    await vi.advanceTimersByTimeAsync(wait - 1)
    expect(failed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await reading

    expect(failed).toHaveBeenCalledWith(expect.any(IdleTimeOutError))
    expect(aborted).toHaveBeenCalledOnce()
  },
)

test('given a slow connection, when chunks keep arriving, then the whole body is read', async () => {
  const { send, end } = answerInParts()
  const response = await read()
  const text = response.text()
  for (const letter of 'slow') {
    await vi.advanceTimersByTimeAsync(idleTimeOut.file - 1_000)
    send(letter)
  }
  end()

  expect(await text).toBe('slow')
  expect(response.status).toBe(206)
  expect(response.headers.get('X-Total-Count')).toBe('7')
  await vi.runAllTimersAsync()
})

test('given an answer that stalls, when its body is read, then reading fails', async () => {
  const { send } = answerInParts()
  const failed = vi.fn()
  const reading = read(asData).then((response) => response.text().catch(failed))
  await vi.advanceTimersByTimeAsync(10)
  send('{')
  await vi.advanceTimersByTimeAsync(idleTimeOut.data)
  await reading

  expect(failed).toHaveBeenCalledWith(expect.any(IdleTimeOutError))
})

test('given an answer without a body, when it is read, then it is returned', async () => {
  answerWith(async () => new Response(null, { status: 204 }))

  expect((await read()).status).toBe(204)
})

test('given an aborted read, when the idle time-out has not passed, then it fails with the reason of the abort', async () => {
  answerWith(() => new Promise(() => undefined))
  const screen = new AbortController()
  const failed = vi.fn()
  const reading = read({ signal: screen.signal }).catch(failed)
  screen.abort(new Error('left'))
  await reading

  expect(failed).toHaveBeenCalledWith(expect.objectContaining({ message: 'left' }))
})
