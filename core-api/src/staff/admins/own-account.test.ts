import type { Account } from '@agency/contract/admins'
import type { PrincipalStatement } from '@agency/contract/principal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminPassword, type Core, nobody, startCore, startCoreForTest } from '../../../test/core.ts'
import { sendOverlapping } from '../../../test/held-calls.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

const password = 'swordfish trombone'
let count = 0

/** A standard admin, with as many logins as are asked for. */
async function colleague(logins = 1): Promise<{ id: string; username: string; logins: PrincipalStatement[] }> {
  const username = `bea${count++}`
  const profile = {
    email: `${username}@example.com`,
    username,
    role: 'standard',
    first_name: 'Bea',
    last_name: 'Ortiz',
  }
  const created = await core.ask(await core.admin(), {
    method: 'POST',
    url: '/admin/create',
    payload: { ...profile, password },
  })
  const all = []
  for (let n = 0; n < logins; n++) all.push(await logIn(username, password))
  return { id: created.json().id, username, logins: all }
}

async function logIn(username: string, typed: string, on = core): Promise<PrincipalStatement> {
  const payload = { username, password: typed }
  const answer = await on.ask(nobody, { method: 'POST', url: '/admin/login', payload })
  if (answer.statusCode !== 200) throw new Error(`The login answered ${answer.statusCode}`)
  return { kind: 'admin', id: answer.json().admin_session.id, address: '192.0.2.9' }
}

const change = (as: PrincipalStatement, id: string, payload: object, on = core) =>
  on.ask(as, { method: 'PUT', url: `/admin/${id}/password`, payload })
const isKnown = async (as: PrincipalStatement) =>
  (await core.ask(as, { method: 'GET', url: '/admin/me' })).statusCode === 200
const first = (login: PrincipalStatement[]) => {
  const [one] = login
  if (!one) throw new Error('no login')
  return one
}

describe('one’s own password', () => {
  it('given a standard admin, when it gives the present one, then it is set, other logins end and this one stays @full', async () => {
    const { id, username, logins } = await colleague(2)
    const body = { password: 'another trombone', current_password: password }
    expect((await change(first(logins), id, body)).statusCode).toBe(204)
    expect(await Promise.all(logins.map(isKnown))).toEqual([true, false])
    await expect(logIn(username, password)).rejects.toThrow('401')
    await logIn(username, 'another trombone')
  })

  it.each([
    ['without the present one', {}, 'current_password', 'Enter your current password.'],
    ['with a wrong one', { current_password: 'wrong' }, 'current_password', 'The current password is wrong.'],
    ['a short one', { current_password: password, password: 'short' }, 'password', 'Use at least 12 characters.'],
    [
      'a common one',
      { current_password: password, password: 'password1234' },
      'password',
      'This password is too common.',
    ],
  ])('given it is sent %s, then 400 says why and the old one stays', async (_how, sent, field, message) => {
    const { id, username, logins } = await colleague()
    const answer = await change(first(logins), id, { password: 'another trombone', ...sent })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().details).toEqual([{ field, message }])
    await logIn(username, password)
  })

  it('given a stolen login, when the present password is guessed, then after five the right one has to wait', async () => {
    const { id, logins } = await colleague()
    const guess = (current_password: string) =>
      change(first(logins), id, { password: 'another trombone', current_password })
    const statuses = []
    for (let n = 0; n < 5; n++) statuses.push((await guess(`guess ${n}`)).statusCode)
    statuses.push((await guess(password)).statusCode)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
  })

  it('given one’s own record, when a password is sent with the profile, then 400 says where to change it', async () => {
    const admin = await core.admin()
    const { id }: Account = (await core.ask(admin, { method: 'GET', url: '/admin/me' })).json()
    const payload = { password: 'another trombone' }
    const answer = await core.ask(admin, { method: 'PUT', url: `/admin/${id}/update`, payload })
    expect(answer.json().details).toMatchObject([
      { field: 'password', message: expect.stringContaining('Your account') },
    ])
    await logIn('admin', adminPassword)
  })
})

