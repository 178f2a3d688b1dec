import { setTimeout as delay } from 'node:timers/promises'
import { sendJson } from '@agency/test-kit/api/send'
import { logInHeader } from '@agency/test-kit/api/staff-api'
import { prepareReplicas, type Replicas } from '@agency/test-kit/product/replicas'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PostgresServer, startPostgresServer } from '../../scripts/postgres-server.ts'
import type { Service } from '../../scripts/product.ts'

let postgres: PostgresServer
let replicas: Replicas
let core: Service
let bff: Service
let headers: { authorization: string }

beforeAll(async () => {
  postgres = await startPostgresServer()
  replicas = prepareReplicas({ DATABASE_URL: postgres.url })
  core = await replicas.startCore()
  bff = await replicas.startBff(core.address)
  headers = await logInHeader(bff.address)
})
afterAll(async () => {
  await replicas.stop()
  postgres.remove()
})

const api = (path: string) => `${bff.address}/admin/_api${path}`
const status = async (url: string) => (await fetch(url)).status

async function createClient(name: string) {
  const answer = await sendJson(api('/clients'), 'POST', { client_first_name: name, notes: '<p>kept</p>' }, headers)
  return { name, status: answer.status, text: await answer.text() }
}

/** Creates clients from several sides until told to stop. */
function writeUntilStopped(writers: number) {
  let going = true
  const answers: Awaited<ReturnType<typeof createClient>>[] = []
  const writer = async (id: number) => {
    for (let n = 0; going; n++) answers.push(await createClient(`writer${id} ${n}`))
  }
  const writing = Promise.all(Array.from({ length: writers }, (_, id) => writer(id)))
  return {
    answers,
    stop: async () => {
      going = false
      await writing
    },
  }
}

/** Waits as long as the test may take: the service waits for seconds before it refuses, and a busy machine needs more. */
async function until(what: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await what())) await delay(20)
}

describe('a database server that is busy', () => {
  /** Twice as many calls as there are connections: half of them wait for one, and are refused after the same time. */
  const ask = () => Array.from({ length: 20 }, () => fetch(api('/clients'), { headers }))
  const statusesOf = async (asked: Promise<Response>[]) =>
    new Set((await Promise.all(asked)).map(({ status: answered }) => answered))

  it('given every connection taken, when more is asked, then 503 while they are, and all is answered once they are free', async () => {
    const blocker = new pg.Client({ connectionString: postgres.url })
    await blocker.connect()
    await blocker.query('BEGIN; LOCK TABLE clients IN ACCESS EXCLUSIVE MODE')
    const asked = ask()
    const refused = await Promise.race(asked)
    expect(refused.status).toBe(503)
    expect((await refused.json()).code).toBe('UNAVAILABLE')
    await blocker.query('COMMIT')
    await blocker.end()
    expect(await statusesOf(asked)).toEqual(new Set([200, 503]))
    expect(await statusesOf(ask())).toEqual(new Set([200]))
  })
})

describe('a database server that goes away', () => {
  it('given requests under way, when it is stopped hard, then the core answers 503, and after its return nothing is lost or half done', async () => {
    const writing = writeUntilStopped(8)
    await until(() => writing.answers.length > 30)
    postgres.stopHard()
    await until(() => writing.answers.filter((answer) => answer.status === 503).length > 20)
    for (const path of ['/clients', '/admin/list', '/clients/counts']) {
      const answer = await fetch(api(path), { headers })
      expect(await answer.json()).toEqual({
        code: 'UNAVAILABLE',
        message: 'The service is not available right now.',
      })
      expect(answer.status).toBe(503)
    }
    expect(await status(`${core.address}/readyz`)).toBe(503)
    expect(await status(`${bff.address}/readyz`)).toBe(503)
    expect(await status(`${core.address}/healthz`)).toBe(200)
    expect(await status(`${bff.address}/healthz`)).toBe(200)

    postgres.start()
    await until(async () => (await status(`${bff.address}/readyz`)) === 200)
    await writing.stop()
    expect(new Set(writing.answers.map((answer) => answer.status))).toEqual(new Set([201, 503]))
    await expectWhole(writing.answers)
    expect(core.process.exitCode).toBeNull()
    await expectJobsDone()
  })

  /** What works off jobs has outlived the gap: one of a kind that nothing does is taken, and put off. */
  async function expectJobsDone() {
    const database = new pg.Client({ connectionString: postgres.url })
    await database.connect()
    await database.query(`INSERT INTO jobs (id, kind, subject_id) VALUES ($1, 'nothing', $1)`, [crypto.randomUUID()])
    const attempts = async () =>
      (await database.query(`SELECT attempts FROM jobs WHERE kind = 'nothing'`)).rows[0].attempts
    await until(async () => (await attempts()) > 0)
    await database.end()
  }

  /** Each client whose creation was answered is there, and each that is there has its event on the audit trail. */
  async function expectWhole(answers: { name: string; status: number; text: string }[]) {
    const clients: { client_first_name: string; id: string }[] = await (
      await fetch(api('/clients'), { headers })
    ).json()
    const stored = new Map(clients.map((client) => [client.client_first_name, client.id]))
    for (const { name, text } of answers.filter((answer) => answer.status === 201)) {
      expect(stored.get(name)).toBe(JSON.parse(text).id)
    }
    const text = answers.map((answer) => answer.text).join()
    expect(text).not.toMatch(/terminated|ECONN|pg-pool|node_modules|57P0/)
    for (const id of stored.values()) {
      expect((await fetch(api(`/clients/${id}`), { headers })).status).toBe(200)
    }
  }
})
