import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '../../../test/audit-events.ts'
import { type Core, startCore } from '../../../test/core.ts'
import { seedClient } from '../../../test/session-fixtures.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

const ask = async (method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, payload?: object) =>
  core.ask(await core.admin(), { method, url, ...(payload ? { payload } : {}) })

async function addAdmin(username: string): Promise<string> {
  const email = `${username}@example.com`
  const names = { first_name: username, last_name: 'Prado', role: 'standard' }
  const payload = { username, email, ...names, password: 'a long word for tests' }
  return (await ask('POST', '/admin/create', payload)).json().id
}

/** An admin who looks after a client and has a shared view and one of their own. */
async function addHolder(username: string) {
  const id = await addAdmin(username)
  const client = await seedClient(core, await core.admin())
  await ask('PUT', `/clients/${client}/owner`, { owner_id: id })
  const view = { status: null, follow_up: null, proposing: false, sort: 'dob', order: 'asc', columns: null }
  for (const [name, shared] of [
    ['Due', true],
    ['Mine', false],
  ] as const) {
    const row = {
      id: crypto.randomUUID(),
      admin_id: id,
      name: `${name} ${username}`,
      shared,
      view: JSON.stringify(view),
    }
    await core.app.db.insertInto('client_list_views').values(row).execute()
  }
  return { id, client }
}

const ownerOf = async (client: string) => (await ask('GET', `/clients/${client}`)).json().owner_id
const viewsOf = (id: string) =>
  core.app.db.selectFrom('client_list_views').select('name').where('admin_id', '=', id).orderBy('name').execute()

describe('deleting an admin', () => {
  it('[OF-10] given clients and shared views, when a successor is named, then they have them, and the trail says so @full', async () => {
    const { id, client } = await addHolder('olga')
    const successor = await addAdmin('rita')
    expect((await ask('GET', `/admin/${id}/holdings`)).json()).toEqual({ clients: 1, shared_views: 1 })
    expect((await ask('DELETE', `/admin/${id}?successor=${successor}`)).statusCode).toBe(204)
    expect(await ownerOf(client)).toBe(successor)
    expect(await viewsOf(successor)).toEqual([{ name: 'Due olga' }])
    const events = auditEvents(core.app.db).select(['action', 'detail']).where('subject_id', '=', id)
    expect(await events.execute()).toEqual(
      expect.arrayContaining([
        { action: 'admin.handed-over', detail: '1 client and 1 saved view to rita Prado' },
        { action: 'admin.deleted', detail: null },
      ]),
    )
  })

  it('[OF-10] given a view of the same name, when it is taken over, then it has the name of its former owner too @full', async () => {
    const [first, second, successor] = [await addHolder('eva'), await addHolder('ines'), await addAdmin('sara')]
    const rename = core.app.db.updateTable('client_list_views').set({ name: 'Due' }).where('shared', '=', true)
    for (const { id } of [first, second]) await rename.where('admin_id', '=', id).execute()
    for (const { id } of [first, second]) await ask('DELETE', `/admin/${id}?successor=${successor}`)
    expect(await viewsOf(successor)).toEqual([{ name: 'Due' }, { name: 'Due (ines)' }])
  })

  it('[OF-10] given no successor, when the admin is deleted, then the clients have no owner', async () => {
    const { id, client } = await addHolder('nina')
    expect((await ask('DELETE', `/admin/${id}`)).statusCode).toBe(204)
    expect(await ownerOf(client)).toBeNull()
  })

  it('[OF-10] given an unknown successor, or the admin itself, when deleted, then 400 and nothing changes', async () => {
    const { id, client } = await addHolder('paula')
    for (const successor of [id, client])
      expect((await ask('DELETE', `/admin/${id}?successor=${successor}`)).statusCode).toBe(400)
    expect(await ownerOf(client)).toBe(id)
  })
})
