import type { PrincipalStatement } from '@agency/contract/principal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '../../../test/audit-events.ts'
import { type Core, nobody, startCore } from '../../../test/core.ts'
import { seedClient } from '../../../test/session-fixtures.ts'
import { type Colleague, seedColleague } from '../../../test/staff-fixtures.ts'

let core: Core
let admin: PrincipalStatement
let ana: Colleague
let ben: Colleague
beforeAll(async () => {
  core = await startCore({ STANDARD_SCOPE: 'team' })
  admin = await core.admin()
  ana = await seedColleague(core, 'standard')
  ben = await seedColleague(core, 'standard')
})
afterAll(() => core.close())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const ask = (as: PrincipalStatement, method: Method, url: string, payload?: object, headers = {}) =>
  core.ask(as, { method, url, headers, ...(payload && { payload }) })

async function addTeam(name: string, members: Colleague[]): Promise<{ id: string; version: number }> {
  const answer = await ask(admin, 'POST', '/teams', { name, members: members.map((member) => member.admin.id) })
  expect(answer.statusCode).toBe(201)
  return answer.json()
}
const listed = async () => (await ask(admin, 'GET', '/teams')).json()
const statusOf = async ({ as }: Colleague, client: string) => (await ask(as, 'GET', `/clients/${client}`)).statusCode
const eventsOf = (id: string) =>
  auditEvents(core.app.db).select(['action', 'fields']).where('subject_id', '=', id).execute()

describe('teams', () => {
  it('given a power admin, when a team is added, changed and deleted, then it is listed so, and on the trail', async () => {
    const { id, version } = await addTeam(' Hialeah ', [ana])
    expect(await listed()).toMatchObject([{ id, name: 'Hialeah', members: [ana.admin.id] }])
    const changed = await ask(admin, 'PUT', `/teams/${id}`, { name: 'Doral', members: [ben.admin.id] })
    expect(changed.json()).toMatchObject({ name: 'Doral', members: [ben.admin.id], version: version + 1 })
    const stale = { 'if-match': `"${version}"` }
    expect((await ask(admin, 'PUT', `/teams/${id}`, { name: 'Kendall' }, stale)).json()).toMatchObject({
      code: 'EDIT_CONFLICT',
    })
    expect((await ask(admin, 'DELETE', `/teams/${id}`)).statusCode).toBe(204)
    expect(await listed()).toEqual([])
    expect(await eventsOf(id)).toEqual([
      { action: 'team.created', fields: ['name', 'members'] },
      { action: 'team.changed', fields: ['name', 'members'] },
      { action: 'team.deleted', fields: [] },
    ])
  })

  it('given a taken name, a blank one, or members who are not staff, when a team is added or changed, then 400', async () => {
    const { id } = await addTeam('Miami', [])
    const other = await addTeam('Tampa', [])
    const refused = [
      await ask(admin, 'POST', '/teams', { name: 'MIAMI', members: [] }),
      await ask(admin, 'POST', '/teams', { name: ' ', members: [] }),
      await ask(admin, 'POST', '/teams', { name: 'Orlando', members: [crypto.randomUUID()] }),
      await ask(admin, 'PUT', `/teams/${other.id}`, { name: 'miami' }),
    ]
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400])
    expect((await listed()).map(({ name }: { name: string }) => name)).toEqual(['Miami', 'Tampa'])
    for (const team of [id, other.id]) await ask(admin, 'DELETE', `/teams/${team}`)
  })

  it('given a standard admin or nobody, when teams are changed, then 403 or 401, also to join one; standard admins list them', async () => {
    const { id } = await addTeam('Miami', [ben])
    const join = { members: [ana.admin.id, ben.admin.id] }
    for (const [as, status] of [
      [ana.as, 403],
      [nobody, 401],
    ] as const) {
      const refused = [
        await ask(as, 'POST', '/teams', { name: 'Own', members: [] }),
        await ask(as, 'PUT', `/teams/${id}`, join),
        await ask(as, 'GET', `/teams/${id}/holdings`),
        await ask(as, 'DELETE', `/teams/${id}`),
      ]
      expect(refused.map(({ statusCode }) => statusCode)).toEqual([status, status, status, status])
    }
    expect((await ask(ana.as, 'GET', '/teams')).json()).toMatchObject([{ id, members: [ben.admin.id] }])
    expect((await ask(admin, 'PUT', `/teams/${crypto.randomUUID()}`, join)).statusCode).toBe(404)
    await ask(admin, 'DELETE', `/teams/${id}`)
  })
})

describe('the clients of a team', () => {
  it('given a client added by somebody of one team, when its members change, then they see it from the next call on, or no longer', async () => {
    const { id } = await addTeam('Hialeah', [ana])
    const client = await seedClient(core, ana.as)
    expect((await ask(ana.as, 'GET', `/clients/${client}`)).json()).toMatchObject({ team_id: id })
    expect(await statusOf(ben, client)).toBe(404)
    await ask(admin, 'PUT', `/teams/${id}`, { members: [ana.admin.id, ben.admin.id] })
    expect(await statusOf(ben, client)).toBe(200)
    await ask(admin, 'PUT', `/teams/${id}`, { members: [] })
    expect([await statusOf(ana, client), await statusOf(ben, client)]).toEqual([200, 404])
    await ask(admin, 'DELETE', `/teams/${id}`)
  })

  it('given clients of a team, when it is deleted, then they have none, their owners stay, and each trail says so', async () => {
    const { id } = await addTeam('Hialeah', [ana, ben])
    const client = await seedClient(core, ana.as)
    expect(await statusOf(ben, client)).toBe(200)
    expect((await ask(admin, 'GET', `/teams/${id}/holdings`)).json()).toEqual({ clients: 1 })
    await ask(admin, 'DELETE', `/teams/${id}`)
    const record = (await ask(ana.as, 'GET', `/clients/${client}`)).json()
    expect(record).toMatchObject({ owner_id: ana.admin.id, team_id: null })
    expect(await statusOf(ben, client)).toBe(404)
    expect(await eventsOf(client)).toContainEqual({ action: 'client.changed', fields: ['team_id'] })
  })

  it('given an unknown team, or nothing, when it is named for a client, then 400, and the client stays', async () => {
    const client = await seedClient(core, ana.as)
    const url = `/clients/${client}/owner`
    expect((await ask(ana.as, 'PUT', url, { team_id: client })).statusCode).toBe(400)
    expect((await ask(ana.as, 'PUT', url, {})).statusCode).toBe(400)
    expect((await ask(admin, 'POST', '/clients/hand-over', { client_ids: [client] })).statusCode).toBe(400)
    expect((await ask(ana.as, 'GET', `/clients/${client}`)).json()).toMatchObject({
      owner_id: ana.admin.id,
      team_id: null,
    })
  })

  it('given all clients of somebody, when they are given a team alone, then the owner stays and its members see them', async () => {
    const owner = await seedColleague(core, 'standard')
    const client = await seedClient(core, owner.as)
    const { id } = await addTeam('Kendall', [ben])
    const answer = await ask(admin, 'POST', `/admin/${owner.admin.id}/clients/hand-over`, { team_id: id })
    expect(answer.json()).toEqual({ clients: 1 })
    expect(await statusOf(ben, client)).toBe(200)
    expect((await ask(ben.as, 'GET', `/clients/${client}`)).json()).toMatchObject({ owner_id: owner.admin.id })
  })
})
