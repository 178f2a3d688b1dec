import type { PrincipalStatement } from '@agency/contract/principal'
import { sql } from 'kysely'
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
  core = await startCore({ STANDARD_SCOPE: 'own' })
  admin = await core.admin()
  ana = await seedColleague(core, 'standard', { first_name: 'Ana', last_name: 'Lima' })
  ben = await seedColleague(core, 'standard', { first_name: 'Ben', last_name: 'Okafor' })
})
afterAll(() => core.close())

type Headers = Record<string, string>
const post = (as: PrincipalStatement, url: string, payload: object, headers: Headers = {}) =>
  core.ask(as, { method: 'POST', url, payload, headers })
const handOver = (as: PrincipalStatement, client_ids: string[], owner_id: string | null, headers?: Headers) =>
  post(as, '/clients/hand-over', { client_ids, owner_id }, headers)
const handOverAll = (as: PrincipalStatement, from: Colleague, owner_id: string | null, headers?: Headers) =>
  post(as, `/admin/${from.admin.id}/clients/hand-over`, { owner_id }, headers)
const newKey = () => ({ 'idempotency-key': `"${crypto.randomUUID()}"` })

const clientOf = ({ as }: Colleague, changes: object = {}) => seedClient(core, as, changes)
async function ownersOf(ids: string[]) {
  const { rows } = await sql<{ owner_id: string | null }>`SELECT owner_id FROM clients WHERE id = ANY(${ids}::uuid[])
    ORDER BY array_position(${ids}::uuid[], id)`.execute(core.app.db)
  return rows.map(({ owner_id }) => owner_id)
}
const eventsOf = (id: string) =>
  auditEvents(core.app.db)
    .select(['action', 'actor_id', 'fields', 'detail'])
    .where('subject_id', '=', id)
    .where('action', 'in', ['client.changed', 'admin.handed-over'])
    .execute()

describe('handing over some clients', () => {
  it('given own clients, when they are handed over, then the other sees them, and each trail says so', async () => {
    const ids = [await clientOf(ana), await clientOf(ana)]
    const answer = await handOver(ana.as, ids, ben.admin.id)
    expect([answer.statusCode, answer.json()]).toEqual([200, { clients: 2 }])
    expect(await ownersOf(ids)).toEqual([ben.admin.id, ben.admin.id])
    for (const id of ids) {
      expect(await eventsOf(id)).toEqual([
        { action: 'client.changed', actor_id: ana.admin.id, fields: ['owner_id'], detail: null },
      ])
    }
    const verified = await core.ask(admin, { method: 'GET', url: '/audit/verification' })
    expect(verified.json()).toMatchObject({ valid: true, broken: [] })
  })

  it('given the call again after its answer was lost, when it has the same key, then the same answer, and nothing is repeated', async () => {
    const id = await clientOf(ana)
    const headers = newKey()
    const first = await handOver(ana.as, [id], ben.admin.id, headers)
    const again = await handOver(ana.as, [id], ben.admin.id, headers)
    expect([first.json(), again.statusCode, again.json()]).toEqual([{ clients: 1 }, 200, { clients: 1 }])
    expect(await eventsOf(id)).toHaveLength(1)
  })

  it('given a client that has that owner, when it is handed over, then its trail has no event', async () => {
    const id = await clientOf(ana)
    expect((await handOver(admin, [id], ana.admin.id)).json()).toEqual({ clients: 1 })
    expect(await eventsOf(id)).toEqual([])
  })

  it('given one client of somebody else among them, when they are handed over, then 404, and none is', async () => {
    const ids = [await clientOf(ana), await clientOf(ben)]
    expect((await handOver(ana.as, ids, null)).statusCode).toBe(404)
    expect(await ownersOf(ids)).toEqual([ana.admin.id, ben.admin.id])
  })

  it('given an archived client among them, when they are handed over, then 409, and none is', async () => {
    const ids = [await clientOf(ana), await clientOf(ana)]
    await core.ask(admin, { method: 'PUT', url: `/clients/${ids[1]}/archived`, payload: { archived: true } })
    expect((await handOver(ana.as, ids, ben.admin.id)).statusCode).toBe(409)
    expect(await ownersOf(ids)).toEqual([ana.admin.id, ana.admin.id])
  })

  it('given nobody known, or an auditor, when clients are handed to them, then 400, and the owner stays', async () => {
    const id = await clientOf(ana)
    const auditor = await seedColleague(core, 'auditor')
    for (const owner of [id, auditor.admin.id, 'x']) {
      expect((await handOver(ana.as, [id], owner)).statusCode).toBe(400)
      const one = { method: 'PUT', url: `/clients/${id}/owner`, payload: { owner_id: owner } } as const
      expect((await core.ask(ana.as, one)).statusCode).toBe(400)
    }
    expect(await ownersOf([id])).toEqual([ana.admin.id])
  })

  it('given nobody logged in, or an assistant, when clients are handed over, then 401 or 403, and the owner stays', async () => {
    const id = await clientOf(ana)
    const assistant = await seedColleague(core, 'assistant')
    expect((await handOver(nobody, [id], null)).statusCode).toBe(401)
    expect((await handOver(assistant.as, [id], null)).statusCode).toBe(403)
    expect(await ownersOf([id])).toEqual([ana.admin.id])
  })

  it('given an editor who saw the former owner, when they name another one, then 409', async () => {
    const id = await clientOf(ana)
    const { version } = (await core.ask(ana.as, { method: 'GET', url: `/clients/${id}` })).json()
    await handOver(admin, [id], ben.admin.id)
    const headers = { 'if-match': `"${version}"` }
    const name = { method: 'PUT', url: `/clients/${id}/owner`, payload: { owner_id: null }, headers } as const
    expect((await core.ask(admin, name)).json()).toMatchObject({ code: 'EDIT_CONFLICT' })
  })
})

