import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuid } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Core, nobody, startCore, startCoreForTest } from '../../../test/core.ts'
import { openAsClient, seedSession } from '../../../test/session-fixtures.ts'
import { countTroubledJobs } from '../../platform/jobs/job-repository.ts'
import { checkDataDirectory, checkDisk } from './installation-checks.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())
afterEach(() => vi.useRealTimers())

const url = '/health-report'
const report = async (asked: Core) => (await asked.ask(await asked.admin(), { method: 'GET', url })).json()
const found = async (asked: Core, id: string) =>
  (await report(asked)).find((entry: { id: string }) => entry.id === id) ?? expect.fail(`no check ${id}`)

/** Results are two seconds old at most: a service looks at its own health from its start on. */
const becomes = (asked: Core, id: string, expected: object) =>
  vi.waitFor(async () => expect(await found(asked, id)).toMatchObject(expected), { timeout: 10_000, interval: 250 })

describe('the health report', () => {
  it('given a service that is well, when staff ask, then every check is named, and the product’s own parts are well', async () => {
    const entries: { id: string; state: string }[] = await report(core)
    const states = new Map(entries.map(({ id, state }) => [id, state]))
    expect(states.size).toBe(entries.length)
    expect(states.has('disk')).toBe(true)
    for (const id of ['database', 'clock', 'jobs', 'seal-certificate']) expect([id, states.get(id)]).toEqual([id, 'ok'])
  })

  it('given a client, or nobody, when they ask, then 404 and 401', async () => {
    const client = await openAsClient(core, (await seedSession(core)).session)
    expect((await core.ask(client, { method: 'GET', url })).statusCode).toBe(404)
    expect((await core.ask(nobody, { method: 'GET', url })).statusCode).toBe(401)
  })

  it('given jobs that fail again and again, when asked, then a warning says how many', async () => {
    const own = await startCoreForTest()
    const job = { id: uuid(), kind: 'nothing', subject_id: uuid(), attempts: 6, last_error: 'Error' }
    const later = new Date(Date.now() + 3_600_000).toISOString()
    await own.app.db
      .insertInto('jobs')
      .values({ ...job, run_at: later })
      .execute()
    await becomes(own, 'jobs', { state: 'warning', message: expect.stringMatching(/^1 background job failed/) })
  })

  const smtp = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'office@agency.example' }
  const gateway = {
    TEXT_GATEWAY_URL: 'http://127.0.0.1:9/Messages.json',
    TEXT_GATEWAY_ACCOUNT: 'AC1',
    TEXT_GATEWAY_TOKEN: 'token',
    TEXT_FROM: '+15550100100',
  }
  it.each([
    ['no server', {}, 'warning', /reach nobody.*by the settings SMTP_URL/],
    ['a text gateway alone', gateway, 'warning', /emails are not sent/],
    ['no server in a demonstration', { DEMO: 'true' }, 'ok', /are sent/],
    ['a mail server', smtp, 'ok', /are sent/],
  ])(
    'given %s, when asked, then the check of messages says what becomes of them',
    async (_what, settings, state, message) => {
      const own = await startCoreForTest(settings)
      expect(await found(own, 'messages')).toMatchObject({ state, message: expect.stringMatching(message) })
    },
  )

  it('given a message that waits for an hour, when asked, then a warning says so', async () => {
    const own = await startCoreForTest(smtp)
    const [created_at, next_attempt_at] = [-1, 1].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString())
    await own.app.db
      .insertInto('outbox_messages')
      .values({
        id: uuid(),
        kind: 'digest',
        channel: 'email',
        language: 'en',
        destination: '',
        created_at,
        next_attempt_at,
      })
      .execute()
    await becomes(own, 'messages', {
      state: 'warning',
      message: expect.stringMatching(/^1 message could not be sent for more than 10 minutes/),
    })
  })

  it('given a job that was due long ago and is not taken, when counted, then it is one that waits', async () => {
    // Within the transaction alone: the service would take it.
    await core.app.db.transaction().execute(async (trx) => {
      const run_at = new Date(Date.now() - 3_600_000).toISOString()
      await trx.insertInto('jobs').values({ id: uuid(), kind: 'nothing', subject_id: uuid(), run_at }).execute()
      expect(await countTroubledJobs(trx, 6, 600)).toEqual({ failing: 0, waiting: 1 })
      await trx.deleteFrom('jobs').where('kind', '=', 'nothing').execute()
    })
  })

  it('given a clock that is a minute off the database’s, when asked, then a warning says by how much', async () => {
    const own = await startCoreForTest()
    // This clock stands still while the database's goes on: a slow answer makes the difference smaller.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 69_000 })
    await becomes(own, 'clock', { state: 'warning', message: expect.stringMatching(/differ by (5\d|6\d) seconds/) })
  })
})

describe('readiness', () => {
  it('given a check that affects readiness and fails, when probed, then 503 names it and nothing else', async () => {
    const own = await startCoreForTest()
    const failing = { affectsReadiness: true, run: async () => ({ state: 'failing' as const, message: 'secret' }) }
    own.app.addHealthCheck({ id: 'needed', title: 'Needed', ...failing })
    own.app.addHealthCheck({ id: 'useful', title: 'Useful', ...failing, affectsReadiness: false })
    const answer = await own.app.inject({ url: '/readyz' })
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toEqual({
      code: 'UNAVAILABLE',
      message: expect.stringMatching(/^These health checks fail: needed(, [a-z-]+)*\.$/),
    })
    expect((await own.app.inject({ url: '/healthz' })).statusCode).toBe(200)
  })

  it('given a check that fails and does not affect readiness, when probed again, then 200 names it', async () => {
    const own = await startCoreForTest()
    const run = async () => ({ state: 'failing' as const, message: 'secret' })
    own.app.addHealthCheck({ id: 'useful', title: 'Useful', affectsReadiness: false, run })
    await report(own)
    const answer = await own.app.inject({ url: '/readyz' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json().failing).toContain('useful')
    expect(answer.body).not.toContain('secret')
  })

  it('given a service that is well, when probed, then 200', async () => {
    const answer = await core.app.inject({ url: '/readyz' })
    expect([answer.statusCode, answer.json().status]).toEqual([200, 'ok'])
  })
})

describe('the check of the disk', () => {
  const blocks = 1_000_000
  it.each([
    [0.5, 'ok', '50.0 % (1.9 GB)'],
    [0.1, 'ok', '10.0 % (0.4 GB)'],
    [0.099, 'warning', '9.9 % (0.4 GB)'],
    [0.02, 'warning', '2.0 % (0.1 GB)'],
    [0.019, 'failing', '1.9 % (0.1 GB)'],
    [0, 'failing', '0.0 % (0.0 GB)'],
  ])('given a disk of which %d is free, then it is %s and says how much', (share, state, words) => {
    const bavail = Math.round(blocks * share)
    const finding = checkDisk({ bavail, bfree: bavail, blocks, bsize: 4096 })
    expect(finding).toEqual({ state, message: expect.stringContaining(words) })
  })

  it('given a replica without a data directory, then it is ok', async () => {
    expect(await checkDataDirectory(join(tmpdir(), uuid()))).toMatchObject({ state: 'ok' })
  })

  it('given blocks kept for the administrator, then they do not count, as df has it', () => {
    expect(checkDisk({ bavail: 0, bfree: 50_000, blocks, bsize: 4096 })).toMatchObject({ state: 'failing' })
  })
})
