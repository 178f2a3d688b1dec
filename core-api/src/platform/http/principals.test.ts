import {
  type PrincipalStatement,
  principalAudience,
  principalHeader,
  principalIssuer,
} from '@agency/contract/principal'
import { createSigner } from 'fast-jwt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'

let core: Core
let admin: PrincipalStatement
beforeAll(async () => {
  core = await startCore()
  admin = await core.admin()
})
afterAll(() => core.close())

const claims = { iss: principalIssuer, aud: principalAudience }

/** A statement signed by a BFF whose clock is some seconds ahead, or behind when they are negative. */
function stateAt(seconds: number, { key = core.config.PRINCIPAL_SECRET, stated = claims }: Partial<Signed> = {}) {
  const sign = createSigner({ key, algorithm: 'HS256', expiresIn: 30_000, clockTimestamp: Date.now() + seconds * 1000 })
  return sign({ ...admin, ...stated })
}
interface Signed {
  key: string
  stated: object
}

const ask = (statement: string) => core.app.inject({ url: '/admin/list', headers: { [principalHeader]: statement } })

describe('the statement of who is asking', () => {
  it.each([40, -55, 86_400])(
    'given a BFF whose clock is %i s off, when it asks, then 503 says by how much the clocks differ',
    async (seconds) => {
      const answer = await ask(stateAt(seconds))
      expect(answer.statusCode).toBe(503)
      const { code, message } = answer.json()
      expect(code).toBe('CLOCK_SKEW')
      const [, told] = /differ by (\d+) seconds/.exec(message) ?? []
      expect(Math.abs(Number(told) - Math.abs(seconds))).toBeLessThanOrEqual(5)
      expect(core.app.lastRefusedStatement()).toMatchObject({ seconds: Number(told) })
    },
  )

  it.each([8, 0, -30])('given a BFF whose clock is %i s off, when it asks, then it is answered', async (seconds) => {
    expect((await ask(stateAt(seconds))).statusCode).toBe(200)
  })

  it.each([
    ['of another key', { key: 'x'.repeat(44) }],
    ['without an audience', { stated: { iss: principalIssuer } }],
    ['without an issuer', { stated: { aud: principalAudience } }],
    ['for another audience', { stated: { ...claims, aud: 'admin-app' } }],
    ['of another issuer', { stated: { ...claims, iss: 'else' } }],
    ['about nobody known', { stated: { ...claims, kind: 'root' } }],
  ])('given a statement %s, when it is sent, in time or not, then 401', async (_what, signed) => {
    for (const seconds of [0, 3_600]) {
      const answer = await ask(stateAt(seconds, signed))
      expect(answer.statusCode).toBe(401)
      expect(answer.json().code).toBe('NOT_SIGNED_IN')
    }
  })

  it('given a statement that never ends, when it is sent, then 401', async () => {
    const sign = createSigner({ key: core.config.PRINCIPAL_SECRET, algorithm: 'HS256' })
    expect((await ask(sign({ ...admin, ...claims }))).statusCode).toBe(401)
  })
})

describe('calls of one login at the same time', () => {
  it('given a login that ends while others are answered, when called afterwards, then it is refused', async () => {
    const login = await core.logIn()
    const own = (method: 'GET' | 'POST', url: string) => core.ask(login, { method, url })
    const many = Array.from({ length: 12 }, () => own('GET', '/admin/list'))
    expect((await own('POST', '/admin/logout')).statusCode).toBe(204)
    expect((await own('GET', '/admin/list')).statusCode).toBe(401)
    expect((await many[0])?.statusCode).toBe(200)
    await Promise.all(many)
  })

  it('given calls of two logins, when answered, then each acts as its own', async () => {
    const logins = [await core.logIn(), await core.logIn()] as const
    await core.ask(logins[0], { method: 'POST', url: '/admin/logout' })
    const asked = [...logins, ...logins].map((login) => core.ask(login, { method: 'GET', url: '/admin/list' }))
    expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual([401, 200, 401, 200])
  })
})
