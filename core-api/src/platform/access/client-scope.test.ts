import type { ClientKeepers } from '@agency/contract/clients'
import type { PrincipalStatement } from '@agency/contract/principal'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, nobody, startCore } from '../../../test/core.ts'
import { handOver, multipart, seedClient, seedForm, seedSession, uploadFile } from '../../../test/session-fixtures.ts'
import { type Colleague, seedColleague } from '../../../test/staff-fixtures.ts'

const planted = { client_first_name: 'Xochitl', client_last_name: 'Zapotec', primary_email: 'xochitl@example.com' }

/** With the scope `team`, Ana and Bia are in different teams, and the client is Carla's, of Ana's team. */
describe.each(['own', 'team'] as const)('staff with the scope %s', (kind) => {
  let core: Core
  let admin: PrincipalStatement
  let ana: Colleague
  let bia: Colleague
  /** Who keeps a client that Ana sees, or Bia. */
  let anas: ClientKeepers
  let bias: ClientKeepers
  let ids: { client: string; session: string; code: string; document: string }
  let fileUrl: string

  beforeAll(async () => {
    core = await startCore({ STANDARD_SCOPE: kind, AUDITOR_SCOPE: kind, ASSISTANT_SCOPE: kind })
    admin = await core.admin()
    ana = await seedColleague(core, 'standard')
    bia = await seedColleague(core, 'standard')
    anas = kind === 'team' ? await keepersOfTeam('Hialeah', ana) : { owner_id: ana.admin.id }
    bias = kind === 'team' ? await keepersOfTeam('Doral', bia) : { owner_id: bia.admin.id }
    const journey = await seedSession(core)
    await seedForm(core, journey)
    await handOver(core, journey)
    const document = await uploadFile(core, journey.clientId)
    const payload = { ...planted, ssn: '123456789', next_f_u_date: '2026-01-10' }
    await core.ask(admin, { method: 'PUT', url: `/clients/${journey.clientId}`, payload })
    const owner = {
      method: 'PUT',
      url: `/clients/${journey.clientId}/owner`,
      payload: anas,
    } as const
    expect((await core.ask(admin, owner)).statusCode).toBe(200)
    ids = {
      client: journey.clientId,
      session: journey.session.id,
      code: journey.session.session_code,
      document: document.id,
    }
    fileUrl = document.file_url
  })
  afterAll(() => core.close())

  /** A team of one, and an owner who is in no team. */
  async function keepersOfTeam(name: string, { admin: member }: Colleague): Promise<ClientKeepers> {
    const payload = { name, members: [member.id] }
    const team = await core.ask(admin, { method: 'POST', url: '/teams', payload })
    const { admin: owner } = await seedColleague(core, 'standard')
    return { owner_id: owner.id, team_id: team.json().id }
  }

  /** All rows of the client, without those that record calls. */
  async function rows(): Promise<unknown> {
    const tables = ['clients', 'sessions', 'session_forms', 'documents', 'proposals', 'policy_proposals', 'envelopes']
    const read = tables.map((table) => sql`SELECT * FROM ${sql.table(table)} ORDER BY id`.execute(core.app.db))
    return (await Promise.all(read)).map((result) => result.rows)
  }

  it('[AC-07] given another’s client, when each list, search, count and suggestion is read, then nothing of it is in any @full', async () => {
    const lists = core.app.declaredRoutes
      .filter(({ method, url, config }) => method === 'GET' && config?.permission && !url.includes(':'))
      .map(({ url }) => url)
    const urls = [
      ...lists.filter((path) => !/duplicates$|today|audit|docs|export$/.test(path)),
      ...['clients', 'policies'].map((name) => `/${name}/export?format=csv`),
      '/clients?limit=50',
      '/clients?limit=50&q=zapotec',
      '/clients?limit=50&q=xochitl@example.com',
      '/clients?limit=50&q=6789',
      `/clients?limit=50&q=${ids.code}`,
      '/clients?limit=50&sort=dob&order=desc',
      '/clients?limit=50&status=active',
      '/clients/duplicates?first_name=Xochitl&last_name=Zapotec&email=xochitl@example.com',
      '/sessions?q=zapotec',
      `/sessions?q=${ids.code}`,
      '/sessions?status=waiting',
    ]
    for (const url of urls) {
      const answer = await core.ask(bia.as, { method: 'GET', url })
      expect([url, answer.statusCode < 300 || answer.statusCode === 403]).toEqual([url, true])
      for (const text of ['Zapotec', ids.client, ids.code, ids.session, ids.document]) {
        expect([url, answer.body.includes(text)]).toEqual([url, false])
      }
    }
  })

  it('given both scopes at once, when counts and figures are read in turn, then each is of the own clients', async () => {
    const figures = async (as: PrincipalStatement) => {
      const read = async (url: string) => core.ask(as, { method: 'GET', url })
      const today = (await read('/clients/today?date=2026-02-01')).json()
      const sessions = (await read('/sessions/counts')).json()
      return {
        clients: (await read('/clients/counts')).json().all,
        listed: Number((await read('/clients?limit=50')).headers['x-total-count']),
        sessions: sessions.all,
        sessionsListed: Number((await read('/sessions')).headers['x-total-count']),
        waiting: sessions.waiting,
        overdue: today.overdue,
        waitingToday: today.waiting,
      }
    }
    const one = { clients: 1, listed: 1, sessions: 1, sessionsListed: 1, waiting: 1, overdue: 1, waitingToday: 1 }
    const none = { clients: 0, listed: 0, sessions: 0, sessionsListed: 0, waiting: 0, overdue: 0, waitingToday: 0 }
    for (let round = 0; round < 2; round++) {
      expect(await figures(ana.as)).toEqual(one)
      expect(await figures(bia.as)).toEqual(none)
      expect(await figures(admin)).toEqual(one)
    }
  })

  it('given a client that changes hands, when lists are read, then it leaves one and enters the other', async () => {
    const url = `/clients/${ids.client}/owner`
    const listed = async ({ as }: Colleague) =>
      (await core.ask(as, { method: 'GET', url: '/clients?limit=50' })).json().length
    expect([await listed(ana), await listed(bia)]).toEqual([1, 0])
    await core.ask(admin, { method: 'PUT', url, payload: bias })
    expect([await listed(ana), await listed(bia)]).toEqual([0, 1])
    await core.ask(admin, { method: 'PUT', url, payload: anas })
    expect([await listed(ana), await listed(bia)]).toEqual([1, 0])
  })

  it('given a client added by someone, when they list clients, then it is their own; one without an owner is in no list of theirs', async () => {
    const own = await seedClient(core, bia.as, { client_last_name: 'Own' })
    await seedClient(core, admin, { client_last_name: 'Unowned' })
    await sql`UPDATE clients SET owner_id = NULL, team_id = NULL WHERE client_last_name = 'Unowned'`.execute(
      core.app.db,
    )
    const listed = (await core.ask(bia.as, { method: 'GET', url: '/clients?limit=50' })).json()
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([own])
  })

  it('given a client added by someone and handed over, when the call that added it is repeated, then 404', async () => {
    const headers = { 'idempotency-key': `"${crypto.randomUUID()}"` }
    const payload = { client_first_name: 'Repeated' }
    const add = () => core.ask(bia.as, { method: 'POST', url: '/clients', headers, payload })
    const { id } = (await add()).json()
    expect((await add()).json().id).toBe(id)
    const owner = { method: 'PUT', url: `/clients/${id}/owner`, payload: { owner_id: null, team_id: null } } as const
    expect((await core.ask(bia.as, owner)).statusCode).toBe(200)
    const repeated = await add()
    expect([repeated.statusCode, repeated.json().code]).toEqual([404, 'NOT_FOUND'])
  })

  it('given another’s session, when a PDF is attached by a form of several parts, then 404 and no document is made', async () => {
    const before = await rows()
    const body = await multipart({ session_id: ids.session, title: 'Intruder', type: 'PDF' }, Buffer.from('%PDF-1.4'))
    expect((await core.ask(bia.as, { method: 'POST', url: '/sessionforms', ...body })).statusCode).toBe(404)
    expect(await rows()).toEqual(before)
  })

  it('given the address of a file, when its login sees the client no longer, then 404', async () => {
    const list = { method: 'GET', url: `/clients/${ids.client}/documents` } as const
    const [{ file_url }] = (await core.ask(ana.as, list)).json()
    expect((await core.ask(nobody, { method: 'GET', url: `/${file_url}` })).statusCode).toBe(200)
    const owner = (payload: ClientKeepers) =>
      core.ask(admin, { method: 'PUT', url: `/clients/${ids.client}/owner`, payload })
    await owner(bias)
    expect((await core.ask(nobody, { method: 'GET', url: `/${file_url}` })).statusCode).toBe(404)
    expect((await core.ask(nobody, { method: 'GET', url: `/${fileUrl}` })).statusCode).toBe(200)
    await owner(anas)
  })

  it('given an auditor of own clients, when the trail is read, then no event of another’s client is in it, nor its export', async () => {
    const auditor = await seedColleague(core, 'auditor')
    const read = (url: string) => core.ask(auditor.as, { method: 'GET', url })
    const page = await read('/audit?limit=200')
    expect(page.json().events.length).toBeGreaterThan(0)
    expect(page.body).not.toContain(ids.client)
    expect((await read(`/audit?client_id=${ids.client}`)).json().events).toEqual([])
    const refused = [
      await read(`/audit/export?client_id=${ids.client}`),
      await read(`/audit/verification?client_id=${ids.client}`),
      await read('/audit/export'),
      await read('/audit/verification'),
    ]
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([404, 404, 400, 400])
  })
})

describe('settings of scope', () => {
  it.each(['own', 'team'] as const)(
    'given that everyone manages staff, when standard admins are to have the scope %s, then the service does not start',
    async (scope) => {
      const started = startCore({ STANDARD_SCOPE: scope, ADMIN_MANAGEMENT: 'everyone' })
      await expect(started).rejects.toThrow(/STANDARD_SCOPE/)
    },
  )
})
