import { once } from 'node:events'
import Fastify from 'fastify'
import { expect, it, vi } from 'vitest'
import { repeatWork } from './repeat-work.ts'
import { workQueue } from './work-queue.ts'

const rarely = 600_000

it('given work that runs, when it is woken several times, then it runs once more', async () => {
  const app = Fastify()
  const held = Promise.withResolvers<void>()
  const work = vi.fn(() => held.promise)
  const { wake } = repeatWork(app, { every: rarely, work, failure: 'failed' })
  await app.ready()
  await vi.waitFor(() => expect(work).toHaveBeenCalledOnce(), { timeout: 30_000 })
  for (let n = 0; n < 3; n += 1) wake()
  held.resolve()
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(2), { timeout: 30_000 })
  await app.close()
  expect(work).toHaveBeenCalledTimes(2)
})

it('given work that waits for the end, when the service closes, then it is told, and nothing follows', async () => {
  const app = Fastify()
  const work = vi.fn(async (closing: AbortSignal) => void (await once(closing, 'abort')))
  const { wake } = repeatWork(app, { every: rarely, work, failure: 'failed' })
  await app.ready()
  await vi.waitFor(() => expect(work).toHaveBeenCalledOnce(), { timeout: 30_000 })
  wake()
  await app.close()
  expect(work).toHaveBeenCalledOnce()
})

it('given a queue, when an item fails, then the next wake goes on with the others', async () => {
  const app = Fastify()
  const items = ['fails', 'first', 'second']
  const done: string[] = []
  const run = async (item: string) => {
    if (item === 'fails') throw new Error(item)
    done.push(item)
  }
  const claim = async () => items.shift()
  const wake = workQueue(app, { lanes: 1, claim, keep: async () => undefined, run, failure: 'failed' })
  await app.ready()
  await vi.waitFor(() => expect(items.length).toBeLessThan(3), { timeout: 30_000 })
  wake()
  await vi.waitFor(() => expect(done).toEqual(['first', 'second']), { timeout: 30_000 })
  await app.close()
})
