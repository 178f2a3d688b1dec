import type { Admin } from '@agency/contract/admins'
import type { PrincipalStatement } from '@agency/contract/principal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, nobody, startCore, startCoreForTest } from '../../../test/core.ts'

let core: Core
beforeAll(async () => {
  core = await startCore({ ADMIN_MANAGEMENT: 'everyone' })
})
afterAll(() => core.close())

const password = 'swordfish trombone'
let count = 0
const profile = (changes: object = {}) => ({
  email: `ana${++count}@example.com`,
  username: `ana${count}`,
  role: 'standard',
  first_name: 'Ana',
  last_name: 'Lima',
  ...changes,
})

async function create(changes: object = {}, on = core) {
  const payload = { ...profile(), password, ...changes }
  return on.ask(await on.admin(), { method: 'POST', url: '/admin/create', payload })
}

async function logIn({ username }: Admin, typed = password, on = core): Promise<PrincipalStatement | number> {
  const payload = { username, password: typed }
  const answer = await on.ask(nobody, { method: 'POST', url: '/admin/login', payload })
  if (answer.statusCode !== 200) return answer.statusCode
  return { kind: 'admin', id: answer.json().admin_session.id, address: '192.0.2.9' }
}

async function put(path: string, payload: object, as?: PrincipalStatement) {
  return core.ask(as ?? (await core.admin()), { method: 'PUT', url: path, payload })
}

const list = async (as: PrincipalStatement) => (await core.ask(as, { method: 'GET', url: '/clients' })).statusCode
const statement = async (admin: Admin): Promise<PrincipalStatement> => {
  const login = await logIn(admin)
  if (typeof login === 'number') throw new Error(`login answered ${login}`)
  return login
}