// The embedded engine has one connection, so nothing happens at the same time.
describe.skipIf(!process.env.TEST_DATABASE_URL)('one’s own password while it changes', () => {
  const body = { password: 'another trombone', current_password: password }

  it('given a reset that has not been committed, when its owner’s stolen login changes the password, then 401 and the reset stays', async () => {
    const { id, username, logins } = await colleague()
    const admin = await core.logIn()
    const reset = () => change(admin, id, { password: 'reset trombone' })
    const [done, stolen] = await sendOverlapping(core, reset, () => change(first(logins), id, body))
    expect(done.statusCode).toBe(204)
    expect([stolen.statusCode, stolen.json().code]).toEqual([401, 'SESSION_EXPIRED'])
    await logIn(username, 'reset trombone')
  })

  it('given a change that has not been committed, when the same login gives the former password, then it is wrong', async () => {
    const { id, username, logins } = await colleague()
    const changeTo = (next: string) => () => change(first(logins), id, { ...body, password: next })
    const [done, late] = await sendOverlapping(core, changeTo('first trombone'), changeTo('second trombone'))
    expect(done.statusCode).toBe(204)
    expect(late.json().details).toEqual([{ field: 'current_password', message: 'The current password is wrong.' }])
    await logIn(username, 'first trombone')
  })

  it('given the first admin’s set-up that has not been committed, when another login sets it up, then 401 and the first one stays @full', async () => {
    const fresh = await startCoreForTest()
    const setUp = async (next: string) => {
      const as = await fresh.logIn()
      const payload = { first_name: 'Olga', last_name: 'Prado', email: 'olga@example.com', password: next }
      return () => fresh.ask(as, { method: 'POST', url: '/admin/me/setup', payload })
    }
    const [owner, stranger] = [await setUp('first trombone'), await setUp('second trombone')]
    const [done, late] = await sendOverlapping(fresh, owner, stranger)
    expect([done.statusCode, late.statusCode]).toEqual([200, 401])
    await logIn('admin', 'first trombone', fresh)
  })
})

describe('the first admin', () => {
  const profile = { first_name: ' Olga ', last_name: 'Prado', email: 'olga@example.com' }
  const setUp = (on: Core, as: PrincipalStatement, payload: object) =>
    on.ask(as, { method: 'POST', url: '/admin/me/setup', payload: { ...profile, ...payload } })

  it('given its first login, when its owner sets it up, then it has their name, the new password alone works, and that was all @full', async () => {
    const fresh = await startCoreForTest()
    const asked = {
      method: 'POST',
      url: '/admin/login',
      payload: { username: 'admin', password: adminPassword },
    } as const
    const answer = await fresh.ask(nobody, asked)
    expect(answer.json().setup_required).toBe(true)
    const as = { kind: 'admin', id: answer.json().admin_session.id, address: '192.0.2.9' } as const
    const other = await fresh.logIn()

    expect((await setUp(fresh, as, { password: adminPassword })).json().details).toEqual([
      { field: 'password', message: 'Choose a password that differs from the first one.' },
    ])
    expect((await setUp(fresh, as, { password: 'olga@example.com' })).statusCode).toBe(400)
    const done = await setUp(fresh, as, { password })
    expect(done.json()).toMatchObject({ first_name: 'Olga', last_name: 'Prado', setup_required: false })
    expect((await fresh.ask(as, { method: 'GET', url: '/clients' })).statusCode).toBe(200)
    expect((await fresh.ask(other, { method: 'GET', url: '/clients' })).statusCode).toBe(401)
    expect((await fresh.ask(nobody, asked)).statusCode).toBe(401)
    const again = await fresh.ask(nobody, { ...asked, payload: { username: 'admin', password } })
    expect(again.json()).not.toHaveProperty('setup_required')
    expect((await setUp(fresh, as, { password: 'another trombone' })).json().code).toBe('WRONG_STATE')
  })

  it('given an admin that somebody else has added, when it logs in, then nothing is to be set up', async () => {
    const { logins } = await colleague()
    expect((await core.ask(first(logins), { method: 'GET', url: '/admin/me' })).json().setup_required).toBe(false)
    expect((await setUp(core, first(logins), { password: 'another trombone' })).statusCode).toBe(409)
  })

  it.each([
    ['short', 'Use at least 12 characters.'],
    ['administrator', 'too common'],
  ])(
    'given ADMIN_PASSWORD is %s and there is no admin, when the service starts, then it fails with a message that says why',
    async (given, words) => {
      await expect(startCore({ ADMIN_PASSWORD: given })).rejects.toThrow(new RegExp(`^ADMIN_PASSWORD .*${words}`))
    },
  )
})
