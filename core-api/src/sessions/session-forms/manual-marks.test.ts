import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Core, nobody, startCore } from '../../../test/core.ts'
import { openAsClient, type SeededSession, seedForm, seedSession } from '../../../test/session-fixtures.ts'
import { readForm, signAsClient, step, whenSealed } from '../../../test/signing-steps.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

const put = ({ admin }: SeededSession, id: string, payload: object) =>
  core.ask(admin, { method: 'PUT', url: `/sessionforms/${id}`, payload })
const moment = '2026-02-03T04:05:06.000Z'

it('given staff set a status and a date by hand, when anybody looks, then it says so, with who and when for staff alone @full', async () => {
  const journey = await seedSession(core)
  const { id } = await seedForm(core, journey)
  const before = Date.now()
  const answer = await put(journey, id, { status: 'completed', signed_at: moment })
  const form = answer.json()
  expect(form).toMatchObject({
    status: 'completed',
    status_set_by: 'admin',
    dates_set: ['signed_at'],
    dates_set_by: 'admin',
    frozen_fields: [],
  })
  expect(Date.parse(form.status_set_at)).toBeGreaterThanOrEqual(before)
  const client = await openAsClient(core, journey.session)
  const url = `/sessionforms/session/${journey.session.id}`
  const [seen] = (await core.ask(client, { method: 'GET', url })).json().data
  expect(seen).toMatchObject({
    status: 'completed',
    status_set_at: form.status_set_at,
    status_set_by: null,
    dates_set: [],
    dates_set_by: null,
  })
})

it('[PH-07] given documents, when staff mark one, then their session says who and when, to staff alone, until the mark is gone @full', async () => {
  const journey = await seedSession(core)
  const { admin, session, clientId } = journey
  const [first, second] = [await seedForm(core, journey), await seedForm(core, journey)]
  await put(journey, first.id, { status: 'completed' })
  const get = async (as: typeof admin, url: string) => (await core.ask(as, { method: 'GET', url })).json()
  const details = `/session/${session.session_code}/details`
  expect(await get(admin, details)).toMatchObject({
    status: 'in_progress',
    marked_at: null,
    marked_by: null,
    started_by: 'admin',
  })
  await put(journey, second.id, { status: 'completed' })
  const marked = { status: 'completed', marked_at: expect.any(String), marked_by: 'admin' }
  expect(await get(admin, details)).toMatchObject(marked)
  expect(await get(admin, `/clients/${clientId}/sessions`)).toMatchObject([marked])
  expect((await get(admin, '/sessions'))[0]).toMatchObject({ id: session.id, ...marked })
  const client = await openAsClient(core, session)
  expect(await get(client, details)).toMatchObject({ ...marked, marked_by: null, started_by: null })
  await put(journey, first.id, { status: 'pending' })
  expect(await get(admin, details)).toMatchObject({ status: 'in_progress', marked_at: null })
})

it('given the same values are sent back, when saved, then nothing counts as set by hand', async () => {
  const journey = await seedSession(core)
  const { id, title, status, created_at, sent_at } = await seedForm(core, journey)
  const answer = await put(journey, id, { title, status, created_at, sent_at, folder: 'Moved' })
  expect(answer.json()).toMatchObject({ folder: 'Moved', status_set_at: null, dates_set: [] })
})

it('given a document marked by hand, when its client goes on and signs it, then the marks are gone @full', async () => {
  const journey = await seedSession(core)
  const { id } = await seedForm(core, journey)
  await put(journey, id, { status: 'viewed', signed_at: moment })
  await put(journey, id, { status: 'pending' })
  expect(await readForm(core, journey, id)).toMatchObject({ status_set_by: 'admin', dates_set: ['signed_at'] })
  await signAsClient(core, journey, id)
  const form = await whenSealed(core, journey, id)
  expect(form).toMatchObject({ status_set_at: null, status_set_by: null, dates_set: [] })
  expect(form.signed_at).not.toBe(moment)
})

it('given a document marked as completed, when the packet and the verify page are asked, then it is not among what was signed @full', async () => {
  const journey = await seedSession(core)
  const { id } = await seedForm(core, journey)
  const client = await openAsClient(core, journey.session)
  await step(core, client, id, 'open')
  const today = async () =>
    (await core.ask(journey.admin, { method: 'GET', url: '/clients/today?date=2026-02-03' })).json()
  const { signed } = await today()
  await put(journey, id, { status: 'completed', signed_at: moment })
  const packet = await core.ask(client, { method: 'GET', url: `/session/${journey.session.session_code}/packet` })
  expect(packet.json().code).toBe('WRONG_STATE')
  const file = await core.ask(client, { method: 'GET', url: `/sessionforms/${id}/file` })
  const sha256 = createHash('sha256').update(file.rawPayload).digest('hex')
  expect((await core.ask(nobody, { method: 'GET', url: `/verify/${sha256}` })).json()).toEqual({ known: false })
  expect((await today()).signed).toBe(signed)
})

it('given a client or nobody, when it asks for the unsigned original by name, then 404 and 401', async () => {
  const journey = await seedSession(core)
  const { id } = await seedForm(core, journey)
  const client = await openAsClient(core, journey.session)
  const url = `/sessionforms/${id}/file?original=true`
  expect((await core.ask(client, { method: 'GET', url })).statusCode).toBe(404)
  expect((await core.ask(nobody, { method: 'GET', url })).statusCode).toBe(401)
  expect((await core.ask(journey.admin, { method: 'GET', url })).statusCode).toBe(200)
})

it('given a completed session, when staff add and remove a document, then the time of completion stays until one is really open @full', async () => {
  const journey = await seedSession(core)
  const { admin, session } = journey
  const first = await seedForm(core, journey)
  await put(journey, first.id, { status: 'completed' })
  const read = async () =>
    (await core.ask(admin, { method: 'GET', url: `/session/${session.session_code}/details` })).json()
  const { submitted_at } = await read()
  expect(submitted_at).toEqual(expect.any(String))

  const added = await seedForm(core, journey)
  await put(journey, added.id, { title: 'One more' })
  expect(await read()).toMatchObject({ status: 'in_progress', submitted_at })
  await core.ask(admin, { method: 'DELETE', url: `/sessionforms/${added.id}` })
  expect(await read()).toMatchObject({ status: 'completed', submitted_at })

  const opened = await seedForm(core, journey)
  await step(core, await openAsClient(core, session), opened.id, 'open')
  expect(await read()).toMatchObject({ status: 'in_progress', submitted_at: null })
  await put(journey, opened.id, { status: 'completed' })
  const again = await read()
  expect(Date.parse(again.submitted_at)).toBeGreaterThan(Date.parse(submitted_at))
  await put(journey, opened.id, { status: 'pending' })
  expect(await read()).toMatchObject({ status: 'in_progress', submitted_at: null })
})
