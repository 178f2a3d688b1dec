import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '../../../test/audit-events.ts'
import { type Core, startCore } from '../../../test/core.ts'
import { consent, openAsClient, type SeededSession, seedForm, seedSession } from '../../../test/session-fixtures.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

const documentsOf = async ({ admin, session }: SeededSession) =>
  (await core.ask(admin, { method: 'GET', url: `/sessionforms/session/${session.id}` })).json().data
const sentOf = async (journey: SeededSession): Promise<(string | null)[]> =>
  (await documentsOf(journey)).map(({ sent_at }: { sent_at: string | null }) => sent_at)
const sentEvents = (id: string) =>
  auditEvents(core.app.db).select(['actor_kind']).where('subject_id', '=', id).where('action', '=', 'sent').execute()

const handOvers = [
  ['Send by hand', 'messages', { link: 'none', passcode: 'none' }],
  ['the first copy of the link', 'handed-over', undefined],
] as const

describe('the hand-over of a session', () => {
  it.each(handOvers)(
    'given two documents, when staff do %s, then both are sent at that moment @full',
    async (_, path, body) => {
      const journey = await seedSession(core)
      const form = await seedForm(core, journey)
      await seedForm(core, journey)
      expect(await sentOf(journey)).toEqual([null, null])
      const { session, admin } = journey
      const url = `/session/${session.session_code}/${path}`

      const answer = await core.ask(admin, { method: 'POST', url, ...(body ? { payload: body } : {}) })

      expect(answer.statusCode).toBeLessThan(300)
      const sent = await sentOf(journey)
      expect(sent).toEqual([expect.any(String), expect.any(String)])
      expect(await sentEvents(form.id)).toEqual([{ actor_kind: 'admin' }])
      await core.ask(admin, { method: 'POST', url: `/session/${session.session_code}/handed-over` })
      expect(await sentOf(journey)).toEqual(sent)
    },
  )

  it('given a sent document, when its client opens it, then it keeps its time and its envelope was sent then', async () => {
    const journey = await seedSession(core)
    const form = await seedForm(core, journey)
    const { session, admin } = journey
    await core.ask(admin, { method: 'POST', url: `/session/${session.session_code}/handed-over` })
    const [sent] = await sentOf(journey)
    const client = await openAsClient(core, session)

    await core.ask(client, { method: 'POST', url: `/sessionforms/${form.id}/open` })

    expect(await sentOf(journey)).toEqual([sent])
    const envelope = await core.app.db
      .selectFrom('envelopes')
      .select(['sent_at'])
      .where('session_form_id', '=', form.id)
      .executeTakeFirst()
    expect(envelope).toEqual({ sent_at: sent })
    expect(await sentEvents(form.id)).toEqual([{ actor_kind: 'admin' }])
  })

  it('given a sent session, when another document is attached, then it is sent at once', async () => {
    const journey = await seedSession(core)
    const { session, admin } = journey
    await core.ask(admin, { method: 'POST', url: `/session/${session.session_code}/handed-over` })

    await seedForm(core, journey)

    expect(await sentOf(journey)).toEqual([expect.any(String)])
  })

  it('[TR-02] given a session that nobody has sent, when its client opens it, then it was handed over just before that', async () => {
    const journey = await seedSession(core)
    const { session, admin } = journey
    const form = await seedForm(core, journey)

    const client = await openAsClient(core, session)

    const [sent] = await sentOf(journey)
    const url = `/session/${session.session_code}/details`
    for (const principal of [admin, client]) {
      const answer = (await core.ask(principal, { method: 'GET', url })).json()
      expect(answer).toMatchObject({ session_state: 'sent', sent_at: expect.any(String) })
    }
    expect(await sentEvents(form.id)).toEqual([{ actor_kind: 'system' }])
    await core.ask(client, { method: 'POST', url: `/sessionforms/${form.id}/open` })
    await consent(core, client, session)
    expect(await sentOf(journey)).toEqual([sent])
    const trail = core.app.db.selectFrom('audit_events').select('action').where('session_id', '=', session.id)
    const acts = (await trail.orderBy('position').execute()).map(({ action }) => action)
    const told = ['attached', 'sent', 'authenticated', 'viewed', 'consented']
    expect(acts.filter((action) => told.includes(action))).toEqual(told)
  })

  it('given a session that was never sent, when its client declines, then no reminder is said to come', async () => {
    const journey = await seedSession(core)
    const { session, admin } = journey
    const form = await seedForm(core, journey)
    const state = async () =>
      (await core.ask(admin, { method: 'GET', url: `/session/${session.session_code}/reminders` })).json().state
    expect(await state()).toBe('not-sent')
    const client = await openAsClient(core, session)

    await core.ask(client, { method: 'POST', url: `/sessionforms/${form.id}/decline`, payload: { reason: 'No' } })

    expect(await state()).toBe('ended')
  })

  it('given a completed session, when staff set a status or add a document by mistake and undo it, then the time of submission stays @full', async () => {
    const journey = await seedSession(core)
    const { session, admin } = journey
    const payload = { session_id: session.id, title: 'Link', type: 'Link', source: 'https://example.com/' }
    const form = (await core.ask(admin, { method: 'POST', url: '/sessionforms', payload })).json()
    const client = await openAsClient(core, session)
    await core.ask(client, { method: 'POST', url: `/sessionforms/${form.id}/open` })
    await core.ask(client, { method: 'POST', url: `/sessionforms/${form.id}/acknowledge` })
    const submitted = async () =>
      (await core.ask(admin, { method: 'GET', url: `/session/${session.session_code}/details` })).json().submitted_at
    const first = await submitted()
    expect(first).toEqual(expect.any(String))

    for (const status of ['pending', 'completed']) {
      await core.ask(admin, { method: 'PUT', url: `/sessionforms/${form.id}`, payload: { status } })
    }

    expect(await submitted()).toBe(first)
    const added = await seedForm(core, journey)
    expect(await submitted()).toBe(first)
    await core.ask(admin, { method: 'DELETE', url: `/sessionforms/${added.id}` })
    expect(await submitted()).toBe(first)
  })
})
