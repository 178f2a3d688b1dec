import { type DatabaseProxy, startDatabaseProxy } from '@agency/test-kit/product/database-proxy'
import { type MailServer, startMailServer } from '@agency/test-kit/product/mail-server'
import { createProductDatabase, type ProductDatabase } from '@agency/test-kit/product/product-database'
import { prepareReplicas, type Replicas } from '@agency/test-kit/product/replicas'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Service, stopService } from '../../scripts/product.ts'
import { canary, makePlantedCalls, planted, plantedDate } from './planted-calls.ts'

interface Line {
  level: number
  msg: string
  reqId?: string
  method?: string
  route?: string
  status?: number
  ms?: number
  principal?: string
  err?: { type: string; code?: string; stack: string }
}

let replicas: Replicas
let database: ProductDatabase
let proxy: DatabaseProxy
let core: Service
let bff: Service
let secrets: string[]
let mails: MailServer

beforeAll(async () => {
  database = await createProductDatabase()
  proxy = await startDatabaseProxy(database.url)
  mails = await startMailServer()
  mails.refuseRecipient(...Array.from({ length: 4 }, () => `550 5.1.1 No such user ${planted('mailbox')}`))
  const mail = { SMTP_URL: mails.url, MAIL_FROM: 'office@agency.example' }
  replicas = prepareReplicas({ DATABASE_URL: proxy.url, LOG_LEVEL: 'debug', ...mail })
  core = await replicas.startCore()
  bff = await replicas.startBff(core.address)
  const calls = await makePlantedCalls(bff.address)
  secrets = calls.secrets
  await breakThings(calls)
}, 120_000)
afterAll(async () => {
  await replicas.stop()
  await proxy.stop()
  await database.drop()
  await mails.close()
})

const staff = (path: string) => `${bff.address}/admin/_api${path}`

/**
 * Failures inside: of the database, which tells values in its own words (500), of one that is gone (503), and of the
 * core (502).
 */
async function breakThings({ clientId, send, headers }: Awaited<ReturnType<typeof makePlantedCalls>>) {
  const rename = (where: string) => send('PUT', `/clients/${clientId}`, { client_last_name: planted(where) })
  const read = () => fetch(staff(`/clients/${clientId}?q=${planted('gone')}`), { headers })
  const tester = new pg.Client({ connectionString: database.url })
  await tester.connect()
  await tester.query(`CREATE FUNCTION quote_it() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'the name is %', NEW.client_last_name USING DETAIL = NEW.profile::text; END $$`)
  await tester.query('CREATE TRIGGER quoting BEFORE UPDATE ON clients FOR EACH ROW EXECUTE FUNCTION quote_it()')
  expect((await rename('raised')).status).toBe(500)
  await tester.query('DROP TRIGGER quoting ON clients')
  await tester.query('ALTER TABLE clients ADD CONSTRAINT short CHECK (length(client_last_name) < 40)')
  expect((await rename('x'.repeat(60))).status).toBe(500)
  await tester.end()
  await proxy.stop()
  expect((await read()).status).toBe(503)
  await proxy.start()
  await stopService(core)
  expect((await read()).status).toBe(502)
  await send('POST', '/admin/login', { username: planted('gone'), password: planted('gone') })
  core = await replicas.startCore({ PORT: new URL(core.address).port })
}

const linesOf = (name: 'core-api' | 'bff'): Line[] =>
  replicas
    .logOf(name)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('the logs', () => {
  it('given messages that the mail server refused, when the log is searched, then it says so by a code', () => {
    const refused = linesOf('core-api').filter(({ msg }) => msg === 'a message was not sent')
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.err).toMatchObject({ type: 'MessageNotSent' })
  })

  it.each(['core-api', 'bff'] as const)(
    'given every kind of call, when the log of %s is searched, then nothing that was sent is in it',
    (name) => {
      const log = replicas.logOf(name)
      expect(log.split('\n').length).toBeGreaterThan(30)
      for (const value of [canary, plantedDate, ...secrets]) {
        expect(value).not.toBe('')
        expect(log.split('\n').filter((line) => line.toLowerCase().includes(value.toLowerCase()))).toEqual([])
      }
    },
  )

  it.each(['core-api', 'bff'] as const)(
    'given every kind of call, when the log of %s is read, then each is one line with what it was and what became of it',
    (name) => {
      const requests = linesOf(name).filter(({ msg }) => msg === 'request')
      for (const line of requests) {
        expect(line).toMatchObject({ level: 30, reqId: expect.stringMatching(/^[0-9a-f-]{36}$/) })
        expect(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).toContain(line.method)
        expect(line.route).toMatch(/^(?:\/[\w/:*{}.-]*|unknown)$/)
        expect(line.status).toBeGreaterThanOrEqual(200)
        expect(line.ms).toBeGreaterThanOrEqual(0)
        expect(['admin', 'session', 'nobody', 'none']).toContain(line.principal)
      }
      expect(new Set(requests.map(({ principal }) => principal))).toEqual(
        new Set(['admin', 'session', 'nobody', 'none']),
      )
      const ids = requests.map(({ reqId }) => reqId)
      expect(new Set(ids).size).toBe(ids.length)
    },
  )

  it('given a call that reached the core, when both logs are read, then they name it by one id, which the answer has too', async () => {
    const answer = await fetch(staff('/clients'), { headers: { 'x-request-id': 'chosen' } })
    const id = answer.headers.get('x-request-id')
    expect(id).not.toBe('chosen')
    for (const name of ['bff', 'core-api'] as const) {
      const line = { msg: 'request', method: 'GET', status: 401, principal: 'nobody' }
      // It is written when the answer is sent, which may have been read by then.
      await vi.waitFor(() => expect(linesOf(name).filter(({ reqId }) => reqId === id)).toMatchObject([line]), {
        timeout: 20_000,
      })
    }
  })

  it('given failures inside, when logged, then what they were and where, for those who look into it', () => {
    const failures = linesOf('core-api').flatMap(({ err }) => (err ? [err] : []))
    expect(failures).toContainEqual(
      expect.objectContaining({ type: 'DatabaseError', code: '23514', constraint: 'short' }),
    )
    expect(failures.every(({ stack }) => stack.includes(' at '))).toBe(true)
  })
})
