import { createServer } from 'node:net'
import { Agent } from 'undici'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startFakeCore } from '../../../test/fake-core.ts'
import { secrets } from '../../../test/start-bff.ts'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { CoreBalancer } from './core-balancer.ts'
import { CoreWatch } from './core-watch.ts'

/** A core-api that accepts connections and never answers, as a stopped process does. */
async function startHungCore() {
  const sockets: { destroy(): void }[] = []
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    for (const socket of sockets) socket.destroy()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }
  onTestFinished(close)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The system gave no port')
  return { url: `http://127.0.0.1:${address.port}`, close }
}

async function startLiveCore() {
  const core = await startFakeCore()
  onTestFinished(async () => void (await core.close()))
  return core
}

/** A watch that looks at once. A probe may take long, since a busy machine is not a hung one. */
function watchOf(addresses: string[], probe: number) {
  const agent = new Agent()
  const balancer = new CoreBalancer(addresses)
  const watch = new CoreWatch(agent, balancer, { every: 10, wait: 20, probe })
  onTestFinished(() => {
    watch.stop()
    return agent.destroy()
  })
  return { balancer, watch }
}

const until = (check: () => void) => vi.waitFor(check, { timeout: 20_000 })

describe('the watch over core-apis', () => {
  it('given one that answers nothing, when a call waits, then its calls end and it is chosen no more, until it has ended @full', async () => {
    const hung = await startHungCore()
    const { balancer, watch } = watchOf([hung.url], 100)
    const { signal, end } = watch.begin(hung.url)
    await until(() => expect(signal.aborted).toBe(true))
    expect(signal.reason).toMatchObject({ code: 'CORE_HUNG' })
    end(false)
    expect(balancer.next()).toBeUndefined()
    expect(watch.begin(hung.url).signal.aborted).toBe(false)
    await hung.close()
    await until(() => expect(balancer.next()).toBe(hung.url))
  })

  it('given a call that takes long, when its core-api answers the probe, then it goes on', async () => {
    const core = await startLiveCore()
    const { balancer, watch } = watchOf([core.url], 20_000)
    const { signal } = watch.begin(core.url)
    await until(() =>
      expect(core.received.map(({ url }) => url)).toEqual(expect.arrayContaining(['/healthz', '/healthz'])),
    )
    expect(signal.aborted).toBe(false)
    expect(balancer.next()).toBe(core.url)
  })
})

describe('a bff whose core-api is hung', () => {
  async function startBff(coreUrls: string[]) {
    const app = await buildApp(readConfig({ ...secrets, CORE_URL: coreUrls.join(','), LOG_LEVEL: 'silent' }))
    onTestFinished(() => app.close())
    return app
  }
  const clients = { method: 'GET', url: '/admin/_api/clients' } as const

  it('given one that is known to be hung, when calls come, then the other answers; without another one 503', async () => {
    const [hung, live] = [await startHungCore(), await startLiveCore()]
    const app = await startBff([hung.url, live.url])
    app.coreBalancer.setHung(hung.url, true)
    for (let n = 0; n < 3; n++) expect((await app.inject(clients)).statusCode).toBe(200)
    expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200)
    app.coreBalancer.setHung(live.url, true)
    for (const url of [clients.url, '/readyz']) {
      const answer = await app.inject({ url })
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'CORE_UNREACHABLE'])
    }
  })

  it('given one that does not answer, when readiness is asked, then another one counts, and 503 without one @full', async () => {
    const [hung, live] = [await startHungCore(), await startLiveCore()]
    live.answerWith(() => ({ status: 200, body: {}, headers: { date: new Date().toUTCString() } }))
    const both = await startBff([hung.url, live.url])
    const alone = await startBff([hung.url])
    const [ready, again, silent] = await Promise.all([both, both, alone].map((app) => app.inject({ url: '/readyz' })))
    expect([ready?.statusCode, again?.statusCode]).toEqual([200, 200])
    expect([silent?.statusCode, silent?.json().code]).toEqual([503, 'CORE_UNREACHABLE'])
  })
})
