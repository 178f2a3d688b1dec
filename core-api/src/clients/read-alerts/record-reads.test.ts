import type { PrincipalStatement } from '@agency/contract/principal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminPassword, type Core, nobody, startCore } from '../../../test/core.ts'
import { ImportSteps } from '../../../test/import-steps.ts'
import { openAsClient, seedClient, seedSession } from '../../../test/session-fixtures.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts'

const limits = { RECORD_READS_ALERT: '5', RECORD_READS_LIMIT: '10', RECORD_READS_LIST_ROWS: '2' }

describe('a rate of opened records', () => {
  let database: TestDatabase
  /** Two replicas on one database; the embedded engine has one process, which then plays both. */
  let core: Core
  let other: Core
  let boss: PrincipalStatement
  let clients: string[]
  beforeAll(async () => {
    database = await createTestDatabase()
    const key = { MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }
    core = await startCore({ ...limits, ...key }, database)
    // Both have one file store, as replicas do.
    const shared = { ...limits, ...key, DATA_DIR: core.config.dataDirectory }
    other = 'url' in database.target ? await startCore(shared, database) : core
    boss = await core.admin()
    clients = []
    for (let n = 0; n < 12; n++) clients.push(await seedClient(core, boss))
  })
  afterAll(async () => {
    if (other !== core) await other.close()
    await core.close()
    await database.drop()
  })

  /** A new member of staff, logged in. */
  async function hire(
    username: string,
    role: 'standard' | 'power' | 'assistant' = 'standard',
  ): Promise<PrincipalStatement> {
    const person = { first_name: 'Lee', last_name: username, email: `${username}@example.com`, role }
    const created = await core.ask(boss, {
      method: 'POST',
      url: '/admin/create',
      payload: { ...person, username, password: adminPassword },
    })
    expect(created.statusCode).toBe(201)
    const payload = { username, password: adminPassword }
    const { admin_session } = (await core.ask(nobody, { method: 'POST', url: '/admin/login', payload })).json()
    return { kind: 'admin', id: admin_session.id, address: '192.0.2.9' }
  }
  const open = (as: PrincipalStatement, id: string, at = core) => at.ask(as, { method: 'GET', url: `/clients/${id}` })
  const alertsOf = async (name: string) => {
    const { alerts } = (await core.ask(boss, { method: 'GET', url: '/record-reads/alerts' })).json()
    return alerts.filter(({ admin_name }: { admin_name: string }) => admin_name === `Lee ${name}`)
  }

  it('given records opened in two replicas, when the alert threshold is reached, then power admins are told once @full', async () => {
    const lee = await hire('alerted')
    for (const id of clients.slice(0, 3)) expect((await open(lee, id)).statusCode).toBe(200)
    expect(await alertsOf('alerted')).toEqual([])
    for (const id of clients.slice(3, 5)) expect((await open(lee, id, other)).statusCode).toBe(200)
    expect(await alertsOf('alerted')).toMatchObject([{ refused: false, detail: '5 clients within an hour' }])
    await open(lee, clients[5] ?? '')
    expect(await alertsOf('alerted')).toHaveLength(1)
    const events = await core.ask(boss, { method: 'GET', url: '/audit?action=records.read-rate' })
    expect(events.json().events).toMatchObject([{ actor_name: 'Lee alerted', detail: '5 clients within an hour' }])
  })

  it('given the limit, when one more client is opened in any replica, then 429 says when, and nothing is given out @full', async () => {
    const lee = await hire('limited')
    for (const [n, id] of clients.slice(0, 10).entries())
      expect((await open(lee, id, n % 2 === 0 ? core : other)).statusCode).toBe(200)
    const [eleventh = ''] = clients.slice(10)
    for (const replica of [core, other]) {
      const refused = await open(lee, eleventh, replica)
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'TOO_MANY_RECORDS'])
      expect(refused.json().message).toMatch(/^You have opened more client records .* in (60|59) minutes/)
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500)
      const changed = await replica.ask(lee, { method: 'PUT', url: `/clients/${eleventh}`, payload: {} })
      const proposals = await replica.ask(lee, { method: 'GET', url: `/clients/${eleventh}/proposals` })
      expect([changed.statusCode, proposals.statusCode]).toEqual([429, 429])
    }
    for (const id of clients.slice(0, 10)) expect((await open(lee, id)).statusCode).toBe(200)
    const opened = await core.ask(boss, { method: 'GET', url: `/audit?action=client.opened&client_id=${eleventh}` })
    expect(opened.json().events).toEqual([])
    expect(await alertsOf('limited')).toMatchObject([{ refused: true }, { refused: false }])
  })

  it('given many records asked for at once, when the limit is reached, then no more than that are given out', async () => {
    const lee = await hire('hasty')
    const answers = await Promise.all(clients.map((id, n) => open(lee, id, n % 2 === 0 ? core : other)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10)
  })

  it('given the list by pages and as a whole, when its rows reach the limit, then they count once each, at a lower weight, alert, and end in 429 @full', async () => {
    const list = (as: PrincipalStatement, query: string, at = core) =>
      at.ask(as, { method: 'GET', url: `/clients${query}` })
    const assistant = await hire('listing', 'assistant')
    // Half a record for each of 12 clients: 6 of 10 records, and no more however often they are read.
    for (const offset of [0, 4, 8, 0, 4]) {
      expect((await list(assistant, `?limit=4&offset=${offset}`, offset === 4 ? other : core)).statusCode).toBe(200)
    }
    expect(await alertsOf('listing')).toMatchObject([
      { refused: false, detail: '0 clients and 12 rows of lists within an hour' },
    ])
    // An opened record counts for more than its row: 8 of them are 4 more.
    for (const id of clients.slice(0, 8)) expect((await open(assistant, id)).statusCode).toBe(200)
    const refused = await open(assistant, clients[8] ?? '')
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'TOO_MANY_RECORDS'])
    expect((await list(assistant, '?limit=12')).statusCode).toBe(200)

    const lee = await hire('exporting')
    for (const id of clients.slice(0, 8)) await open(lee, id)
    const late = [await list(lee, ''), await list(lee, '?limit=12'), await list(lee, '', other)]
    // 8 records, and the 4 other clients as 2 more: all of it. The next client in a list is one too many.
    expect(late.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    const added = await seedClient(core, boss)
    for (const replica of [core, other]) {
      for (const query of ['', '?limit=200']) {
        const answer = await list(lee, query, replica)
        expect([answer.statusCode, answer.json().message]).toEqual([
          429,
          expect.stringMatching(/^You have opened more client records or rows of lists/),
        ])
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3_500)
        expect(answer.body).not.toContain(added)
      }
    }
    await core.app.db.deleteFrom('clients').where('id', '=', added).execute()
    expect(await alertsOf('exporting')).toMatchObject([{ refused: true }, { refused: false }])
  })

  it('given the same client again, when opened often, then it counts once, whichever replica opened it', async () => {
    const lee = await hire('repeating')
    for (let n = 0; n < 8; n++) await open(lee, clients[0] ?? '', n % 2 === 0 ? core : other)
    const admins: { id: string; username: string }[] = (
      await core.ask(boss, { method: 'GET', url: '/admin/list' })
    ).json()
    const id = admins.find(({ username }) => username === 'repeating')?.id ?? ''
    const rows = await core.app.db.selectFrom('record_reads').selectAll().where('admin_id', '=', id).execute()
    expect(rows).toMatchObject([{ client_id: clients[0] }])
    expect(await alertsOf('repeating')).toEqual([])
  })

  it('given an hour later, when more are opened, then those of before no longer count', async () => {
    const lee = await hire('patient')
    for (const id of clients.slice(0, 10)) await open(lee, id)
    expect((await open(lee, clients[10] ?? '')).statusCode).toBe(429)
    await core.app.db
      .updateTable('record_reads')
      .set({ read_at: new Date(Date.now() - 3_700_000).toISOString() })
      .execute()
    expect((await open(lee, clients[10] ?? '')).statusCode).toBe(200)
  })

  it('given clients whom a person has imported, when the rows are read, then they count for colleagues alone', async () => {
    const importer = await hire('importing', 'power')
    const imports = new ImportSteps(core, importer)
    const rows = Array.from({ length: 30 }, (_, n) => `Ann${n},Ofimport${n},1/${n + 1}/1980`)
    const { id } = await imports.import(`First Name,Last Name,DOB\n${rows.join('\n')}\n`)
    const colleague = await hire('looking', 'power')
    const read = (as: PrincipalStatement) => core.ask(as, { method: 'GET', url: `/client-imports/${id}/rows` })
    expect([(await read(importer)).statusCode, (await read(colleague)).statusCode]).toEqual([200, 429])
  })

  it('given the limit, when sessions of more clients are changed or archived, then 429, and they stay as they are @full', async () => {
    const lee = await hire('changing')
    const sessions = []
    for (const client_id of clients.slice(0, 11)) {
      const payload = { client_id, session_type: 'review', passcode: 'Sea Lions' }
      const made = (await core.ask(boss, { method: 'POST', url: '/session', payload })).json()
      sessions.push(made)
    }
    const expires_at = new Date(Date.now() + 3_600_000).toISOString()
    const change = ({ session_code }: { session_code: string }, path = '', payload: object = { expires_at }) =>
      core.ask(lee, { method: 'PUT', url: `/session/${session_code}${path}`, payload })
    for (const session of sessions.slice(0, 10)) expect((await change(session)).statusCode).toBe(200)
    const [last] = sessions.slice(10)
    const refused = [
      await change(last),
      await change(last, '/archived', { archived: true }),
      await core.ask(lee, { method: 'PUT', url: `/session/${last.session_code}/code-destinations` }),
    ]
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([429, 429, 429])
    for (const { body } of refused) expect(body).not.toContain('Sea Lions')
    const row = core.app.db.selectFrom('sessions').select(['archived_at', 'version']).where('id', '=', last.id)
    expect(await row.executeTakeFirst()).toEqual({ archived_at: null, version: last.version })
  })

  it('given a client’s own session, when it asks often, then it is not counted', async () => {
    const { clientId, session } = await seedSession(core)
    const client = await openAsClient(core, session)
    for (let n = 0; n < 12; n++) expect((await open(client, clientId)).statusCode).toBe(200)
  })
})

describe('thresholds that are off', () => {
  it('given 0 for both, when many records are opened, then none is counted @full', async () => {
    const core = await startCore({ RECORD_READS_ALERT: '0', RECORD_READS_LIMIT: '0' })
    const admin = await core.admin()
    const id = await seedClient(core, admin)
    expect((await core.ask(admin, { method: 'GET', url: `/clients/${id}` })).statusCode).toBe(200)
    expect(await core.app.db.selectFrom('record_reads').selectAll().execute()).toEqual([])
    await core.close()
  })
})