describe('handing over all clients of somebody', () => {
  it('given clients, also archived ones, when a power admin hands them over, then all have the other owner', async () => {
    const [from, to] = [await seedColleague(core, 'standard'), await seedColleague(core, 'assistant')]
    const ids = [await clientOf(from), await clientOf(from)]
    await core.ask(admin, { method: 'PUT', url: `/clients/${ids[1]}/archived`, payload: { archived: true } })
    const headers = newKey()
    const first = await handOverAll(admin, from, to.admin.id, headers)
    expect([first.statusCode, first.json()]).toEqual([200, { clients: 2 }])
    expect((await handOverAll(admin, from, to.admin.id, headers)).json()).toEqual({ clients: 2 })
    expect((await handOverAll(admin, from, to.admin.id)).json()).toEqual({ clients: 0 })
    expect(await ownersOf(ids)).toEqual([to.admin.id, to.admin.id])
    expect(await eventsOf(from.admin.id)).toMatchObject([
      { action: 'admin.handed-over', detail: '2 clients to Ana Lima' },
    ])
    for (const id of ids) expect(await eventsOf(id)).toHaveLength(1)
  })

  it('given a standard admin, nobody logged in, or an unknown admin, when all are handed over, then it is refused', async () => {
    const id = await clientOf(ana)
    expect((await handOverAll(ana.as, ana, ben.admin.id)).statusCode).toBe(403)
    expect((await handOverAll(nobody, ana, ben.admin.id)).statusCode).toBe(401)
    expect((await handOverAll(admin, ana, ana.admin.id)).statusCode).toBe(400)
    expect((await handOverAll(admin, ana, id)).statusCode).toBe(400)
    expect((await post(admin, `/admin/${id}/clients/hand-over`, { owner_id: null })).statusCode).toBe(404)
    expect(await ownersOf([id])).toEqual([ana.admin.id])
  })

  it('given more clients than one batch, when they are handed over, then all are, with one event each @full', async () => {
    const [from, to] = [await seedColleague(core, 'standard'), await seedColleague(core, 'standard')]
    await sql`INSERT INTO clients (id, owner_id) SELECT gen_random_uuid(), ${from.admin.id} FROM generate_series(1, 1200)`.execute(
      core.app.db,
    )
    expect((await handOverAll(admin, from, to.admin.id)).json()).toEqual({ clients: 1200 })
    const { rows } = await sql<{ moved: number; told: number }>`
      SELECT count(*)::int AS moved, (SELECT count(*)::int FROM audit_events JOIN clients ON clients.id = client_id
        WHERE action = 'client.changed' AND owner_id = ${to.admin.id}) AS told
      FROM clients WHERE owner_id = ${to.admin.id}`.execute(core.app.db)
    expect(rows).toEqual([{ moved: 1200, told: 1200 }])
  })
})

describe('the clients that the list of staff counts', () => {
  const countedFor = async (as: PrincipalStatement, { admin: { id } }: Colleague) => {
    const list = await core.ask(as, { method: 'GET', url: '/admin/list' })
    const one = await core.ask(as, { method: 'GET', url: `/admin/${id}` })
    const counts = list.json().filter((staff: { id: string }) => staff.id === id)
    expect(one.json().client_count).toBe(counts[0].client_count)
    return one.json().client_count
  }

  it('[AC-07] given a book with an archived client, when it is counted, then without that one, and within the caller’s scope', async () => {
    const eva = await seedColleague(core, 'standard', { first_name: 'Eva', last_name: 'Sá' })
    const [first = '', second = ''] = [await clientOf(eva), await clientOf(eva)]
    expect(await countedFor(admin, eva)).toBe(2)
    expect(await countedFor(eva.as, eva)).toBe(2)
    expect(await countedFor(ana.as, eva)).toBe(0)

    await core.ask(admin, { method: 'PUT', url: `/clients/${first}/archived`, payload: { archived: true } })
    expect(await countedFor(admin, eva)).toBe(1)
    await handOver(eva.as, [second], ana.admin.id)
    expect(await countedFor(admin, eva)).toBe(0)
  })
})
