import { encryptedPdf, pdfText } from '@agency/pdf-signing/test/pdf-tools'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '../../../test/audit-events.ts'
import { type Core, readPdf, smallPdf, startCore } from '../../../test/core.ts'
import { multipart, openAsClient, seedForm, seedSession } from '../../../test/session-fixtures.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

const list = async () => (await core.ask(await core.admin(), { method: 'GET', url: '/global-forms' })).json().forms
const create = async (body: { payload: object | Buffer; headers?: Record<string, string> }) =>
  core.ask(await core.admin(), { method: 'POST', url: '/global-forms', ...body })

describe('the forms library', () => {
  it('given a PDF, when it is uploaded, then it is listed with its pages and given back as it looks', async () => {
    const pdf = smallPdf
    const answer = await create(await multipart({ title: ' Aplicação ', type: 'PDF', folder: 'Saúde' }, pdf))
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({
      title: 'Aplicação',
      folder: 'Saúde',
      has_file: true,
      requires_signature: true,
    })
    expect(answer.json().pages).toBeGreaterThan(0)
    const url = `/global-forms/${answer.json().id}/file`
    const file = await core.ask(await core.admin(), { method: 'GET', url })
    expect(pdfText(file.rawPayload, 1, 1)).toBe(pdfText(pdf, 1, 1))
    expect(file.headers).toMatchObject({ 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff' })
  })

  it.each([
    ['a file that is no PDF', Buffer.from('%PD nothing'), 422, 'file'],
    ['half a PDF', readPdf('word.pdf').subarray(0, 4_000), 422, 'file'],
  ])(
    'given %s, when it is uploaded, then a message refuses it and nothing is stored',
    async (_what, file, status, field) => {
      const before = (await list()).length
      const answer = await create(await multipart({ title: 'Bad', type: 'PDF' }, file))
      expect(answer.statusCode).toBe(status)
      expect(answer.json()).toMatchObject({ code: 'PDF_REFUSED', details: [{ field }] })
      expect(await list()).toHaveLength(before)
    },
  )

  it('given a PDF with a password, when it is uploaded, then its field is asked for, and nothing of it is stored @full', async () => {
    const locked = encryptedPdf(smallPdf, { user: 'secret' })
    const upload = async (fields: Record<string, string>) =>
      create(await multipart({ title: 'Locked', type: 'PDF', ...fields }, Buffer.from(locked)))
    const field = 'pdf_password'
    const [needed, wrong] = [await upload({}), await upload({ pdf_password: 'other' })]
    expect([needed.statusCode, needed.json()]).toMatchObject([
      422,
      { code: 'PDF_PASSWORD_NEEDED', details: [{ field }] },
    ])
    expect([wrong.statusCode, wrong.json()]).toMatchObject([422, { code: 'PDF_PASSWORD_WRONG', details: [{ field }] }])
    expect(wrong.body).not.toContain('other')
    const { id } = (await upload({ pdf_password: 'secret' })).json()
    const replaced = await core.ask(await core.admin(), {
      method: 'POST',
      url: `/global-forms/${id}/file`,
      ...(await multipart({ pdf_password: 'secret' }, Buffer.from(locked))),
    })
    expect(replaced.json()).toMatchObject({ file_version: 2, has_file: true })
    const file = await core.ask(await core.admin(), { method: 'GET', url: `/global-forms/${id}/file` })
    expect(file.rawPayload.includes('/Encrypt')).toBe(false)
    expect(pdfText(file.rawPayload, 1, 1)).toBe(pdfText(smallPdf, 1, 1))
  })

  it('given no known choice of pictures, when a PDF is uploaded, then 400 names the field', async () => {
    const answer = await create(await multipart({ type: 'PDF', pictures: 'tiny' }, smallPdf))
    expect([answer.statusCode, answer.json().details[0].field]).toEqual([400, 'pictures'])
  })

  it('given a password that is too long, when it is uploaded, then 400 names its field', async () => {
    const answer = await create(await multipart({ type: 'PDF', pdf_password: 'x'.repeat(1_001) }, smallPdf))
    expect([answer.statusCode, answer.json().details[0].field]).toEqual([400, 'pdf_password'])
  })

  it('given a file over 50 MB, when it is uploaded, then 413 @full', async () => {
    const answer = await create(await multipart({ title: 'Big', type: 'PDF' }, Buffer.alloc(51 * 1024 * 1024, '%PDF')))
    expect(answer.statusCode).toBe(413)
    expect(answer.json()).toMatchObject({ code: 'TOO_LARGE', message: expect.stringContaining('larger than 50 MB') })
  })

  it.each<[string, object, string]>([
    ['a link without an address', { title: 'x', type: 'Link' }, 'source'],
    ['a link that is a script', { title: 'x', type: 'Link', source: 'javascript:alert(1)' }, 'source'],
    ['an unknown type', { title: 'x', type: 'Word' }, 'type'],
    ['the type of a template, which only a sync adds', { title: 'x', type: 'DocuSign' }, 'type'],
    ['an unknown field', { title: 'x', type: 'PDF', color: 'red' }, 'color'],
  ])('given %s, when it is created, then 400 names the field', async (_what, payload, field) => {
    const answer = await create({ payload })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().details.map((detail: { field: string }) => detail.field)).toContain(field)
  })

  it.each([
    ['/global-forms', 'type'],
    ['/sessionforms', 'session_id'],
  ])(
    'given a POST to %s without body and content type, when it is sent, then 400 names a field',
    async (url, field) => {
      const answer = await core.ask(await core.admin(), { method: 'POST', url })
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'INVALID_INPUT'])
      expect(answer.json().details).toContainEqual({ field, message: 'is needed' })
    },
  )

  it.each<[string, Record<string, string>, string]>([
    ['an unknown field', { title: 'x', type: 'PDF', color: 'red' }, 'color'],
    ['an unknown type', { title: 'x', type: 'Word' }, 'type'],
    ['the type of a template, which only a sync adds', { title: 'x', type: 'DocuSign' }, 'type'],
    ['no type', { title: 'x' }, 'type'],
  ])('given an upload with %s, when it is sent, then 400 names the field', async (_what, fields, field) => {
    const answer = await create(await multipart(fields, smallPdf))
    expect(answer.statusCode).toBe(400)
    expect(answer.json().details).toMatchObject([{ field }])
  })

  it('given notes with a script, when saved, then they are stored without it', async () => {
    const { id } = (await create({ payload: { title: 'Notes', type: 'PDF' } })).json()
    const payload = { notes: '<p data-align="right" onclick="x()">a<script>alert(1)</script><img src=x onerror=y></p>' }
    const answer = await core.ask(await core.admin(), { method: 'PUT', url: `/global-forms/${id}`, payload })
    expect(answer.json().notes).toBe('<p data-align="right">a</p>')
  })

  it('given a form, when some fields are PUT, then the others stay; an unknown form is 404', async () => {
    const { id } = (await create({ payload: { title: 'Old', type: 'PDF', folder: 'A' } })).json()
    const put = async (which: string, payload: object) =>
      core.ask(await core.admin(), { method: 'PUT', url: `/global-forms/${which}`, payload })
    expect((await put(id, { title: 'New' })).json()).toMatchObject({ title: 'New', folder: 'A' })
    expect((await put('01a1fe2c-2b2e-7171-b77b-9bdc9c23fc5b', { title: 'New' })).statusCode).toBe(404)
  })
})

