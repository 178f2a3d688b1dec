import { createInstance } from '@module-federation/runtime'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Fallbacks, resilientRemotes } from './remotes.ts'

const entry = 'https://ui.example/remoteEntry.js'
const served = { Button: 'from the server' }
const kept = { Button: 'from the app' }
const fallbacks: Fallbacks = { Button: async () => kept }

function container(modules: Record<string, object>) {
  return {
    init: () => undefined,
    get: (expose: string) => {
      const module = modules[expose]
      if (!module) throw new Error(`no ${expose}`)
      return () => Promise.resolve(module)
    },
  }
}

let hosts = 0

function host(importEntry: (address: string) => Promise<ReturnType<typeof container>>, own: Fallbacks = {}) {
  hosts += 1
  return createInstance({
    name: `host_${hosts}`,
    remotes: [{ name: 'shared_ui', alias: 'shared-ui', type: 'module', entry: `${entry}#${hosts}` }],
    plugins: [resilientRemotes({ fallbacks: own, importEntry })],
  })
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('resilientRemotes', () => {
  test('given a server that answers, when a component is loaded, then it is the served one', async () => {
    const app = host(async () => container({ './Button': served }), fallbacks)

    await expect(app.loadRemote('shared-ui/Button')).resolves.toEqual(served)
  })

  test('given a server that refuses, when a component with a fallback is loaded, then it is the app’s own', async () => {
    const app = host(() => Promise.reject(new TypeError('refused')), fallbacks)

    await expect(app.loadRemote('shared-ui/Button')).resolves.toEqual(kept)
  })

  test('given an entry without the component’s chunk, when it is loaded, then it is the app’s own', async () => {
    const app = host(async () => container({}), fallbacks)

    await expect(app.loadRemote('shared-ui/Button')).resolves.toEqual(kept)
  })

  test('given a server that hangs, when four seconds have passed, then the component is the app’s own', async () => {
    const app = host(() => new Promise(() => undefined), fallbacks)
    const settled = vi.fn()
    const loaded = app.loadRemote('shared-ui/Button').then(settled)

    await vi.advanceTimersByTimeAsync(3_900)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(200)
    await loaded

    expect(settled).toHaveBeenCalledWith(kept)
  })

  test('given a server that hung, when the next component is loaded, then it is the app’s own after one second', async () => {
    const both = { ...fallbacks, Modal: async () => kept }
    const app = host(() => new Promise(() => undefined), both)
    const first = app.loadRemote('shared-ui/Button')
    await vi.advanceTimersByTimeAsync(4_000)
    await first
    const settled = vi.fn()
    const next = app.loadRemote('shared-ui/Modal').then(settled)

    await vi.advanceTimersByTimeAsync(900)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(200)
    await next

    expect(settled).toHaveBeenCalledWith(kept)
  })

  test('given an answer that came too late, when a component is asked for again, then it is the served one', async () => {
    const answerAfter = (milliseconds: number) =>
      new Promise<ReturnType<typeof container>>((resolve) => {
        setTimeout(() => resolve(container({ './Button': served })), milliseconds)
      })
    const importEntry = vi.fn((_address: string) => answerAfter(60_000)).mockReturnValueOnce(answerAfter(4_500))
    const app = host(importEntry)
    const first = expect(app.loadRemote('shared-ui/Button')).rejects.toThrow()
    await vi.advanceTimersByTimeAsync(4_000)
    await first
    await vi.advanceTimersByTimeAsync(500)

    await expect(app.loadRemote('shared-ui/Button')).resolves.toEqual(served)
  })

  test('given no fallback, when the server refuses, then the load fails with the cause', async () => {
    const app = host(() => Promise.reject(new TypeError('refused')))

    await expect(app.loadRemote('shared-ui/Button')).rejects.toMatchObject({
      cause: expect.objectContaining({ message: 'refused' }),
    })
  })

  test('given a load that failed, when the server is back, then a new attempt uses a new address and recovers', async () => {
    const importEntry = vi
      .fn(async (_address: string) => container({ './Button': served }))
      .mockRejectedValueOnce(new TypeError('refused'))
    const app = host(importEntry)
    await expect(app.loadRemote('shared-ui/Button')).rejects.toThrow()

    await expect(app.loadRemote('shared-ui/Button')).resolves.toEqual(served)

    const addresses = importEntry.mock.calls.map(([address]) => address)
    expect(new Set(addresses).size).toBe(2)
  })

  test('given an entry without a component, when a newer one has it, then it comes with the next try', async () => {
    const newer = { ...container({ './RichText': served }), init: vi.fn() }
    const importEntry = vi.fn(async (_address: string): Promise<ReturnType<typeof container>> => newer)
    importEntry.mockResolvedValueOnce(container({ './Button': served })).mockResolvedValueOnce(container({}))
    const app = host(importEntry)
    await expect(app.loadRemote('shared-ui/RichText')).rejects.toThrow('no ./RichText')
    await expect(app.loadRemote('shared-ui/RichText')).rejects.toThrow('no ./RichText')

    await expect(app.loadRemote('shared-ui/RichText')).resolves.toEqual(served)
    await expect(app.loadRemote('shared-ui/Button')).resolves.toEqual(served)

    expect(newer.init).toHaveBeenCalledOnce()
    const addresses = importEntry.mock.calls.map(([address]) => address)
    expect(new Set(addresses).size).toBe(3)
  })
})
