import { createHash } from 'node:crypto'
import type { PrincipalStatement } from '@agency/contract/principal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, nobody, startCore } from '../../../test/core.ts'
import { seedSealedForm } from '../../../test/sealed-fixtures.ts'
import { openAsClient, type SeededSession, seedForm, seedSession } from '../../../test/session-fixtures.ts'
import { readForm, step } from '../../../test/signing-steps.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

async function seedOpened() {
  const journey = await seedSession(core)
  const { id } = await seedForm(core, journey)
  const client = await openAsClient(core, journey.session)
  await step(core, client, id, 'open')
  return { journey, id, client }
}
async function seedSealed() {
  const journey = await seedSession(core)
  const form = await seedSealedForm(core, journey)
  return { journey, id: form.id, client: await openAsClient(core, journey.session), form }
}

const reason = 'The wrong plan year'
const voiding = (as: PrincipalStatement, id: string, payload: object = { reason }) =>
  step(core, as, id, 'void', payload)
const put = ({ admin }: SeededSession, id: string, payload: object) =>
  core.ask(admin, { method: 'PUT', url: `/sessionforms/${id}`, payload })
const fileHash = async (as: PrincipalStatement, id: string, query = '') => {
  const file = await core.ask(as, { method: 'GET', url: `/sessionforms/${id}/file${query}` })
  return file.statusCode === 200 ? createHash('sha256').update(file.rawPayload).digest('hex') : file.statusCode
}

describe('voiding', () => {
  it('given a document open for signing, when voided, then it can’t be signed, and staff alone see why @full', async () => {
    const { journey, id, client } = await seedOpened()
    const answer = await voiding(journey.admin, id)
    expect(answer.json()).toMatchObject({ status: 'voided', void_reason: reason, envelope_id: null })
    expect((await voiding(journey.admin, id)).statusCode).toBe(200)
    expect((await step(core, client, id, 'open')).json()).toMatchObject({ status: 'voided', void_reason: null })
    const signing = await step(core, client, id, 'decline', { reason: 'x' })
    expect(signing.json().code).toBe('WRONG_STATE')
    const url = `/audit?subject_id=${id}&action=voided`
    const trail = await core.ask(journey.admin, { method: 'GET', url })
    expect(trail.json().events).toMatchObject([{ actor_kind: 'admin', detail: expect.stringContaining('envelope ') }])
    expect(trail.body).not.toContain(reason)
  })

  it('given a voided document set back to pending, when opened, then by a new envelope @full', async () => {
    const { journey, id, client } = await seedOpened()
    const { envelope_id } = await readForm(core, journey, id)
    await voiding(journey.admin, id)
    expect((await put(journey, id, { status: 'pending' })).statusCode).toBe(200)
    await step(core, client, id, 'open')
    const form = await readForm(core, journey, id)
    expect(form).toMatchObject({ status: 'viewed', void_reason: null, envelope_id: expect.any(String) })
    expect(form.envelope_id).not.toBe(envelope_id)
  })

  it('given a document opened again after its voiding, when the clock had stepped back before, then the envelope in force shows @full', async () => {
    const { journey, id, client } = await seedOpened()
    await voiding(journey.admin, id)
    await put(journey, id, { status: 'pending' })
    await step(core, client, id, 'open')
    const earlier = '00000000-0000-7000-8000-000000000001'
    const envelope = core.app.db.updateTable('envelopes').set({ id: earlier }).where('session_form_id', '=', id)
    await envelope.where('status', '<>', 'voided').execute()
    expect(await readForm(core, journey, id)).toMatchObject({ envelope_id: earlier, void_reason: null })
  })

  it('given a sealed document, when it is voided and sent again, then staff can still download the sealed file @full', async () => {
    const { journey, id, client, form } = await seedSealed()
    const { admin } = journey
    expect((await voiding(admin, id)).json()).toMatchObject({ status: 'voided', sealed_sha256: form.sealed_sha256 })
    expect(await fileHash(admin, id)).toBe(form.sealed_sha256)
    expect(await fileHash(client, id)).toBe(form.sealed_sha256)

    await put(journey, id, { status: 'pending' })
    expect(await fileHash(client, id)).not.toBe(form.sealed_sha256)
    expect(await fileHash(admin, id, `?envelope=${form.envelope_id}`)).toBe(form.sealed_sha256)
    expect(await fileHash(client, id, `?envelope=${form.envelope_id}`)).toBe(404)
    const other = await seedOpened()
    expect(await fileHash(admin, other.id, `?envelope=${form.envelope_id}`)).toBe(404)
    const verified = await core.ask(nobody, { method: 'GET', url: `/verify/${form.sealed_sha256}` })
    expect(verified.json()).toMatchObject({ known: true, voided: true, signer: expect.stringMatching(/\S/) })
  })

  it('given a document not sent, one declined or one being sealed, when voided, then 409 and it is unchanged @full', async () => {
    const journey = await seedSession(core)
    const unsent = await seedForm(core, journey)
    const declined = await seedOpened()
    await step(core, declined.client, declined.id, 'decline', { reason: 'No' })
    for (const { id, ...rest } of [{ journey, id: unsent.id }, declined]) {
      const before = await readForm(core, rest.journey, id)
      expect((await voiding(journey.admin, id)).json().code).toBe('WRONG_STATE')
      expect(await readForm(core, rest.journey, id)).toEqual(before)
    }
    const sealing = await seedOpened()
    const { db } = core.app
    await db.updateTable('envelopes').set({ status: 'signed' }).where('session_form_id', '=', sealing.id).execute()
    expect((await voiding(journey.admin, sealing.id)).json().code).toBe('WRONG_STATE')
    expect((await readForm(core, sealing.journey, sealing.id)).status).toBe('viewed')
  })

  it('given no reason, nobody, the client or an unknown document, when voided, then it is refused and unchanged', async () => {
    const { journey, id, client } = await seedOpened()
    const before = await readForm(core, journey, id)
    expect((await voiding(journey.admin, id, { reason: ' ' })).json().details).toMatchObject([{ field: 'reason' }])
    expect((await voiding(nobody, id)).statusCode).toBe(401)
    expect((await voiding(client, id)).statusCode).toBe(404)
    expect((await voiding(journey.admin, '01a1fe2c-2b2e-7171-b77b-9bdc9c23fc5b')).statusCode).toBe(404)
    expect(await readForm(core, journey, id)).toEqual(before)
  })
})