describe('documents of a session', () => {
  it('[SE-15] given a form, when it is attached, then it is pending and has the form’s title, folder and file', async () => {
    const form = await seedForm(core, await seedSession(core))
    expect(form).toMatchObject({
      status: 'pending',
      title: 'Application',
      folder: 'Health',
      has_file: true,
      order_index: 0,
    })
  })

  it('given a link attached, when the client has read it, then it is completed without a signature', async () => {
    const { admin, session } = await seedSession(core)
    const payload = {
      session_id: session.id,
      type: 'Link',
      title: 'Site',
      source: 'https://example.com/a',
      notes: 'ours',
    }
    const { id } = (await core.ask(admin, { method: 'POST', url: '/sessionforms', payload })).json()
    const client = await openAsClient(core, session)
    await core.ask(client, { method: 'POST', url: `/sessionforms/${id}/open` })
    const done = await core.ask(client, { method: 'POST', url: `/sessionforms/${id}/acknowledge` })
    expect(done.json()).toMatchObject({ status: 'completed', notes: null })
  })

  it('given a form that is not in the library, a session that is not there, or a signed document, when attached, then it is refused', async () => {
    const { admin, session } = await seedSession(core)
    const id = '01a1fe2c-2b2e-7171-b77b-9bdc9c23fc5b'
    const attach = (payload: object) => core.ask(admin, { method: 'POST', url: '/sessionforms', payload })
    expect((await attach({ session_id: session.id, form_id: id })).json().details).toMatchObject([{ field: 'form_id' }])
    expect((await attach({ session_id: id, type: 'PDF' })).statusCode).toBe(404)
    const signed = { session_id: session.id, type: 'PDF', status: 'signed' }
    expect((await attach(signed)).json().details).toMatchObject([{ field: 'status' }])
  })

  it('[AP-07] given a document, when staff change it by hand, then it and its session show it, and who did', async () => {
    const journey = await seedSession(core)
    const { admin, session } = journey
    const form = await seedForm(core, journey)
    const put = (payload: object) => core.ask(admin, { method: 'PUT', url: `/sessionforms/${form.id}`, payload })
    const signed_at = '2026-01-02T15:04:05.000Z'
    const byHand = { session_id: session.id, title: 'Paper copy', status: 'completed', signed_at, read_at: null }
    expect((await put(byHand)).json()).toMatchObject({ ...byHand, folder: 'Health' })
    const details = await core.ask(admin, { method: 'GET', url: `/session/${session.session_code}/details` })
    expect(details.json().status).toBe('completed')
    const { db } = core.app
    const events = await auditEvents(db).select(['action', 'actor_kind']).where('subject_id', '=', form.id).execute()
    expect(events).toContainEqual({ action: 'staff_override', actor_kind: 'admin' })

    const other = await seedSession(core)
    expect((await put({ session_id: other.session.id })).json().details).toMatchObject([{ field: 'session_id' }])
    expect((await put({ signed_at: 'yesterday' })).json().details).toMatchObject([{ field: 'signed_at' }])
    const client = await openAsClient(core, session)
    const url = `/sessionforms/${form.id}`
    expect((await core.ask(client, { method: 'PUT', url, payload: { status: 'pending' } })).statusCode).toBe(404)
    expect((await put({})).json()).toMatchObject({ title: 'Paper copy', status: 'completed' })
  })

  it('given a pending document, when staff remove it, then it is gone', async () => {
    const journey = await seedSession(core)
    const form = await seedForm(core, journey)
    const url = `/sessionforms/${form.id}`
    expect((await core.ask(journey.admin, { method: 'DELETE', url })).statusCode).toBe(204)
    const left = await core.ask(journey.admin, { method: 'GET', url: `/sessionforms/session/${journey.session.id}` })
    expect(left.json().data).toEqual([])
  })
})
