import Fastify from 'fastify'
import { expect, it, onTestFinished, vi } from 'vitest'
import { gracefulShutdown } from './graceful-shutdown.ts'

/** A service on loopback with a call that answers when it is told to. */
async function start(drainSeconds: number) {
  const app = Fastify()
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<string>()
  await app.register(gracefulShutdown, { drainSeconds })
  app.get('/slow', () => {
    asked.resolve()
    return answer.promise
  })
  app.get('/quick', async () => 'quick')
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  return { app, origin, asked: asked.promise, answer: answer.resolve }
}

it('given a request under way, when the service stops, then it is answered in full, and the next is refused when connecting', async () => {
  const { app, origin, asked, answer } = await start(0)
  const slow = fetch(`${origin}/slow`)
  await asked
  const stopped = app.stop()
  await vi.waitFor(() => expect(app.server.listening).toBe(false), { timeout: 20_000 })
  answer('in full')
  const response = await slow
  expect([response.status, response.headers.get('connection'), await response.text()]).toEqual([
    200,
    'close',
    'in full',
  ])
  await stopped
  await expect(fetch(`${origin}/quick`)).rejects.toThrow('fetch failed')
})

it('given time to drain, when the service is told to stop, then `isStopping` is true at once and requests are still answered', async () => {
  const { app, origin } = await start(60)
  expect(app.isStopping).toBe(false)
  void app.stop()
  expect(app.isStopping).toBe(true)
  const response = await fetch(`${origin}/quick`)
  expect([response.headers.get('connection'), await response.text()]).toEqual(['keep-alive', 'quick'])
})

it('given an error, when the service stops for it, then the log has it', async () => {
  const { app } = await start(0)
  const logged = vi.spyOn(app.log, 'error')
  const reason = new Error('out of order')
  await app.stop(reason)
  expect(logged).toHaveBeenCalledWith({ err: reason }, 'stopping after an error')
})
