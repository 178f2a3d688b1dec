import { AsyncLocalStorage } from 'node:async_hooks'
import type * as argon2 from '@node-rs/argon2'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { seedSession } from '../../../test/session-fixtures.ts'

// Test files share what they loaded: this one needs a product that was loaded with the counting hash.
vi.hoisted(() => vi.resetModules())
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof argon2>()
  return { ...real, verify: vi.fn(real.verify) }
})

let core: Core
let code: string
beforeAll(async () => {
  core = await startCore()
  code = (await seedSession(core)).session.session_code
})
afterAll(() => core.close())
afterAll(() => vi.resetModules())

/** The statements of the call that runs; the service's own work beside it has no such list. */
const ofCall = new AsyncLocalStorage<unknown[]>()

/** The statements that a refused attempt sends to the database, without their values, and how many hashes it checks. */
async function workOf(url: string, payload: object, address: string) {
  const { verify } = await import('@node-rs/argon2')
  vi.mocked(verify).mockClear()
  const { query } = pg.Client.prototype
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    ofCall.getStore()?.push(given[0])
    return Reflect.apply(query, this, given)
  })
  const asked: unknown[] = []
  const call = { method: 'POST', url, payload } as const
  const answer = await ofCall.run(asked, () => core.ask({ kind: 'nobody', address }, call))
  expect(answer.statusCode).toBe(401)
  spy.mockRestore()
  const statements = asked.map((statement) => JSON.stringify(Reflect.get(Object(statement), 'text') ?? statement))
  return { statements, hashes: vi.mocked(verify).mock.calls.length }
}

describe('a refused attempt', () => {
  it('given an unknown code and a wrong passcode, when tried, then both cost the same statements', async () => {
    const known = await workOf(`/api/session/${code}/auth`, { passcode: 'wrong' }, '203.0.113.90')
    const unknown = await workOf('/api/session/ZZZZZZZZZZZZ/auth', { passcode: 'wrong' }, '203.0.113.91')
    expect(unknown).toEqual(known)
    expect(known.statements.length).toBeGreaterThan(3)
  })

  it('given the try that begins a wait, when its code is unknown, then it costs the same statements as with a known one', async () => {
    const lastFree = async (tried: string, address: string) => {
      const url = `/api/session/${tried}/auth`
      for (let n = 0; n < 4; n++) await workOf(url, { passcode: 'wrong' }, address)
      return workOf(url, { passcode: 'wrong' }, address)
    }
    const known = await lastFree(code, '203.0.113.96')
    expect(await lastFree('YYYYYYYYYYYY', '203.0.113.97')).toEqual(known)
    expect(known.statements.join()).toContain('audit_events')
  })

  it('given a session without a passcode, when tried, then it costs the same statements', async () => {
    const { session } = await seedSession(core, { passcode: null })
    const open = await workOf(`/api/session/${session.session_code}/auth`, { passcode: 'wrong' }, '203.0.113.92')
    expect(open).toEqual(await workOf(`/api/session/${code}/auth`, { passcode: 'wrong' }, '203.0.113.93'))
  })

  it('given a flood from one address, when a code is unknown, then it costs the same statements as a known one, undone at the end', async () => {
    const address = '203.0.113.98'
    const tryCode = (tried: string) => workOf(`/api/session/${tried}/auth`, { passcode: 'wrong' }, address)
    for (let n = 0; n < 60; n++) await tryCode(`${n}`.padStart(12, 'Z'))
    const known = await tryCode(code)
    const unknown = await tryCode('XXXXXXXXXXXX')
    expect(known.statements).toContain('"RELEASE SAVEPOINT work"')
    const kept = unknown.statements.map((text) => text.replace('ROLLBACK TO SAVEPOINT', 'RELEASE SAVEPOINT'))
    expect(kept).toEqual(known.statements)
  })

  it('given an unknown name and a wrong password, when tried, then both cost the same statements and one hash', async () => {
    const known = await workOf('/admin/login', { username: 'admin', password: 'wrong' }, '203.0.113.94')
    const unknown = await workOf('/admin/login', { username: 'nimda', password: 'wrong' }, '203.0.113.95')
    expect(unknown).toEqual(known)
    expect(known.hashes).toBe(1)
  })
})
