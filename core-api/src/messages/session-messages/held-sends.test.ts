import type { PrincipalStatement } from '@agency/contract/principal'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { seedMade } from '../../../test/identity-fixtures.ts'
import type { SeededSession } from '../../../test/session-fixtures.ts'
import { seedColleague } from '../../../test/staff-fixtures.ts'

let core: Core
let assistant: PrincipalStatement
let other: PrincipalStatement
beforeAll(async () => {
  core = await startCore({ DEMO: 'true' })
  assistant = (await seedColleague(core, 'assistant', { first_name: 'Rui', last_name: 'Paz' })).as
  other = (await seedColleague(core, 'assistant')).as
})
afterAll(() => core.close())

const urlOf = ({ session }: SeededSession) => `/session/${session.session_code}/messages`
const send = (journey: SeededSession, as: PrincipalStatement, payload: object = { link: 'email', passcode: 'text' }) =>
  core.ask(as, { method: 'POST', url: urlOf(journey), payload })
const release = (journey: SeededSession, as: PrincipalStatement) =>
  core.ask(as, { method: 'POST', url: `${urlOf(journey)}/release` })
const change = ({ clientId }: SeededSession, as: PrincipalStatement, payload: object) =>
  core.ask(as, { method: 'PUT', url: `/clients/${clientId}`, payload })
const queued = ({ session }: SeededSession) =>
  core.app.db
    .selectFrom('outbox_messages')
    .select(['kind', 'destination'])
    .where('session_id', '=', session.id)
    .execute()
const stored = ({ session }: SeededSession) =>
  core.app.db
    .selectFrom('sessions')
    .select(['sent_at', 'encrypted_code_destinations', 'held_send'])
    .where('id', '=', session.id)
    .executeTakeFirstOrThrow()

/** A session whose contact an assistant has changed. */
async function seedChanged(): Promise<SeededSession> {
  const journey = await seedMade(core, assistant)
  expect((await change(journey, assistant, { primary_phone: '4155550188' })).statusCode).toBe(200)
  return journey
}

describe('a Send by whoever changed the contact and may not see passcodes', () => {
  it('given a changed number, when they send, then nothing is queued or fixed, and the session says who waits for what', async () => {
    const journey = await seedChanged()
    const before = await stored(journey)
    const answer = await send(journey, assistant)
    expect([answer.statusCode, answer.json().held]).toEqual([
      200,
      { link: 'email', passcode: 'text', at: expect.any(String), by: 'Rui Paz' },
    ])
    expect(await queued(journey)).toEqual([])
    expect(await stored(journey)).toMatchObject({
      sent_at: null,
      encrypted_code_destinations: before.encrypted_code_destinations,
    })
    expect(answer.json().contact_changes).toEqual([{ field: 'phone', since: expect.any(String), by: 'Rui Paz' }])
  })

  it('given a personal line, when they send, then 409 says that it cannot wait, and nothing is held', async () => {
    const journey = await seedChanged()
    const answer = await send(journey, assistant, { link: 'email', passcode: 'text', note: 'Until soon' })
    expect([answer.statusCode, answer.json().message]).toEqual([409, expect.stringContaining('personal line')])
    expect((await stored(journey)).sent_at).toBeNull()
  })

  it('given one by hand, when it is asked for, then it waits too: it would fix where codes go', async () => {
    const journey = await seedChanged()
    expect((await send(journey, assistant, { link: 'none', passcode: 'none' })).json().held).not.toBeNull()
    expect((await stored(journey)).sent_at).toBeNull()
  })

  it('given one that waits, when somebody with the right releases it, then it goes; nothing waits any more @full', async () => {
    const journey = await seedChanged()
    await send(journey, assistant)
    expect([(await release(journey, assistant)).statusCode, (await release(journey, other)).statusCode]).toEqual([
      403, 403,
    ])
    const answer = await release(journey, journey.admin)
    expect([answer.statusCode, answer.json().held]).toEqual([200, null])
    expect(await queued(journey)).toHaveLength(2)
    expect((await release(journey, journey.admin)).statusCode).toBe(409)
  })

  it('given one that waits, when the contact is changed again before the release, then 409, and nothing goes @full', async () => {
    const journey = await seedChanged()
    await send(journey, assistant)
    await change(journey, assistant, { primary_phone: '4155550199' })
    const answer = await release(journey, journey.admin)
    expect([answer.statusCode, answer.json().message]).toEqual([409, expect.stringContaining('changed since')])
    expect(await queued(journey)).toEqual([])
  })

  it('given anybody else, when they send, then it goes at once, with the mark', async () => {
    const journey = await seedChanged()
    const answer = await send(journey, other)
    expect(answer.json()).toMatchObject({ held: null, contact_changes: [{ by: 'Rui Paz' }] })
    expect(await queued(journey)).toHaveLength(2)
  })

  it('given a change of eight days ago, when they send, then it goes at once', async () => {
    const journey = await seedChanged()
    await core.app.db
      .updateTable('contact_changes')
      .set({ changed_at: sql<string>`now() - interval '8 days'` })
      .where('client_id', '=', journey.clientId)
      .execute()
    expect((await send(journey, assistant)).json().held).toBeNull()
    expect(await queued(journey)).toHaveLength(2)
  })

  it('given a client that they have added, when they send, then it waits', async () => {
    const payload = { client_last_name: 'New', primary_email: 'own@example.com', primary_phone: '4155550188' }
    const { id } = (await core.ask(assistant, { method: 'POST', url: '/clients', payload })).json()
    const start = { client_id: id, session_type: 'custom', passcode: null }
    const session = (await core.ask(assistant, { method: 'POST', url: '/session', payload: start })).json()
    expect((await send({ admin: assistant, clientId: id, session }, assistant)).json().held).not.toBeNull()
  })

  it('given a message to retry and destinations to replace, when they ask for it, then 409 says who can', async () => {
    const journey = await seedMade(core)
    await send(journey, journey.admin)
    await core.app.db
      .updateTable('outbox_messages')
      .set({ state: 'dead', encrypted_message: null })
      .where('session_id', '=', journey.session.id)
      .execute()
    const { messages } = (await core.ask(assistant, { method: 'GET', url: urlOf(journey) })).json()
    await change(journey, assistant, { primary_phone: '4155550188' })
    const asked = [
      await core.ask(assistant, { method: 'POST', url: `${urlOf(journey)}/${messages[0].id}/retry` }),
      await core.ask(assistant, { method: 'PUT', url: `/session/${journey.session.session_code}/code-destinations` }),
    ]
    for (const answer of asked)
      expect([answer.statusCode, answer.json().message]).toEqual([409, expect.stringContaining('A colleague')])
  })
})
