import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminPassword, type Core, startCore } from '../../../test/core.ts'
import { passcode, seedSession } from '../../../test/session-fixtures.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

interface Login {
  address: string
  device?: string
  username?: string
  password?: string
}

async function logIn({ username = 'admin', password = 'wrong', ...from }: Login): Promise<number> {
  const call = { method: 'POST', url: '/admin/login', payload: { username, password } } as const
  return (await core.ask({ kind: 'nobody', ...from }, call)).statusCode
}
async function openSession(code: string, typed: string, from: { address: string; device?: string }): Promise<number> {
  const call = { method: 'POST', url: `/api/session/${code}/auth`, payload: { passcode: typed } } as const
  return (await core.ask({ kind: 'nobody', ...from }, call)).statusCode
}

const right = adminPassword
const device = () => crypto.randomUUID()

/** As in the report: 51 guesses from 13 addresses, then 45 more from others. */
async function guessFromEverywhere(guess: (address: string) => Promise<number>): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < 51; n++) statuses.push(await guess(`198.51.100.${n % 13}`))
  for (let n = 0; n < 45; n++) statuses.push(await guess(`198.51.100.${100 + (n % 20)}`))
  return statuses
}
const guessed = (statuses: number[]) => statuses.filter((status) => status === 401).length

describe('an account that is guessed from many addresses', () => {
  it('given the attack, when its owner logs in, then it works at once: on a known browser, and on a new one at another address', async () => {
    const known = device()
    expect(await logIn({ address: '192.0.2.50', device: known, password: right })).toBe(200)
    const statuses = await guessFromEverywhere((address) => logIn({ address, device: device() }))
    expect(guessed(statuses)).toBeLessThanOrEqual(51 + 20)

    // Even from an address that guesses itself.
    expect(await logIn({ address: '198.51.100.100', device: known, password: right })).toBe(200)
    expect(await logIn({ address: '192.0.2.51', password: right })).toBe(200)
    // A colleague whose address takes part in the attack.
    const colleague = { username: 'nobody-yet', address: '198.51.100.100' }
    expect(await logIn(colleague)).toBe(401)
    // Who guesses has to wait all the same.
    expect(await logIn({ address: '198.51.100.100', password: right })).toBe(429)
  })

  it('given the attack, when an address is new, then it has one guess and not five', async () => {
    const statuses = [1, 2, 3].map(() => logIn({ address: '192.0.2.60' }))
    expect((await Promise.all(statuses)).toSorted()).toEqual([401, 429, 429])
  })

  it('given refused tries, when they go on, then neither the account nor the network counts them', async () => {
    const total = async () => {
      const { sum } = core.app.db.fn
      const row = core.app.db.selectFrom('rate_limits').select(sum<string>('count').as('total'))
      return (await row.executeTakeFirstOrThrow()).total
    }
    const before = await total()
    for (let n = 0; n < 10; n++) expect(await logIn({ address: '192.0.2.60' })).toBe(429)
    expect(await total()).toBe(before)
  })
})

describe('a known browser', () => {
  it('given five wrong passwords on it, when the right one follows, then it waits; other browsers do not', async () => {
    const mistyped = { address: '192.0.2.70', device: device() }
    expect(await logIn({ ...mistyped, password: right })).toBe(200)
    for (let n = 0; n < 5; n++) expect(await logIn(mistyped)).toBe(401)
    expect(await logIn({ ...mistyped, password: right })).toBe(429)
    expect(await logIn({ address: '192.0.2.70', password: right })).toBe(200)
  })

  it('given a browser that knows one account, when it tries another one, then it is a stranger there', async () => {
    const mine = device()
    expect(await logIn({ address: '192.0.2.71', device: mine, password: right })).toBe(200)
    for (let n = 0; n < 5; n++) await logIn({ address: '192.0.2.71', device: mine, username: 'another' })
    expect(await logIn({ address: '192.0.2.71', device: device(), username: 'another' })).toBe(429)
  })

  it('given another password, when it logs in, then it is no longer known', async () => {
    const known = () => core.app.db.selectFrom('admin_devices').selectAll().execute()
    expect(await known()).not.toEqual([])
    const admin = await core.logIn()
    const { id } = (await core.ask(admin, { method: 'GET', url: '/admin/me' })).json()
    const payload = { password: right, current_password: right }
    expect((await core.ask(admin, { method: 'PUT', url: `/admin/${id}/password`, payload })).statusCode).toBe(204)
    expect(await known()).toEqual([])
  })
})

