import { once } from 'node:events'
import { globSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openConnection } from '@agency/test-kit/api/raw-http'
import { sendJson } from '@agency/test-kit/api/send'
import { logInHeader } from '@agency/test-kit/api/staff-api'
import { prepareReplicas, type Replicas } from '@agency/test-kit/product/replicas'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Service } from '../../scripts/product.ts'

/** What became of one request: its status, or why the connection gave none. */
type Outcome = { status: number; connection: string | undefined } | { failure: string }

function ask(agent: Agent, url: string, headers: Record<string, string>): Promise<Outcome> {
  return new Promise((resolve) => {
    const asked = request(url, { agent, headers }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, connection: answer.headers.connection }))
      answer.once('error', (error: NodeJS.ErrnoException) => resolve({ failure: `cut off: ${error.code}` }))
    })
    asked.once('error', (error: NodeJS.ErrnoException) => resolve({ failure: error.code ?? error.message }))
    asked.end()
  })
}

/**
 * Twelve clients with connections of their own, each asking again until it is refused: half of them at once, half after
 * a moment in which their connection is idle.
 */
function keepAsking(url: string, headers: Record<string, string>) {
  const clients = Array.from({ length: 12 }, (): Outcome[] => [])
  const client = async (outcomes: Outcome[], at: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (!outcomes.some((outcome) => 'failure' in outcome)) {
      outcomes.push(await ask(agent, url, headers))
      if (at % 2) await delay(50)
    }
    agent.destroy()
  }
  const underWay = () => until(() => clients.every((outcomes) => outcomes.length > 3))
  return { clients, underWay, ended: Promise.all(clients.map(client)) }
}

async function terminate({ process: child }: Service) {
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const [code] = await exited
  expect(code).toBe(0)
}

/** Every client was answered each time, its connection closed with the last answer, and was then refused a new one. */
function expectNoneLost(clients: Outcome[][]) {
  for (const outcomes of clients) {
    expect(outcomes.pop()).toEqual({ failure: 'ECONNREFUSED' })
    expect(outcomes.filter((outcome) => 'failure' in outcome || outcome.status !== 200)).toEqual([])
    expect(outcomes.at(-1)).toMatchObject({ connection: 'close' })
  }
}

/** Waits on a busy machine too. */
const until = (what: () => boolean | Promise<boolean>) => vi.waitUntil(what, { timeout: 100_000 })

const readiness = async (service: Service) => (await fetch(`${service.address}/readyz`)).status

let replicas: Replicas
let core: Service
beforeAll(async () => {
  replicas = prepareReplicas()
  core = await replicas.startCore()
})
afterAll(() => replicas.stop())

describe('stopping under load', () => {
  it('given clients that keep asking, when the bff is told to stop, then each request is answered or refused when connecting', async () => {
    const bff = await replicas.startBff(core.address)
    const asking = keepAsking(`${bff.address}/admin/_api/clients`, await logInHeader(bff.address))
    await asking.underWay()
    await terminate(bff)
    await asking.ended
    expectNoneLost(asking.clients)
  })

  it('given a time to drain, when told to stop, then readiness fails first, while requests are still taken', async () => {
    const bff = await replicas.startBff(core.address, { DRAIN_SECONDS: '8' })
    const headers = await logInHeader(bff.address)
    expect(await readiness(bff)).toBe(200)
    const ended = terminate(bff)
    await until(async () => (await readiness(bff)) === 503)
    expect((await fetch(`${bff.address}/healthz`)).status).toBe(200)
    expect((await fetch(`${bff.address}/admin/_api/clients`, { headers })).status).toBe(200)
    await ended
  })

  it('given an upload under way, when both services are told to stop, then it is finished and answered', async () => {
    const bff = await replicas.startBff(core.address)
    const { authorization } = await logInHeader(bff.address)
    const created = await sendJson(`${bff.address}/admin/_api/clients`, 'POST', {}, { authorization })
    const { id } = await created.json()
    const start = '--b\r\ncontent-disposition: form-data; name="documents"; filename="a.txt"\r\n\r\n'
    const content = 'x'.repeat(200_000)
    const end = '\r\n--b--\r\n'
    const connection = await openConnection(bff.address)
    connection.write(
      `POST /admin/_api/upload/${id} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${authorization}\r\n` +
        `content-type: multipart/form-data; boundary=b\r\n` +
        `content-length: ${start.length + content.length + end.length}\r\n\r\n${start}${content.slice(0, 100_000)}`,
    )
    await until(() => globSync(join(replicas.dataDirectory, 'files/**/*.partial')).length > 0)
    const ended = Promise.all([terminate(bff), terminate(core)])
    await refusesConnections(bff)
    await refusesConnections(core)
    connection.write(content.slice(100_000) + end)
    const answer = await connection.ended
    expect(answer.status).toBe(201)
    expect(answer.head.toLowerCase()).toContain('connection: close')
    expect(JSON.parse(answer.body).files).toMatchObject([{ file_name: 'a.txt', file_size: content.length }])
    await ended
  })

  it('given clients that keep asking, when the core is told to stop, then each request is answered or refused when connecting', async () => {
    core = await replicas.startCore({ DRAIN_SECONDS: '8' })
    const asking = keepAsking(`${core.address}/healthz`, {})
    await asking.underWay()
    const ended = terminate(core)
    await until(async () => (await readiness(core)) === 503)
    await ended
    await asking.ended
    expectNoneLost(asking.clients)
  })
})

function refusesConnections(service: Service) {
  return until(() =>
    fetch(`${service.address}/healthz`).then(
      () => false,
      () => true,
    ),
  )
}
