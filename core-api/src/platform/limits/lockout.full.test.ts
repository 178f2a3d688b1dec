import type { AuditEvent } from '@agency/contract/audit'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminPassword, type Core, startCore } from '../../../test/core.ts'
import { passcode, seedSession } from '../../../test/session-fixtures.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

const logIn = (address: string, password = 'wrong', username = 'admin') =>
  core.ask({ kind: 'nobody', address }, { method: 'POST', url: '/admin/login', payload: { username, password } })
const openSession = (code: string, address: string, typed = 'wrong') =>
  core.ask(
    { kind: 'nobody', address },
    { method: 'POST', url: `/api/session/${code}/auth`, payload: { passcode: typed } },
  )

async function times(count: number, attempt: (n: number) => ReturnType<typeof logIn>): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < count; n++) statuses.push((await attempt(n)).statusCode)
  return statuses
}
const endWaits = () =>
  sql`UPDATE rate_limits SET blocked_until = now() WHERE blocked_until > now()`.execute(core.app.db)

/** What the trail says of locks, newest first. */
async function locks(query: string): Promise<AuditEvent[]> {
  return (await core.ask(await core.admin(), { method: 'GET', url: `/audit?${query}` })).json().events
}
const details = (events: AuditEvent[]) => events.map(({ detail }) => detail)
const ofLogins = 'action=admin.login-locked'
const ofPasscodes = 'action=passcode.locked'

describe('a login with too many tries', () => {
  it('given a flood of wrong passwords, when a wait begins, then the trail has it once, with account and address', async () => {
    const address = '2001:db8:77:1::a'
    expect(await times(12, () => logIn(address))).toEqual([...Array(5).fill(401), ...Array(7).fill(429)])
    const [admin] = (await core.ask(await core.admin(), { method: 'GET', url: '/admin/list' })).json()
    expect(await locks(ofLogins)).toMatchObject([
      { actor_kind: 'nobody', address, subject_id: admin.id, client_id: null, detail: 'from this address: 30 s' },
    ])
    await endWaits()
    expect(await times(3, () => logIn(address))).toEqual([401, 429, 429])
    expect(details(await locks(ofLogins))).toEqual(['from this address: 60 s', 'from this address: 30 s'])
  })

  it('given the right password in the last free try, when it logs in, then there is no wait and none in the trail', async () => {
    const before = await locks(ofLogins)
    await times(4, () => logIn('203.0.113.21'))
    expect((await logIn('203.0.113.21', adminPassword)).statusCode).toBe(200)
    expect(await locks(ofLogins)).toEqual(before)
  })

  it('given an unknown username, when its lockout begins, then the audit event has neither a subject nor the name', async () => {
    await times(6, () => logIn('203.0.113.22', 'wrong', 'somebody else'))
    const [newest] = await locks(ofLogins)
    expect(newest).toMatchObject({ address: '203.0.113.22', subject_id: null })
    expect(JSON.stringify(newest)).not.toContain('somebody')
  })

  it('given the addresses of one /64, when each tries once, then they are counted as one; the next /64 is not', async () => {
    const statuses = await times(7, (n) => logIn(`2001:db8:77:2:${n}::${n}`))
    expect(statuses).toEqual([...Array(5).fill(401), 429, 429])
    expect((await logIn('2001:db8:77:3::1')).statusCode).toBe(401)
    expect((await locks(ofLogins))[0]).toMatchObject({ address: '2001:db8:77:2:4::4' })
  })

  it('given the networks of one /48, when each tries, then all of them have to wait after 20, and the trail says so', async () => {
    const statuses = await times(24, (n) => logIn(`2001:db8:78:${n}::1`, 'wrong', 'sited'))
    expect(statuses).toEqual([...Array(20).fill(401), ...Array(4).fill(429)])
    expect((await logIn('2001:db8:79::1', 'wrong', 'sited')).statusCode).toBe(401)
    expect(details(await locks(ofLogins))).toContain('from addresses near this one: 30 s')
  })
})

describe('a session with too many tries', () => {
  it('given wrong passcodes from one address, when a wait begins, then it is in the trail of the client', async () => {
    const { session, clientId } = await seedSession(core)
    expect(await times(8, () => openSession(session.session_code, '203.0.113.31'))).toContain(429)
    expect(await locks(`client_id=${clientId}&${ofPasscodes}`)).toMatchObject([
      { actor_kind: 'nobody', address: '203.0.113.31', session_id: session.id, detail: 'from this address: 30 s' },
    ])
    expect((await openSession(session.session_code, '203.0.113.32', passcode)).statusCode).toBe(200)
  })

  it('given wrong passcodes from everywhere, when each address has one try from now on, then that is in the trail once', async () => {
    const { session, clientId } = await seedSession(core)
    const statuses = await times(52, (n) => openSession(session.session_code, `198.51.100.${n}`))
    expect(new Set(statuses)).toEqual(new Set([401]))
    const events = await locks(`client_id=${clientId}&${ofPasscodes}`)
    expect(events).toContainEqual(
      expect.objectContaining({ address: '198.51.100.49', detail: 'from anywhere: one try per address' }),
    )
    expect(
      details(events)
        .join()
        .match(/anywhere/g),
    ).toHaveLength(1)
    expect(await times(2, () => openSession(session.session_code, '198.51.100.77'))).toEqual([401, 429])
  })

  it('given one address that tries many sessions, when it has one try for each from now on, then that is in the trail', async () => {
    const code = (n: number) => `${n}`.padStart(12, 'Z')
    expect(new Set(await times(60, (n) => openSession(code(n), '203.0.113.33')))).toEqual(new Set([401]))
    const events = await locks(ofPasscodes)
    expect(details(events.filter(({ address }) => address === '203.0.113.33'))).toEqual([
      'all from this address: one try per account',
    ])
    expect(await times(2, () => openSession(code(60), '203.0.113.33'))).toEqual([401, 429])
  })
})