describe('a signed document', () => {
  it('given it is sealed, when staff set another status, remove it or its client signs again, then 409 and it stays @full', async () => {
    const { journey, id, client, form } = await seedSealed()
    for (const status of ['pending', 'viewed', 'declined', 'voided']) {
      expect((await put(journey, id, { status })).json()).toMatchObject({
        code: 'DOCUMENT_SEALED',
        details: [{ field: 'status' }],
      })
    }
    const removal = await core.ask(journey.admin, { method: 'DELETE', url: `/sessionforms/${id}` })
    expect(removal.json().code).toBe('WRONG_STATE')
    await step(core, client, id, 'open')
    expect(await readForm(core, journey, id)).toEqual(form)
    expect(await fileHash(journey.admin, id)).toBe(form.sealed_sha256)
  })

  const moment = '2020-01-02T03:04:05.000Z'
  it('given it is sealed, when staff change what the seal covers, then 409 names the field and nothing changes', async () => {
    const { journey, id, form } = await seedSealed()
    for (const [field, value] of Object.entries({
      title: 'Another',
      status: 'pending',
      created_at: moment,
      sent_at: moment,
      read_at: null,
      signed_at: moment,
      source_template_id: 'built-in:coverage-review',
    })) {
      const answer = await put(journey, id, { [field]: value, folder: 'Moved' })
      expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'DOCUMENT_SEALED', details: [{ field }] }])
      expect(await readForm(core, journey, id)).toEqual(form)
    }
  })

  it('given it is sealed, when staff save folder and notes over the whole record, then that is theirs, and the seal is as it was @full', async () => {
    const { journey, id, form } = await seedSealed()
    const { title, status, created_at, sent_at, read_at, signed_at, source_template_id, session_id } = form
    const whole = { title, status, created_at, sent_at, read_at, signed_at, source_template_id, session_id }
    expect((await put(journey, id, { ...whole, folder: 'Kept', notes: '<p>Original on paper</p>' })).statusCode).toBe(
      200,
    )
    const kept = await readForm(core, journey, id)
    expect(kept).toMatchObject({
      ...whole,
      folder: 'Kept',
      notes: '<p>Original on paper</p>',
      status_set_at: null,
      dates_set: [],
    })
    const verified = await core.ask(nobody, { method: 'GET', url: `/verify/${form.sealed_sha256}` })
    expect(verified.json()).toMatchObject({ known: true, signed_at: form.signed_at })
  })

  it('given it was sealed and voided, when staff edit it, then only the status is free, until it is sent anew @full', async () => {
    const { journey, id } = await seedSealed()
    await voiding(journey.admin, id)
    expect((await put(journey, id, { signed_at: moment })).json().code).toBe('DOCUMENT_SEALED')
    expect((await put(journey, id, { status: 'pending' })).statusCode).toBe(200)
    expect((await put(journey, id, { title: 'Second try' })).json()).toMatchObject({
      title: 'Second try',
      frozen_fields: [],
    })
  })

  it('given a declined or voided document, when staff remove it, then 409 instead of a failure @full', async () => {
    const { journey, id, client } = await seedOpened()
    await step(core, client, id, 'decline', { reason: 'No' })
    const removal = await core.ask(journey.admin, { method: 'DELETE', url: `/sessionforms/${id}` })
    expect(removal.json().code).toBe('WRONG_STATE')
    expect((await readForm(core, journey, id)).status).toBe('declined')
  })

  it('given staff set an opened document back to pending, when the client opens it again, then by the same envelope', async () => {
    const { journey, id, client } = await seedOpened()
    const { envelope_id } = await readForm(core, journey, id)
    await put(journey, id, { status: 'pending' })
    expect((await step(core, client, id, 'open')).json()).toMatchObject({ status: 'viewed', envelope_id })
  })
})