describe('an office that shares one address', () => {
  it('given 61 wrong logins from it, also for one of its accounts, when a colleague logs in there, then it works', async () => {
    const address = '203.0.113.80'
    for (let n = 0; n < 61; n++) expect(await logIn({ address, username: `guess ${n}` })).toBe(401)
    expect(await logIn({ address, password: right })).toBe(200)
    expect([await logIn({ address, username: 'x' }), await logIn({ address, username: 'x' })]).toEqual([401, 429])
  })
})

describe('a stranger who fills the audit trail', () => {
  const events = async (address: string) => {
    const rows = core.app.db.selectFrom('audit_events').select(['action', 'subject_id', 'detail'])
    return rows.where('address', '=', address).orderBy('position').execute()
  }

  it('given 500 random session codes from one address, when it tries them, then 61 events are added, and guesses of a real session all are', async () => {
    const address = '203.0.113.81'
    for (let n = 0; n < 500; n++) expect(await openSession(`${n}`.padStart(12, 'Z'), 'wrong', { address })).toBe(401)
    const added = await events(address)
    expect(added.filter(({ action }) => action === 'passcode.refused')).toHaveLength(60)
    expect(added.filter(({ action }) => action === 'passcode.locked')).toMatchObject([
      { detail: 'all from this address: one try per account' },
    ])

    const { session } = await seedSession(core)
    expect(await openSession(session.session_code, 'wrong', { address })).toBe(401)
    expect((await events(address)).filter(({ subject_id }) => subject_id === session.id)).toMatchObject([
      { action: 'passcode.refused' },
      { action: 'passcode.locked', detail: 'from this address: 30 s' },
    ])
    const other = (await seedSession(core)).session
    expect(await openSession(other.session_code, passcode, { address })).toBe(200)
  })

  it('given 100 random user names from one address, when it tries them, then 61 events are added, and a colleague logs in there', async () => {
    const address = '203.0.113.82'
    for (let n = 0; n < 100; n++) expect(await logIn({ address, username: `stranger ${n}` })).toBe(401)
    expect(await events(address)).toHaveLength(61)
    expect(await logIn({ address, password: right })).toBe(200)
  })

  it('given made-up passkeys from one address, when it sends them, then 60 events are added, and the last says so', async () => {
    const from = { kind: 'nobody', address: '203.0.113.83', device: device() } as const
    const passkey = { id: 'eHg', rawId: 'eHg', type: 'public-key', clientExtensionResults: {}, response: {} }
    const response = { clientDataJSON: 'e30', authenticatorData: 'eHg', signature: 'eHg' }
    for (let n = 0; n < 70; n++) {
      const { challenge } = (await core.ask(from, { method: 'POST', url: '/admin/login/passkey' })).json()
      const payload = { challenge, passkey: { ...passkey, response } }
      const answer = await core.ask(from, { method: 'POST', url: '/admin/login/complete', payload })
      expect(answer.json().code).toBe('INVALID_SECOND_FACTOR')
    }
    const added = await events(from.address)
    expect(added).toHaveLength(60)
    expect(added.at(-1)?.detail).toBe('further ones from this address are not recorded')
  })
})

describe('a session whose passcode is guessed from many addresses', () => {
  it('given the attack, when its client opens it, then it works at once: on a known browser, and on a new one at another address', async () => {
    const { session } = await seedSession(core)
    const known = { address: '192.0.2.90', device: device() }
    expect(await openSession(session.session_code, passcode, known)).toBe(200)
    await guessFromEverywhere((address) => openSession(session.session_code, 'wrong', { address }))

    const here = { ...known, address: '198.51.100.100' }
    expect(await openSession(session.session_code, passcode, here)).toBe(200)
    expect(await openSession(session.session_code, passcode, { address: '192.0.2.91' })).toBe(200)
    expect(await openSession(session.session_code, passcode, { address: '198.51.100.100' })).toBe(429)
  })

  it('given another passcode, when the client opens it, then its browser is no longer known', async () => {
    const { session } = await seedSession(core)
    await openSession(session.session_code, passcode, { address: '192.0.2.92', device: device() })
    const known = core.app.db.selectFrom('session_devices').select('device').where('session_id', '=', session.id)
    expect(await known.execute()).toHaveLength(1)
    const call = {
      method: 'PUT',
      url: `/session/${session.session_code}`,
      payload: { passcode: 'another one' },
    } as const
    expect((await core.ask(await core.logIn(), call)).statusCode).toBe(200)
    expect(await known.execute()).toEqual([])
  })
})