describe('keeping the staff', () => {
  it('[AP-08] given a new admin, when created, read, changed and deleted, then each shows, and no password ever @full', async () => {
    const created = await create({ role: 'power' })
    expect(created.statusCode).toBe(201)
    const { id, username }: Admin = created.json()
    expect((await put(`/admin/${id}/update`, { first_name: ' Bia ' })).json()).toMatchObject({
      first_name: 'Bia',
      username,
    })
    const read = await core.ask(await core.admin(), { method: 'GET', url: `/admin/${id}` })
    expect(read.json()).toMatchObject({ first_name: 'Bia', last_name: 'Lima', role: 'power', client_count: 0 })
    expect(created.body + read.body).not.toMatch(/argon2|swordfish/)
    const url = `/admin/${id}`
    expect((await core.ask(await core.admin(), { method: 'DELETE', url })).statusCode).toBe(204)
    expect((await core.ask(await core.admin(), { method: 'GET', url })).statusCode).toBe(404)
    expect(await logIn(created.json())).toBe(401)
  })

  it.each<[string, object, string]>([
    ['a short password', { password: ' eleven char ' }, 'password'],
    ['a common password', { password: 'Password1234!' }, 'password'],
    ['a password made of the user name', { password: 'ana-lima-9999', username: 'ana-lima-9' }, 'password'],
    ['no last name', { last_name: ' ' }, 'last_name'],
    ['an address that is none', { email: 'ana' }, 'email'],
    ['an unknown role', { role: 'root' }, 'role'],
    ['a user name that is taken, in other case', { username: 'ADMIN' }, 'username'],
    ['an unknown field', { title: 'x' }, 'title'],
  ])('given %s, when created, then 400 names the field', async (_what, changes, field) => {
    const answer = await create(changes)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().details).toMatchObject([{ field }])
  })

  it('given an e-mail address that another admin has, in other case, when it is given, then 400 and nothing changed', async () => {
    const taken: Admin = (await create()).json()
    const other: Admin = (await create()).json()
    const email = taken.email.toUpperCase()
    const refused = [await create({ email }), await put(`/admin/${other.id}/update`, { email })]
    for (const answer of refused) expect(answer.json().details).toMatchObject([{ field: 'email' }])
    const read = await core.ask(await core.admin(), { method: 'GET', url: `/admin/${other.id}` })
    expect(read.json()).toMatchObject({ email: other.email, version: other.version })
    expect((await put(`/admin/${taken.id}/update`, { email })).statusCode).toBe(200)
  })

  it('[AD-03] given a new password, when it is set, then old logins end and it alone works', async () => {
    const admin: Admin = (await create()).json()
    const login = await statement(admin)
    expect((await put(`/admin/${admin.id}/password`, { password: 'eleven char' })).statusCode).toBe(400)
    expect(await list(login)).toBe(200)
    expect((await put(`/admin/${admin.id}/password`, { password: 'new secret trombone' })).statusCode).toBe(204)
    expect(await list(login)).toBe(401)
    expect(await logIn(admin)).toBe(401)
    expect(await logIn(admin, 'new secret trombone')).toMatchObject({ kind: 'admin' })
  })

  it('given a changed role, when it is saved, then logins end; a changed name ends none', async () => {
    const admin: Admin = (await create()).json()
    const login = await statement(admin)
    await put(`/admin/${admin.id}/update`, { last_name: 'Souza', password: '' })
    expect(await list(login)).toBe(200)
    await put(`/admin/${admin.id}/update`, { role: 'power' })
    expect(await list(login)).toBe(401)
  })

  it('given a deleted admin, when the login is used, then 401', async () => {
    const admin: Admin = (await create()).json()
    const login = await statement(admin)
    await core.ask(await core.admin(), { method: 'DELETE', url: `/admin/${admin.id}` })
    expect(await list(login)).toBe(401)
  })

  it('given the last power admin, when demoted, or anyone deletes themself, then 409 and nothing changed @full', async () => {
    const alone = await startCoreForTest({ ADMIN_MANAGEMENT: 'everyone' })
    const admin = await alone.admin()
    const [first]: Admin[] = (await alone.ask(admin, { method: 'GET', url: '/admin/list' })).json()
    const demote = { method: 'PUT', url: `/admin/${first?.id}/update`, payload: { role: 'standard' } } as const
    expect((await alone.ask(admin, demote)).json().code).toBe('WRONG_STATE')
    expect((await alone.ask(admin, { method: 'DELETE', url: `/admin/${first?.id}` })).json().code).toBe('WRONG_STATE')
    const other: Admin = (await create({}, alone)).json()
    const login = await logIn(other, password, alone)
    if (typeof login === 'number') throw new Error('no login')
    expect((await alone.ask(login, { method: 'DELETE', url: `/admin/${first?.id}` })).statusCode).toBe(403)
    const list = (await alone.ask(admin, { method: 'GET', url: '/admin/list' })).json()
    expect(list).toMatchObject([{ id: first?.id, role: 'power' }, { id: other.id }])
  })

  it('[AD-06] given a standard admin, when everyone may manage staff, then it may; by default 403 @full', async () => {
    const login = await statement((await create()).json())
    const made = await core.ask(login, { method: 'POST', url: '/admin/create', payload: { ...profile(), password } })
    expect(made.statusCode).toBe(201)

    const strict = await startCoreForTest()
    const standard = await logIn((await create({}, strict)).json(), password, strict)
    if (typeof standard === 'number') throw new Error('no login')
    const payload = { ...profile(), password }
    expect((await strict.ask(standard, { method: 'POST', url: '/admin/create', payload })).statusCode).toBe(403)
    expect((await strict.ask(standard, { method: 'GET', url: '/admin/list' })).json()).toHaveLength(2)
  })

  it('given a standard admin where everyone manages, when it reaches for power, then 403 and nothing changed', async () => {
    const admin: Admin = (await create()).json()
    const login = await statement(admin)
    const power: Admin = (await create({ role: 'power' })).json()
    const payload = { ...profile({ role: 'power' }), password }
    const refused = [
      await put(`/admin/${admin.id}/update`, { role: 'power' }, login),
      await put(`/admin/${power.id}/password`, { password: 'taken over by me' }, login),
      await put(`/admin/${power.id}/update`, { password: 'taken over by me' }, login),
      await core.ask(login, { method: 'POST', url: '/admin/create', payload }),
      await put(`/admin/${power.id}/update`, { email: 'mine@example.com' }, login),
      await put(`/admin/${power.id}/update`, { role: 'standard' }, login),
      await core.ask(login, { method: 'DELETE', url: `/admin/${power.id}` }),
    ]
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403, 403, 403])
    expect(refused[0]?.json().message).toBe('You cannot raise your own access level. Ask an admin with power access.')
    const read = await core.ask(login, { method: 'GET', url: `/admin/${admin.id}` })
    expect(read.json()).toMatchObject({ role: 'standard', version: admin.version })
    expect(await logIn(power)).toMatchObject({ kind: 'admin' })
  })
})
