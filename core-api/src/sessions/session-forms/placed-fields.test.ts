import { fillablePdf, line } from '@agency/pdf-signing/test/fillable-pdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '../../../test/audit-events.ts'
import { type Core, readPdf, startCore } from '../../../test/core.ts'
import { field, placeFields } from '../../../test/form-field-fixtures.ts'
import { addForm } from '../../../test/library-fixtures.ts'
import { consent, multipart, openAsClient, seedSession } from '../../../test/session-fixtures.ts'
import { step } from '../../../test/signing-steps.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

const urlOf = (id: string) => `/sessionforms/${id}/placed-fields`
const read = async (id: string) => core.ask(await core.admin(), { method: 'GET', url: urlOf(id) })
const place = async (id: string, fields: unknown, version?: number) =>
  core.ask(await core.admin(), {
    method: 'PUT',
    url: urlOf(id),
    payload: { fields },
    headers: version === undefined ? {} : { 'if-match': `"${version}"` },
  })

const witness = { rect: line(0), entries: '/FT /Sig /T (Witness Signature)' }
const name = { rect: line(1), entries: '/FT /Tx /T (Applicant Name)' }

/** A PDF for one client with a form of its own, attached to a new session. */
async function seedAttached(changes: object = {}) {
  const seeded = await seedSession(core)
  const body = await multipart(
    { session_id: seeded.session.id, type: 'PDF', ...changes },
    Buffer.from(fillablePdf([witness, name])),
  )
  const attached = await core.ask(seeded.admin, { method: 'POST', url: '/sessionforms', ...body })
  return { ...seeded, form: attached.json() }
}

async function openBy({ session, form }: Awaited<ReturnType<typeof seedAttached>>) {
  const client = await openAsClient(core, session)
  await step(core, client, form.id, 'open')
  await consent(core, client, session)
  return { client, form }
}

describe('the fields of one document', () => {
  it('given a PDF attached for one client, when staff give its fields to others, then they are stored, filled in and audited once @full', async () => {
    const seeded = await seedAttached()
    const { form } = seeded
    const before = await read(form.id)
    const { fields, notes, version } = before.json()
    expect([before.statusCode, before.headers.etag]).toEqual([200, `"${version}"`])
    expect(fields).toMatchObject([{ for: 'witness' }, { binding: 'client_name' }])
    expect(notes).toEqual([{ code: 'for_others', page: 0, label: 'Witness Signature' }])
    const [signature, own] = fields
    const { for: _role, ...given } = signature
    const changed = [given, own, field({ y: 400, for: 'agent', preset: 'Ana Agent' })]
    const placed = await place(form.id, changed, version)
    expect([placed.statusCode, placed.json()]).toEqual([
      200,
      { success: true, fields: changed, notes, version: version + 1 },
    ])
    expect((await place(form.id, changed)).json().version).toBe(version + 1)
    const { client } = await openBy(seeded)
    const seen = (await core.ask(client, { method: 'GET', url: `/sessionforms/${form.id}/fields` })).json().fields
    expect(seen.map(({ value }: { value: unknown }) => value)).toEqual([null, 'Inês Gonçalves', 'Ana Agent'])
    const events = await auditEvents(core.app.db).selectAll().where('subject_id', '=', form.id).execute()
    const actions = events.map(({ action }) => action)
    expect(actions.filter((action) => action === 'form.document-fields-changed')).toHaveLength(1)
  })

  it('given a document of a library form, when its fields are changed, then the form keeps its own, and the reverse @full', async () => {
    const library = await addForm(core)
    const own = field()
    await placeFields(core, library.id, [own])
    const { session, admin } = await seedSession(core)
    const payload = { session_id: session.id, form_id: library.id }
    const { id } = (await core.ask(admin, { method: 'POST', url: '/sessionforms', payload })).json()
    await place(id, [{ ...own, for: 'nobody' }])
    const form = await core.ask(admin, { method: 'GET', url: `/global-forms/${library.id}/fields` })
    expect(form.json().fields).toEqual([own])
    await placeFields(core, library.id, [])
    expect((await read(id)).json().fields).toEqual([{ ...own, for: 'nobody' }])
    expect((await place(id, [])).json().fields).toEqual([])
  })

  it('given fields that somebody else has changed, when an older copy is saved, then 409 with the stored ones @full', async () => {
    const { form } = await seedAttached()
    const { version } = (await read(form.id)).json()
    const fields = [field()]
    await place(form.id, fields, version)
    const late = await place(form.id, [field({ x: 10 })], version)
    expect([late.statusCode, late.json().code]).toEqual([409, 'EDIT_CONFLICT'])
    expect(late.json().current).toMatchObject({ fields, version: version + 1 })
  })

  it.each(['kinds', 'defaults', 'family', 'dates', 'CMS-40B'])(
    'given the fields that were taken over from %s.pdf, when saved as they are, then they are accepted @full',
    async (paper) => {
      const { session, admin } = await seedSession(core)
      const body = await multipart({ session_id: session.id, type: 'PDF' }, readPdf(`papers/${paper}.pdf`))
      const { id } = (await core.ask(admin, { method: 'POST', url: '/sessionforms', ...body })).json()
      const { fields } = (await read(id)).json()
      const saved = await place(id, [...fields].reverse())
      expect([saved.statusCode, saved.json().details]).toEqual([200, undefined])
    },
  )

  it('given a client that has begun, when staff change the fields, then 409 says so, and the document stays as it is @full', async () => {
    const seeded = await seedAttached()
    const { fields } = (await read(seeded.form.id)).json()
    const { client, form } = await openBy(seeded)
    const payload = { values: { [fields[1].id]: 'Inês G.' } }
    await core.ask(client, { method: 'PUT', url: `/sessionforms/${form.id}/fields`, payload })
    const late = await place(form.id, [])
    expect([late.statusCode, late.json().code]).toEqual([409, 'WRONG_STATE'])
    expect(late.json().message).toContain('already begun')
    expect((await read(form.id)).json().fields).toEqual(fields)
  })

  it('given a field beyond the page, an unknown property, or a document to read, when placed, then it is refused, and nothing changed @full', async () => {
    const { form } = await seedAttached()
    const before = (await read(form.id)).json()
    expect((await place(form.id, [field({ x: 900 })])).json().details[0].field).toBe('fields.0.x')
    expect((await place(form.id, [{ ...field(), colour: 'red' }])).statusCode).toBe(400)
    expect((await read(form.id)).json()).toEqual(before)
    const toRead = await seedAttached({ requires_signature: 'false' })
    expect((await read(toRead.form.id)).json().fields).toEqual([])
    expect((await place(toRead.form.id, [field()])).json().code).toBe('WRONG_STATE')
  })

  it('given a client, or an unknown document, when asked, then 404, and nothing changed @full', async () => {
    const seeded = await seedAttached()
    const client = await openAsClient(core, seeded.session)
    for (const method of ['GET', 'PUT'] as const) {
      const payload = method === 'PUT' ? { payload: { fields: [] } } : {}
      const answer = await core.ask(client, { method, url: urlOf(seeded.form.id), ...payload })
      expect(answer.statusCode).toBe(404)
      const unknown = await core.ask(seeded.admin, { method, url: urlOf(crypto.randomUUID()), ...payload })
      expect(unknown.statusCode).toBe(404)
    }
    expect((await read(seeded.form.id)).json().fields).toHaveLength(2)
  })
})
