import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, nobody, startCore } from '../../../test/core.ts'
import { heldBody, sendOverlapping } from '../../../test/held-calls.ts'
import {
  consent,
  openAsClient,
  passcode,
  type SeededSession,
  seedForm,
  seedSession,
  signature,
} from '../../../test/session-fixtures.ts'
import { readForm, step } from '../../../test/signing-steps.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

const urlOf = ({ session }: SeededSession) => `/session/${session.session_code}`
const change = (journey: SeededSession, payload: object) =>
  core.ask(journey.admin, { method: 'PUT', url: urlOf(journey), payload })

const archive = (journey: SeededSession) =>
  core.ask(journey.admin, { method: 'PUT', url: `${urlOf(journey)}/archived`, payload: { archived: true } })

describe('a call whose body arrives after its login has ended', () => {
  const endings: [string, (journey: SeededSession) => Promise<{ statusCode: number }>][] = [
    ['cancelled', (journey) => change(journey, { cancelled: true })],
    ['given another passcode', (journey) => change(journey, { passcode: 'another 42 words' })],
    ['archived', archive],
  ]
  const calls: [string, object][] = [
    ['sign', signature],
    ['decline', { reason: 'Too expensive' }],
  ]
  const cases = endings.flatMap(([state, end]) => calls.map(([call, body]) => ({ state, end, call, body })))

  it.each(cases)(
    'given a client who sends $call, when its session is $state before the body, then 401 and the document is unchanged',
    async ({ end, call, body }) => {
      const journey = await seedSession(core)
      const { id } = await seedForm(core, journey)
      const client = await openAsClient(core, journey.session)
      await step(core, client, id, 'open')
      await consent(core, client, journey.session)
      const { payload, reached, release } = heldBody(JSON.stringify(body))
      const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
      const asked = core.ask(client, { method: 'POST', url: `/sessionforms/${id}/${call}`, headers, payload })
      await reached
      expect((await end(journey)).statusCode).toBe(200)
      release()
      const answer = await asked
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'SESSION_EXPIRED'])
      expect(await readForm(core, journey, id)).toMatchObject({ status: 'viewed', signed_at: null })
    },
  )
})

// The embedded engine has one connection, so nothing happens at the same time.
describe.skipIf(!process.env.TEST_DATABASE_URL)('a login with a passcode that is being changed', () => {
  const logIn = ({ session }: SeededSession) =>
    core.ask(nobody, { method: 'POST', url: `/api/session/${session.session_code}/auth`, payload: { passcode } })
  const passcodeChange = { passcode: 'another 42 words' }

  it('given a login that has not been committed, when the passcode is changed, then the login ends', async () => {
    const journey = await seedSession(core)
    const [login, changed] = await sendOverlapping(
      core,
      () => logIn(journey),
      () => change(journey, passcodeChange),
    )
    expect(changed.statusCode).toBe(200)
    const client = { kind: 'session', id: login.json().portal_session.id, address: '198.51.100.7' } as const
    const read = await core.ask(client, { method: 'GET', url: `/sessionforms/session/${journey.session.id}` })
    expect(read.statusCode).toBe(401)
  })

  it('given a change that has not been committed, when the old passcode is used, then it is refused', async () => {
    const journey = await seedSession(core)
    const [changed, login] = await sendOverlapping(
      core,
      () => change(journey, passcodeChange),
      () => logIn(journey),
    )
    expect(changed.statusCode).toBe(200)
    expect([login.statusCode, login.json().code]).toEqual([401, 'INVALID_PASSCODE'])
  })
})
