import type { AuditEvent } from '@agency/contract/audit'
import type { Session } from '@agency/contract/sessions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import {
  consent,
  openAsClient,
  passcode,
  type SeededSession,
  seedForm,
  seedSession,
} from '../../../test/session-fixtures.ts'

let core: Core
beforeAll(async () => {
  core = await startCore({ SESSION_DAYS: '14' })
})
afterAll(() => core.close())

const urlOf = ({ session }: SeededSession) => `/session/${session.session_code}`
const put = ({ admin, session }: SeededSession, payload: object, headers = {}) =>
  core.ask(admin, { method: 'PUT', url: `/session/${session.session_code}`, payload, headers })
const read = async (journey: SeededSession): Promise<Session> =>
  (await core.ask(journey.admin, { method: 'GET', url: `${urlOf(journey)}/details` })).json()
const auth = (journey: SeededSession, typed: string) => {
  const call = { method: 'POST', url: `/api${urlOf(journey)}/auth`, payload: { passcode: typed } } as const
  return core.ask({ kind: 'nobody', address: '203.0.113.50' }, call)
}
const days = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString()
const hasRunOut = ({ session }: SeededSession) =>
  core.app.db
    .updateTable('sessions')
    .set({ expires_at: days(-1) })
    .where('id', '=', session.id)
    .execute()
const actionsOn = async ({ admin, session }: SeededSession) =>
  (await core.ask(admin, { method: 'GET', url: `/audit?session_id=${session.id}` })).json().events

describe('the passcode in answers to changes', () => {
  it('given an older version, when a change conflicts, then neither the stored session’s passcode nor a guess is confirmed', async () => {
    const journey = await seedSession(core)
    await put(journey, { session_type: 'custom' })
    const answer = await put(journey, { session_type: 'renewal' }, { 'if-match': '"1"' })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().current).toMatchObject({ session_type: 'custom', passcode: null })
    expect(answer.body).not.toContain(passcode)
  })

  it('given a change of something else, when the answer shows the passcode, then the trail says so; one’s own new passcode is not an access', async () => {
    const journey = await seedSession(core)
    const of = (action: string) =>
      actionsOn(journey).then((events: AuditEvent[]) => events.filter((e) => e.action === action))
    const answers = [
      await put(journey, { expires_at: days(5) }),
      await core.ask(journey.admin, {
        method: 'PUT',
        url: `${urlOf(journey)}/archived`,
        payload: { archived: true },
      }),
      await core.ask(journey.admin, {
        method: 'PUT',
        url: `${urlOf(journey)}/archived`,
        payload: { archived: false },
      }),
    ]
    for (const answer of answers) expect(answer.json().passcode).toBe(passcode)
    const opened = { action: 'session.opened', fields: ['passcode'] }
    expect(await of('session.opened')).toMatchObject([opened, opened, opened])
    expect((await put(journey, { passcode: 'Sea Lions' })).json().passcode).toBe('Sea Lions')
    expect(await of('session.opened')).toHaveLength(3)
  })
})

