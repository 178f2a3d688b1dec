import { createVerifier } from 'fast-jwt'
import Fastify from 'fastify'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { principalStatements } from './principal-statements.ts'

const secret = 'p'.repeat(32)
const staff = { kind: 'admin', id: '01a1fe2c-2b2e-7171-b77b-9bdc9c23fc5b', address: '192.0.2.1' } as const

async function start() {
  vi.useFakeTimers({ toFake: ['Date'] })
  const app = Fastify()
  await app.register(principalStatements, { secret })
  await app.ready()
  onTestFinished(() => app.close())
  return app
}
afterEach(() => void vi.useRealTimers())

it('given calls of one principal, when they are stated within five seconds, then by one statement, and later by a new one', async () => {
  const app = await start()
  const first = app.statePrincipal(staff)
  vi.setSystemTime(Date.now() + 4_999)
  expect(app.statePrincipal({ ...staff })).toBe(first)
  vi.setSystemTime(Date.now() + 1)
  const second = app.statePrincipal(staff)
  expect(second).not.toBe(first)
  const { iat, exp } = createVerifier({ key: secret })(second)
  expect([iat, exp - iat]).toEqual([Math.floor(Date.now() / 1000), 30])
})

it('given a clock that is set back, when a call is stated, then by a new statement', async () => {
  const app = await start()
  const first = app.statePrincipal(staff)
  vi.setSystemTime(Date.now() - 60_000)
  expect(app.statePrincipal(staff)).not.toBe(first)
})

it.each([
  ['another login', { ...staff, id: '01a1fe2c-37f9-7175-8dab-4dc5f811d209' }],
  ['another address', { ...staff, address: '192.0.2.2' }],
  ['a client', { ...staff, kind: 'session' as const }],
  ['nobody', { kind: 'nobody' as const, address: staff.address }],
  ['nobody, on a known browser', { kind: 'nobody' as const, address: staff.address, device: 'a' }],
  ['nobody, on another browser', { kind: 'nobody' as const, address: staff.address, device: 'b' }],
])(
  'given the statement of a member of staff, when %s calls, then the statement says who it is',
  async (_who, other) => {
    const app = await start()
    app.statePrincipal(staff)
    app.statePrincipal({ kind: 'nobody', address: staff.address, device: 'c' })
    const { iat, exp, iss, aud, ...said } = createVerifier({ key: secret })(app.statePrincipal(other))
    expect(said).toEqual(other)
  },
)
