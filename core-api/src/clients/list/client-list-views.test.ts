import type { SavedClientListView } from '@agency/contract/client-list-views'
import type { PrincipalStatement } from '@agency/contract/principal'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminPassword, type Core, nobody, startCore } from '../../../test/core.ts'
import { openAsClient, seedSession } from '../../../test/session-fixtures.ts'

let core: Core
let admin: PrincipalStatement
let other: PrincipalStatement
const url = '/client-list-views'
const view = {
  status: 'unpaid',
  follow_up: null,
  proposing: false,
  sort: 'next_f_u_date',
  order: 'asc',
  columns: ['status', 'next_f_u_date'],
}

beforeAll(async () => {
  core = await startCore()
  admin = await core.admin()
  const name = { first_name: 'First', last_name: 'Admin' }
  await core.app.db.updateTable('admins').set(name).execute()
  other = await addStaff('lee')
})
afterAll(() => core.close())

/** Another member of staff, logged in. */
async function addStaff(username: string): Promise<PrincipalStatement> {
  const payload = {
    email: `${username}@example.com`,
    username,
    role: 'standard',
    first_name: 'Lee',
    last_name: 'Ortiz',
    password: adminPassword,
  }
  expect((await core.ask(admin, { method: 'POST', url: '/admin/create', payload })).statusCode).toBeLessThan(300)
  const login = { username, password: adminPassword }
  const answer = await core.ask(nobody, { method: 'POST', url: '/admin/login', payload: login })
  return { kind: 'admin', id: answer.json().admin_session.id, address: '192.0.2.3' }
}

const save = (as: PrincipalStatement, payload: object) => core.ask(as, { method: 'PUT', url, payload })
const views = async (as: PrincipalStatement): Promise<SavedClientListView[]> =>
  (await core.ask(as, { method: 'GET', url })).json().views

describe('saved views of the client list', () => {
  it('[OF-06] given own and shared views, when listed, then each sees their own and those that are shared', async () => {
    await save(admin, { name: 'To collect', shared: false, view })
    await save(admin, { name: 'All by age', shared: true, view: { ...view, status: null, sort: 'dob', columns: null } })
    expect((await views(admin)).map(({ name, own }) => [name, own])).toEqual([
      ['All by age', true],
      ['To collect', true],
    ])
    expect(await views(other)).toMatchObject([
      { name: 'All by age', own: false, shared: true, owner_name: 'First Admin' },
    ])
  })

  it('[OF-06] given a name of one’s own, when saved again, then it is replaced; another person’s stays', async () => {
    await save(other, { name: 'All by age', shared: false, view })
    const answer = await save(admin, { name: 'All by age', shared: true, view: { ...view, order: 'desc' } })
    expect(answer.json().views).toHaveLength(2)
    expect((await views(admin))[0]?.view).toEqual({ ...view, order: 'desc' })
    expect((await views(other)).map(({ name, own }) => [name, own])).toEqual([
      ['All by age', false],
      ['All by age', true],
    ])
  })

  it('[OF-06] given another person’s view, when it is deleted, then 404 and it stays; one’s own goes', async () => {
    const shared = (await views(other)).find(({ own }) => !own)
    const remove = (as: PrincipalStatement) => core.ask(as, { method: 'DELETE', url: `${url}/${shared?.id}` })
    expect((await remove(other)).statusCode).toBe(404)
    expect(await views(admin)).toHaveLength(2)
    expect((await remove(admin)).statusCode).toBe(204)
    expect(await views(admin)).toHaveLength(1)
  })

  it.each<[string, object, string]>([
    ['no name', { name: '', shared: false, view }, 'name'],
    ['a search', { name: 'x', shared: false, view: { ...view, q: 'Maria' } }, 'q'],
    ['an unknown column to sort by', { name: 'x', shared: false, view: { ...view, sort: 'ssn' } }, 'sort'],
  ])('[OF-06] given %s, when saved, then it is refused and named', async (_what, payload, field) => {
    const answer = await save(admin, payload)
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toContain(field)
    expect(await views(admin)).toHaveLength(1)
  })

  it('[OF-06] given colleagues who share very many views, when listed, then all own ones are there, by name', async () => {
    const own = await addStaff('robin')
    await save(own, { name: 'Zebra', shared: false, view })
    const { id } = await core.app.db
      .selectFrom('admins')
      .select('id')
      .where('username', '=', 'lee')
      .executeTakeFirstOrThrow()
    const shared = Array.from({ length: 300 }, (_, n) => ({
      id: uuid(),
      admin_id: id,
      name: `A ${n}`,
      shared: true,
      view: JSON.stringify(view),
    }))
    await core.app.db.insertInto('client_list_views').values(shared).execute()
    const seen = await views(own)
    expect(seen.filter((each) => each.own).map(({ name }) => name)).toEqual(['Zebra'])
    expect(seen.length).toBeLessThan(300)
    expect(seen.at(-1)?.name).toBe('Zebra')
    const added = shared.map((each) => each.id)
    await core.app.db.deleteFrom('client_list_views').where('id', 'in', added).execute()
  })

  it('[OF-06] given the most own views, when another is saved, then 409 and it is not there; a known name is replaced @full', async () => {
    const own = await addStaff('sam')
    const saved = []
    for (let n = 0; n < 48; n++) saved.push((await save(own, { name: `View ${n}`, shared: false, view })).statusCode)
    expect(new Set(saved)).toEqual(new Set([200]))
    // At once, so that only two of them can be saved.
    const more = await Promise.all(['x', 'y', 'z'].map((name) => save(own, { name, shared: true, view })))
    expect(more.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 409])
    const refused = more.find(({ statusCode }) => statusCode === 409)
    expect(refused?.json()).toMatchObject({ code: 'WRONG_STATE', message: expect.stringContaining('50 saved views') })
    expect((await save(own, { name: 'View 7', shared: true, view })).statusCode).toBe(200)
    const mine = (await views(own)).filter((each) => each.own)
    expect(mine).toHaveLength(50)
    expect(mine.find(({ name }) => name === 'View 7')?.shared).toBe(true)
    await core.app.db.deleteFrom('client_list_views').where('name', 'in', ['x', 'y', 'z', 'View 7']).execute()
  })

  it('[OF-06] given a client or nobody, when asked, then it is refused', async () => {
    const { session } = await seedSession(core)
    const client = await openAsClient(core, session)
    expect((await core.ask(client, { method: 'GET', url })).statusCode).toBe(404)
    expect((await save(client, { name: 'x', shared: true, view })).statusCode).toBe(404)
    expect((await core.ask(nobody, { method: 'GET', url })).statusCode).toBe(401)
    expect(await views(admin)).toHaveLength(1)
  })
})
