import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { consent, openAsClient, seedForm, seedSession, signature } from '../../../test/session-fixtures.ts'
import { readForm, step, whenSealed } from '../../../test/signing-steps.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

const why = 'My husband María must read it first'

async function seedDeclined(on = core) {
  const journey = await seedSession(on)
  const { id } = await seedForm(on, journey)
  const client = await openAsClient(on, journey.session)
  await step(on, client, id, 'open')
  await step(on, client, id, 'decline', { reason: ` ${why} ` })
  return { journey, client, id }
}

const setStatus = (id: string, status: string) => async () =>
  core.ask(await core.admin(), { method: 'PUT', url: `/sessionforms/${id}`, payload: { status } })

const listed = async () =>
  (await core.ask(await core.admin(), { method: 'GET', url: '/declined-documents' })).json().documents
const counted = async () =>
  (await core.ask(await core.admin(), { method: 'GET', url: '/clients/today?date=2026-02-03' })).json().declined
const activity = async (subject: string) =>
  (await core.ask(await core.admin(), { method: 'GET', url: `/audit?subject_id=${subject}` })).json().events

const told = { declined_by: 'Inês Gonçalves', declined_from: '198.51.100.7', decline_reason: why }

describe('a declined document', () => {
  it('[PH-06] given a client who declines, when staff look, then who, when, from where and why are everywhere @full', async () => {
    const before = await counted()
    const { journey, id } = await seedDeclined()
    const form = await readForm(core, journey, id)
    expect(form).toMatchObject({ status: 'declined', declined_at: expect.any(String), ...told })
    expect(await counted()).toBe(before + 1)
    const { declined_at, declined_from, decline_reason } = form
    const session_code = journey.session.session_code
    expect((await listed())[0]).toEqual({
      ...{ id, title: 'Application', client_id: journey.clientId, session_code, declined_at, declined_from },
      ...{ decline_reason, client_first_name: 'Inês', client_last_name: 'Gonçalves', client_phone: null },
      ...{ session_id: journey.session.id, version: form.version },
    })
    const [event] = await activity(id)
    expect(event).toMatchObject({ action: 'declined', actor_name: 'Inês Gonçalves', reason: why })
    expect(event).toMatchObject({ subject_title: 'Application', address: '198.51.100.7' })
    const declined = await core.ask(journey.admin, { method: 'GET', url: '/sessions?status=declined' })
    expect(declined.json()[0]).toMatchObject({ id: journey.session.id })
  })

  it('given the reason, when the database and the answers to the client are read, then it is not in the clear', async () => {
    const { journey, client, id } = await seedDeclined()
    const url = `/sessionforms/session/${journey.session.id}`
    const [seen] = (await core.ask(client, { method: 'GET', url })).json().data
    expect(seen).toMatchObject({ declined_at: null, declined_by: null, declined_from: null, decline_reason: null })
    const { rows } = await sql<{ text: string }>`SELECT string_agg(row::text, '') AS text FROM (
      SELECT to_jsonb(d) FROM declines d UNION ALL SELECT to_jsonb(e) FROM audit_events e WHERE subject_id = ${id}
      ) AS row`.execute(core.app.db)
    expect(rows[0]?.text).not.toContain('María')
  })

  it('given staff who set another status, when they look, then the decline still shows, and no longer waits for them', async () => {
    const { journey, id } = await seedDeclined()
    await setStatus(id, 'completed')()
    expect(await readForm(core, journey, id)).toMatchObject({
      status: 'completed',
      status_set_by: 'admin',
      ...told,
    })
    expect((await listed()).map((row: { id: string }) => row.id)).not.toContain(id)
  })

  it('[OF-18] given a document that is sent again, when its client signs it after all, then the decline stays with who asked again, and Activity keeps both reasons @full', async () => {
    const { journey, client, id } = await seedDeclined()
    await setStatus(id, 'pending')()
    await step(core, client, id, 'open')
    await step(core, client, id, 'decline', { reason: 'Still not' })
    await setStatus(id, 'pending')()
    await step(core, client, id, 'open')
    await consent(core, client, journey.session)
    await step(core, client, id, 'sign', signature)
    expect(await whenSealed(core, journey, id)).toMatchObject({
      ...{ status: 'completed', declined_at: expect.any(String), decline_reason: 'Still not' },
      ...{ asked_again_at: expect.any(String), asked_again_by: 'admin' },
    })
    expect((await listed()).map((row: { id: string }) => row.id)).not.toContain(id)
    const reasons = (await activity(id)).flatMap(({ action, reason }: { action: string; reason: string | null }) =>
      action === 'declined' ? [reason] : [],
    )
    expect(reasons).toEqual(['Still not', why])
  })

  it('given a document without an envelope, when its client declines it, then the reason is kept', async () => {
    const journey = await seedSession(core)
    const { id } = await seedForm(core, journey)
    const client = await openAsClient(core, journey.session)
    await step(core, client, id, 'decline', { reason: why })
    expect(await readForm(core, journey, id)).toMatchObject({ status: 'declined', envelope_id: null, ...told })
  })

  it('[SI-04] [OF-18] given a decline, when the client is asked again, then a new envelope is opened, and session, record and list name both', async () => {
    const { journey, client, id } = await seedDeclined()
    const declined = await readForm(core, journey, id)
    const before = await core.app.db.selectFrom('envelopes').select('id').where('session_form_id', '=', id).execute()
    const { admin, session, clientId } = journey
    const whole = { title: declined.title, sent_at: declined.sent_at, read_at: declined.read_at, status: 'pending' }
    const asked = await core.ask(admin, { method: 'PUT', url: `/sessionforms/${id}`, payload: whole })
    const mark = { asked_again_at: expect.any(String), asked_again_by: 'admin' }
    expect(asked.json()).toMatchObject({ status: 'pending', envelope_id: null, ...told, ...mark })
    const get = async (url: string) => (await core.ask(admin, { method: 'GET', url })).json()
    const named = { declined_at: declined.declined_at, ...mark }
    expect(await get(`/session/${session.session_code}/details`)).toMatchObject({ status: 'not_started', ...named })
    expect(await get(`/clients/${clientId}/sessions`)).toMatchObject([named])
    expect((await get('/sessions'))[0]).toMatchObject({ id: session.id, ...named })
    const seen = (await core.ask(client, { method: 'GET', url: `/session/${session.session_code}/details` })).json()
    expect(seen).toMatchObject({ declined_at: null, asked_again_at: null, asked_again_by: null })
    const [event] = await activity(id)
    expect(event).toMatchObject({ action: 'asked-again', actor_name: 'admin', detail: 'status pending' })
    expect((await step(core, client, id, 'open')).json().envelope_id).not.toBe(before[0]?.id)
  })

  it('given a stale whole save without a base, when the client has declined meanwhile, then the no stays', async () => {
    const journey = await seedSession(core)
    const { id, title, status, sent_at, read_at, version } = await seedForm(core, journey)
    const client = await openAsClient(core, journey.session)
    await step(core, client, id, 'open')
    await step(core, client, id, 'decline', { reason: why })
    const save = (payload: object) => core.ask(journey.admin, { method: 'PUT', url: `/sessionforms/${id}`, payload })
    for (const base of [{}, { version }]) await save({ title, status, sent_at, read_at, ...base })
    expect(await readForm(core, journey, id)).toMatchObject({ status: 'declined', asked_again_at: null, ...told })
  })

  it('given a document that staff voided by hand, when the client is asked again, then the envelope is a new one @full', async () => {
    const journey = await seedSession(core)
    const { id } = await seedForm(core, journey)
    const client = await openAsClient(core, journey.session)
    const { envelope_id } = (await step(core, client, id, 'open')).json()
    await setStatus(id, 'voided')()
    await setStatus(id, 'pending')()
    expect((await step(core, client, id, 'open')).json().envelope_id).not.toBe(envelope_id)
  })

  it('given a reason that is blank or too long, when a client declines with it, then 400, and the document waits on', async () => {
    const journey = await seedSession(core)
    const { id } = await seedForm(core, journey)
    const client = await openAsClient(core, journey.session)
    for (const reason of ['', ' \n\t', 'x'.repeat(1_001)]) {
      expect((await step(core, client, id, 'decline', { reason })).statusCode).toBe(400)
    }
    expect((await readForm(core, journey, id)).status).toBe('pending')
  })
})
