import { readFileSync } from 'node:fs'
import { sendJson } from '@agency/test-kit/api/send'
import { logInHeader } from '@agency/test-kit/api/staff-api'
import { credentials } from '@agency/test-kit/product/product-address'
import { prepareReplicasOnServer, type Replicas } from '@agency/test-kit/product/replicas'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, stopService } from '../../scripts/product.ts'

const { password } = credentials

const passcode = 'lima0147'
let database: pg.Client
let replicas: Replicas
let cores: Service[]
let bffs: Service[]

/** Two cores on one database, each behind a bff that believes where the test says that it asks from. */
async function startBoth() {
  cores = [await replicas.startCore(), await replicas.startCore()]
  bffs = []
  for (const core of cores) bffs.push(await replicas.startBff(core.address, { TRUSTED_PROXIES: '127.0.0.1' }))
}

beforeAll(async () => {
  const prepared = await prepareReplicasOnServer()
  replicas = prepared
  database = new pg.Client({ connectionString: prepared.databaseUrl })
  await database.connect()
  await startBoth()
})
afterAll(async () => {
  await database.end()
  await replicas.stop()
})

const bff = (at: number) => bffs[at % bffs.length]?.address ?? ''

async function startSession(): Promise<string> {
  const headers = await logInHeader(bff(0))
  const client = await (await sendJson(`${bff(0)}/admin/_api/clients`, 'POST', {}, headers)).json()
  const body = { client_id: client.id, session_type: 'review', passcode }
  return (await (await sendJson(`${bff(0)}/admin/_api/session`, 'POST', body, headers)).json()).session_code
}

const openSession = (at: number, code: string, typed: string, address: string) =>
  sendJson(
    `${bff(at)}/session/_api/api/session/${code}/auth`,
    'POST',
    { passcode: typed },
    { 'x-forwarded-for': address },
  )
const logInAs = (at: number, username: string, typed: string, address: string) =>
  sendJson(`${bff(at)}/admin/_api/admin/login`, 'POST', { username, password: typed }, { 'x-forwarded-for': address })

/** Everything of an answer but what differs from one answer to the next by design. */
async function shownOf(answer: Response) {
  const headers = [...answer.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id')
  return { status: answer.status, headers, body: await answer.text() }
}

async function expectBlocked(answer: Response) {
  expect(answer.status).toBe(429)
  expect((await answer.json()).code).toBe('TOO_MANY_ATTEMPTS')
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(15 * 60)
}

/** The names in the environment of a running service. */
const environmentOf = ({ process: child }: Service) =>
  readFileSync(`/proc/${child.pid}/environ`, 'utf8')
    .split('\0')
    .map((entry) => entry.split('=')[0])

describe('the environment of the services', () => {
  it('given one set of settings, when both are started, then the password of the first admin is the core’s alone', () => {
    const [core] = cores
    const [bff] = bffs
    if (!core || !bff) throw new Error('Nothing was started')
    expect(environmentOf(core)).toContain('ADMIN_PASSWORD')
    expect(environmentOf(core)).not.toContain('COOKIE_SECRET_FILE')
    expect(environmentOf(bff)).toContain('COOKIE_SECRET_FILE')
    for (const name of ['ADMIN_PASSWORD', 'DATABASE_URL', 'DATA_DIR']) expect(environmentOf(bff)).not.toContain(name)
  })
})

describe('limits across replicas', () => {
  it('given wrong passcodes spread over two replicas, when there were five, then both refuse even the right one, also after a restart of both', async () => {
    const code = await startSession()
    for (let n = 0; n < 5; n++) expect((await openSession(n, code, 'wrong', '203.0.113.5')).status).toBe(401)
    for (const at of [0, 1]) await expectBlocked(await openSession(at, code, passcode, '203.0.113.5'))
    // The wait has to outlast the restart, however slow the machine is.
    await database.query(
      `UPDATE rate_limits SET blocked_until = now() + interval '5 minutes' WHERE blocked_until > now()`,
    )
    for (const service of [...bffs, ...cores]) await stopService(service)
    await startBoth()
    for (const at of [0, 1]) await expectBlocked(await openSession(at, code, passcode, '203.0.113.5'))
    expect((await openSession(1, code, passcode, '203.0.113.6')).status).toBe(200)
    await database.query(
      `UPDATE rate_limits SET blocked_until = now() - interval '1 second' WHERE blocked_until > now()`,
    )
    expect((await openSession(0, code, passcode, '203.0.113.5')).status).toBe(200)
  })

  it('given wrong passwords at once on two replicas, when there were five, then further ones are refused unchecked; from another address the login works', async () => {
    const guesses = Array.from({ length: 20 }, (_, n) => logInAs(n, 'admin', `guess ${n}`, '203.0.113.15'))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([401, 429]))
    // Fewer, if the bff asked again for one that a busy core answered late: it counts twice.
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(5)
    await expectBlocked(await logInAs(1, 'admin', password, '203.0.113.15'))
    expect((await logInAs(0, 'ADMIN', password, '203.0.113.16')).status).toBe(200)
  })

  it('given further attempts after each wait, when they are wrong too, then the wait doubles and stays under a quarter of an hour', async () => {
    const code = await startSession()
    const waits: number[] = []
    for (let n = 0; n < 12; n++) {
      const answer = await openSession(n, code, 'wrong', '203.0.113.25')
      if (answer.status === 429) {
        waits.push(Number(answer.headers.get('retry-after')))
        await database.query('UPDATE rate_limits SET blocked_until = now() WHERE blocked_until > now()')
      }
    }
    expect(waits.length).toBeGreaterThan(2)
    expect(waits).toEqual([...waits].sort((a, b) => a - b))
    expect(waits[1]).toBeGreaterThan((waits[0] ?? 0) * 1.8)
  })

  it('given an unknown code and a wrong passcode, an unknown name and a wrong password, when answered, then not a byte differs', async () => {
    const code = await startSession()
    const wrong = await shownOf(await openSession(0, code, 'wrong', '203.0.113.45'))
    expect(await shownOf(await openSession(0, 'ZZZZZZZZZZZZ', 'wrong', '203.0.113.46'))).toEqual(wrong)
    expect(wrong.status).toBe(401)
    const wrongPassword = await shownOf(await logInAs(0, 'admin', 'wrong', '203.0.113.47'))
    expect(await shownOf(await logInAs(0, 'nobody', 'wrong', '203.0.113.48'))).toEqual(wrongPassword)
    expect(wrongPassword.status).toBe(401)
  })

  it('given an unknown code and a known one, when blocked, then neither the waits nor the answers tell them apart', async () => {
    const code = await startSession()
    const blocked = []
    for (const [typed, address] of [
      [code, '203.0.113.55'],
      ['YYYYYYYYYYYY', '203.0.113.56'],
    ] as const) {
      for (let n = 0; n < 5; n++) await openSession(n, typed, 'wrong', address)
      const { status, body } = await shownOf(await openSession(0, typed, passcode, address))
      blocked.push({ status, body: body.replace(/\d+ seconds/, 'seconds') })
    }
    expect(blocked[0]).toEqual(blocked[1])
    expect(blocked[0]?.status).toBe(429)
  })
})