describe('editing a session', () => {
  it('[SE-06] given a session, when type, passcode and expiry are changed, then each shows and the trail names them', async () => {
    const journey = await seedSession(core)
    const expires_at = days(3)
    const sent = { session_type: 'renewal', passcode: '  harbor-17 ', expires_at }
    const answer = await put(journey, sent)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ session_type: 'renewal', passcode: 'harbor-17', expires_at })
    expect(answer.headers.etag).toBe(`"${answer.json().version}"`)
    expect((await auth(journey, passcode)).statusCode).toBe(401)
    expect((await auth(journey, 'Harbor-17')).statusCode).toBe(200)
    const changed = (await actionsOn(journey)).filter(({ action }: { action: string }) => action === 'session.changed')
    expect(changed).toMatchObject([{ fields: ['session_type', 'passcode', 'expires_at'], actor_kind: 'admin' }])
    expect(JSON.stringify(changed)).not.toContain('harbor')
  })

  it('given a record as it was read, when it is sent back, then nothing changes, not even the version', async () => {
    const journey = await seedSession(core)
    const { session_type, expires_at, version, passcode: shown } = await read(journey)
    const answer = await put(journey, { session_type, expires_at, passcode: shown, cancelled: false })
    expect(answer.json()).toMatchObject({ version, expires_at })
  })

  it('given a passcode that is removed, when saved, then the client can no longer log in', async () => {
    const journey = await seedSession(core)
    expect((await put(journey, { passcode: ' ' })).json().passcode).toBeNull()
    expect((await auth(journey, passcode)).statusCode).toBe(401)
    expect((await auth(journey, '')).statusCode).toBe(401)
  })

  it.each<[string, object]>([
    ['another passcode', { passcode: 'other' }],
    ['cancelling', { cancelled: true }],
  ])(
    'given a client that is in, when staff save %s, then it is out at once; another client is not',
    async (_what, sent) => {
      const journey = await seedSession(core)
      const client = await openAsClient(core, journey.session)
      const other = await seedSession(core)
      const elsewhere = await openAsClient(core, other.session)
      await put(journey, sent)
      const look = (who: typeof client, { session }: SeededSession) =>
        core.ask(who, { method: 'GET', url: `/sessionforms/session/${session.id}` })
      expect((await look(client, journey)).json().code).toBe('SESSION_EXPIRED')
      expect((await look(elsewhere, other)).statusCode).toBe(200)
    },
  )

  it('given a client that is in, when the time runs out and staff reopen, then the old opening stays closed', async () => {
    const journey = await seedSession(core)
    const client = await openAsClient(core, journey.session)
    const look = () => core.ask(client, { method: 'GET', url: `${urlOf(journey)}/details` })
    await hasRunOut(journey)
    expect((await look()).statusCode).toBe(401)
    await put(journey, { expires_at: days(2) })
    expect((await look()).statusCode).toBe(401)
    expect((await auth(journey, passcode)).statusCode).toBe(200)
  })

  it('given a cancelled session, when it is reopened, then its status is what its documents say, and it can be opened @full', async () => {
    const journey = await seedSession(core)
    const form = await seedForm(core, journey)
    const client = await openAsClient(core, journey.session)
    await consent(core, client, journey.session)
    await core.ask(client, { method: 'POST', url: `/sessionforms/${form.id}/open` })
    expect((await put(journey, { cancelled: true })).json()).toMatchObject({
      status: 'cancelled',
      marked_at: expect.any(String),
      marked_by: 'admin',
    })
    expect((await auth(journey, passcode)).json().code).toBe('GONE')
    const reopened = await put(journey, { cancelled: false })
    expect(reopened.json()).toMatchObject({
      status: 'in_progress',
      expires_at: journey.session.expires_at,
      marked_at: null,
    })
    expect((await auth(journey, passcode)).statusCode).toBe(200)
    const actions = (await actionsOn(journey)).map(({ action }: { action: string }) => action)
    expect(actions).toEqual(expect.arrayContaining(['session.cancelled', 'session.refused', 'session.reopened']))
  })

  it('given a session whose time is over, when it is reopened, then it has as many days as a new one', async () => {
    for (const cancelled of [true, false]) {
      const journey = await seedSession(core)
      if (cancelled) await put(journey, { cancelled })
      await hasRunOut(journey)
      const { status, expires_at } = (await put(journey, { cancelled: false })).json()
      expect(status).toBe('not_started')
      expect(Math.round((Date.parse(expires_at) - Date.now()) / 86_400_000)).toBe(14)
    }
  })

  it.each<[string, object, string]>([
    ['an expiry that is over', { expires_at: '2020-01-02T03:04:05Z' }, 'expires_at'],
    ['an expiry that is no time', { expires_at: 'soon' }, 'expires_at'],
    ['an unknown type', { session_type: 'party' }, 'session_type'],
    ['a property that it does not have', { state: 'completed' }, 'state'],
    ['a long passcode', { passcode: 'x'.repeat(201) }, 'passcode'],
  ])('given %s, when sent, then 400 names the field and the session is unchanged', async (_what, sent, field) => {
    const journey = await seedSession(core)
    const before = await read(journey)
    const answer = await put(journey, { ...sent, cancelled: true })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().details).toMatchObject([{ field }])
    expect(await read(journey)).toEqual(before)
  })
})
