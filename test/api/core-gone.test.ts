import { createServer, type RequestListener } from 'node:http'
import { connect } from 'node:net'
import { sendJson } from '@agency/test-kit/api/send'
import { prepareReplicas, type Replicas } from '@agency/test-kit/product/replicas'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freePort, type Service } from '../../scripts/product.ts'

/** A fake core-api that behaves as a test says. */
class FakeCore {
  readonly #server = createServer((request, response) => this.behave(request, response))
  readonly #port: number
  behave: RequestListener = () => undefined

  constructor(port: number) {
    this.#port = port
  }

  get url() {
    return `http://127.0.0.1:${this.#port}`
  }
  listen = () => new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve))
  close = () =>
    new Promise<void>((resolve) => {
      this.#server.close(() => resolve())
      this.#server.closeAllConnections()
    })
}

let core: FakeCore
let replicas: Replicas
let bff: Service

beforeAll(async () => {
  core = new FakeCore(await freePort())
  replicas = prepareReplicas()
  bff = await replicas.startBff(core.url)
})
afterAll(() => replicas.stop())
beforeEach(() => {
  core.behave = (_request, response) => response.setHeader('content-type', 'application/json').end('[]')
})

const proxied = (asked = bff) => fetch(`${asked.address}/admin/_api/clients`)
const own = (asked = bff) =>
  sendJson(`${asked.address}/admin/_api/admin/login`, 'POST', { username: 'a', password: 'b' })
const unreachable = {
  code: 'CORE_UNREACHABLE',
  message: 'The service is not available right now. Please try again.',
}

async function expectUnreachable(asked = bff) {
  for (const call of [proxied, own]) {
    const answer = await call(asked)
    expect(answer.status).toBe(502)
    expect(await answer.json()).toEqual(unreachable)
  }
}

describe('a core that is gone @full', () => {
  it('given nothing that listens, when asked, then 502 with a code and no more; once it is back, answers', async () => {
    await expectUnreachable()
    expect((await fetch(`${bff.address}/healthz`)).status).toBe(200)
    expect((await fetch(`${bff.address}/readyz`)).status).toBe(502)
    await core.listen()
    expect((await proxied()).status).toBe(200)
    await core.close()
    await expectUnreachable()
    await core.listen()
    expect((await proxied()).status).toBe(200)
    await core.close()
  })

  // The default of CORE_TIMEOUT_SECONDS is twice as long.
  it('given a core that never answers, when CORE_TIMEOUT_SECONDS are over, then 502', {
    timeout: 60_000,
  }, async () => {
    await core.listen()
    core.behave = () => undefined
    // Only this one: a busy machine may take a second to answer.
    await expectUnreachable(await replicas.startBff(core.url, { CORE_TIMEOUT_SECONDS: '1' }))
    await core.close()
  })

  it('given a core that breaks off in the middle of its answer, when asked, then the answer is not taken for a whole one', async () => {
    await core.listen()
    for (const headers of [{ 'content-length': '1000' }, {}]) {
      core.behave = (request, response) => {
        response.writeHead(200, { 'content-type': 'application/json', ...headers })
        response.write('[1,', () => setImmediate(() => request.socket.resetAndDestroy()))
      }
      await expect(proxied().then((answer) => answer.text())).rejects.toThrow()
    }
    core.behave = (request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write('{"success"', () => setImmediate(() => request.socket.resetAndDestroy()))
    }
    expect((await own()).status).toBe(502)
    await core.close()
  })

  it('given a GET with a body, when proxied, then the next request on the connection to the core is not spoilt', async () => {
    await core.listen()
    const { hostname, port } = new URL(bff.address)
    const socket = connect(Number(port), hostname)
    const lengthWithoutBody = 'GET /admin/_api/clients HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\n\r\nhello'
    for (let n = 0; n < 4; n++) {
      const answered = new Promise((resolve) => socket.once('data', resolve))
      socket.write(lengthWithoutBody)
      expect(String(await answered)).toContain('HTTP/1.1 200')
      expect((await proxied()).status).toBe(200)
    }
    socket.destroy()
    await core.close()
  })
})
