// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { preparePdf, takeWorker } from './prepared-pdf.ts'

vi.mock('./pdf-document.ts', async () => (await import('./testing/fake-pdf.ts')).fakePdf())

const made: FakeWorker[] = []

/** A worker of the browser, which jsdom lacks. */
class FakeWorker extends EventTarget {
  terminate = vi.fn()
  constructor() {
    super()
    made.push(this)
  }
}

beforeEach(() => {
  made.length = 0
  vi.stubGlobal('Worker', FakeWorker)
})
afterEach(() => {
  takeWorker()
  vi.unstubAllGlobals()
})

test('given a screen before a PDF, when it is prepared twice, then one worker is started, for one PDF', async () => {
  preparePdf()
  preparePdf()
  expect(made).toHaveLength(1)

  const started = takeWorker()
  made[0]?.dispatchEvent(new Event('message'))

  expect(await started?.isReady).toBe(true)
  expect(started?.worker).toBe(made[0])
  expect(takeWorker()).toBeUndefined()
})

test('given a worker that could not be loaded, when the next PDF is prepared, then another one is started', async () => {
  preparePdf()
  made[0]?.dispatchEvent(new Event('error'))
  await vi.waitFor(() => expect(made[0]?.terminate).toHaveBeenCalledOnce(), { timeout: 20_000 })
  expect(takeWorker()).toBeUndefined()

  preparePdf()

  expect(takeWorker()?.worker).toBe(made[1])
})

test('given a browser without workers of that kind, when a PDF is prepared, then nothing fails', () => {
  vi.stubGlobal('Worker', undefined)

  expect(preparePdf).not.toThrow()
  expect(takeWorker()).toBeUndefined()
})
