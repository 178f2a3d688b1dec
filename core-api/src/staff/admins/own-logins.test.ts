import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, nobody, startCore } from '../../../test/core.ts'
import { address, type Person, secondFactorCalls } from '../../../test/second-factor-fixtures.ts'
import { deviceName } from '../../platform/http/user-agent.ts'

let core: Core
let calls: ReturnType<typeof secondFactorCalls>
beforeAll(async () => {
  core = await startCore()
  calls = secondFactorCalls(core)
})
afterAll(() => core.close())

const listOf = async ({ login }: Pick<Person, 'login'>) => (await calls.ask(login, 'GET', '/admin/me/logins')).json()
const isLive = async (login: Person['login']) => (await calls.ask(login, 'GET', '/admin/me')).statusCode === 200
const idOf = ({ login }: Pick<Person, 'login'>) => (login.kind === 'admin' ? login.id : '')

describe('where you are logged in', () => {
  it('given two logins, when they are listed, then the device, address and times of both, and which is this one', async () => {
    const person = await calls.addPerson()
    const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36'
    const sent = { username: person.username, password: 'correct horse battery staple' }
    await core.ask(calls.from(crypto.randomUUID(), '198.51.100.5'), {
      method: 'POST',
      url: '/admin/login',
      payload: sent,
      headers: { 'user-agent': chrome },
    })
    const times = { created_at: expect.any(String), last_seen_at: expect.any(String) }
    expect((await listOf(person)).toSorted((a: { current: boolean }) => (a.current ? -1 : 1))).toEqual([
      { id: idOf(person), device: 'Unknown browser', address, current: true, ...times },
      { id: expect.any(String), device: 'Chrome on Windows', address: '198.51.100.5', current: false, ...times },
    ])
  })

  it('given logins that have ended, expired or are idle for too long, when they are listed, then they are not there', async () => {
    const person = await calls.addPerson()
    const past = new Date(Date.now() - 1_000).toISOString()
    for (const change of [{ revoked_at: past }, { expires_at: past }, { idle_ends_at: past }]) {
      const other = calls.loginOf(await calls.enter(person.username, crypto.randomUUID()))
      await core.app.db
        .updateTable('admin_sessions')
        .set(change)
        .where('id', '=', idOf({ login: other }))
        .execute()
    }
    expect(await listOf(person)).toHaveLength(1)
  })

  it('[AC-04] given another login of one’s own, when it is ended, then it ends at once; a colleague’s is 404 and stays', async () => {
    const [person, colleague] = [await calls.addPerson(), await calls.addPerson()]
    const other = calls.loginOf(await calls.enter(person.username, crypto.randomUUID()))
    const end = async (as: Person['login'], login: Person['login']) =>
      (await calls.ask(as, 'DELETE', `/admin/me/logins/${idOf({ login })}`)).statusCode
    expect(await end(nobody, other)).toBe(401)
    expect(await end(colleague.login, other)).toBe(404)
    expect(await isLive(other)).toBe(true)
    expect(await end(person.login, other)).toBe(204)
    expect(await end(person.login, other)).toBe(404)
    expect([await isLive(other), await isLive(person.login)]).toEqual([false, true])
    expect((await calls.ask(person.login, 'DELETE', '/admin/me/logins/1')).statusCode).toBe(400)
  })

  it('given three logins, when all others are ended, then this one stays, and a colleague’s too', async () => {
    const [person, colleague] = [await calls.addPerson(), await calls.addPerson()]
    const others = []
    for (let n = 0; n < 2; n++) others.push(calls.loginOf(await calls.enter(person.username, crypto.randomUUID())))
    expect((await calls.ask(nobody, 'POST', '/admin/me/logins/end-others')).statusCode).toBe(401)
    expect((await calls.ask(person.login, 'POST', '/admin/me/logins/end-others')).statusCode).toBe(204)
    expect(await Promise.all([...others, person.login, colleague.login].map(isLive))).toEqual([
      false,
      false,
      true,
      true,
    ])
  })
})

describe('a login from a new device', () => {
  it('given a browser that the account knows, or its first one, when it logs in, then nothing is sent; from another, one message', async () => {
    const person = await calls.addPerson()
    const told = () =>
      core.app.db.selectFrom('outbox_messages').select('kind').where('admin_id', '=', person.id).execute()
    await calls.enter(person.username, person.device)
    expect(await told()).toEqual([])
    const device = crypto.randomUUID()
    await calls.enter(person.username, device)
    await calls.enter(person.username, device)
    expect(await told()).toEqual([{ kind: 'new-device' }])
  })
})

describe('the name of a device', () => {
  it.each([
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15',
      'Safari on macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/150 Mobile Safari/604.1',
      'Chrome on iPhone',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 Edg/150.0',
      'Microsoft Edge on Windows',
    ],
    ['Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0', 'Firefox on Android'],
    ['curl/8.5.0', 'Unknown browser'],
    ['', 'Unknown browser'],
  ])('given %s, when it logs in, then it is called %s', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name)
  })
})
