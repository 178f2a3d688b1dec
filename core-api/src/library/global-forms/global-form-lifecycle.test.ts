import { readdirSync } from 'node:fs'
import { onePagePdf } from '@agency/pdf-signing/test/build-pdf'
import { pdfText } from '@agency/pdf-signing/test/pdf-tools'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, smallPdf, startCore } from '../../../test/core.ts'
import { heldBody } from '../../../test/held-calls.ts'
import { addForm as addLibraryForm } from '../../../test/library-fixtures.ts'
import { multipart, openAsClient, seedForm, seedSession } from '../../../test/session-fixtures.ts'
import { type Colleague, seedColleague } from '../../../test/staff-fixtures.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

const ask = async (method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, rest: object = {}) =>
  core.ask(await core.admin(), { method, url, ...rest })
const idsOf = async (query = ''): Promise<string[]> =>
  (await ask('GET', `/global-forms${query}`)).json().forms.map(({ id }: { id: string }) => id)
const addForm = async (pdf?: Buffer): Promise<string> => (await addLibraryForm(core, pdf)).id

const second = Buffer.from(onePagePdf({ content: 'BT /F1 12 Tf 72 720 Td (The second version) Tj ET' }))
/** A page of 400 by 400 points with the font F1. */
const pageOf400 =
  '/MediaBox [0 0 400 400] /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>'

const field = (id: string, y: number) => ({
  id,
  kind: 'text',
  page: 0,
  x: 72,
  y,
  width: 100,
  height: 20,
  label: 'City',
  binding: null,
  required: false,
  editable: true,
})

describe('archiving a form', () => {
  it('[OF-10] given a form, when it is archived, then it is not offered and not attached, until it is restored @full', async () => {
    const { session } = await seedSession(core)
    const id = await addForm()
    const archived = await ask('PUT', `/global-forms/${id}`, { payload: { archived: true } })
    expect(archived.json()).toMatchObject({ id, archived_at: expect.any(String) })
    expect(await idsOf()).not.toContain(id)
    expect(await idsOf('?archived=true')).toEqual([id])
    const attach = { payload: { session_id: session.id, form_id: id } }
    expect((await ask('POST', '/sessionforms', attach)).json().details).toEqual([
      { field: 'form_id', message: 'is archived' },
    ])
    await ask('PUT', `/global-forms/${id}`, { payload: { archived: false } })
    expect(await idsOf()).toContain(id)
    expect((await ask('POST', '/sessionforms', attach)).statusCode).toBe(201)
  })

  it.each([
    ['archived', { archived_at: new Date().toISOString() }],
    ['retired', { retired_at: new Date().toISOString() }],
  ])(
    'given a template that is %s, when it is attached by its id or the id of its form, or set in a document, then 400, and nothing changes @full',
    async (_, change) => {
      await ask('POST', '/docusign/sync-templates')
      const journey = await seedSession(core)
      const document = await seedForm(core, journey)
      const source_template_id = 'built-in:coverage-review'
      const { db } = core.app
      const set = (values: object) =>
        db.updateTable('global_forms').set(values).where('docusign_template_id', '=', source_template_id).execute()
      const { id: form_id } = await db
        .selectFrom('global_forms')
        .select('id')
        .where('docusign_template_id', '=', source_template_id)
        .executeTakeFirstOrThrow()
      await set(change)
      const attach = (source: object) =>
        ask('POST', '/sessionforms', { payload: { session_id: journey.session.id, ...source } })
      for (const source of [{ source_template_id }, { form_id }]) {
        const refused = await attach(source)
        expect(refused.statusCode).toBe(400)
        expect(refused.json().details).toMatchObject([{ field: Object.keys(source)[0] }])
      }
      for (const template of [source_template_id, 'built-in:nothing']) {
        const payload = { source_template_id: template }
        const refused = await ask('PUT', `/sessionforms/${document.id}`, { payload })
        expect(refused.json().details).toMatchObject([{ field: 'source_template_id' }])
      }
      const { data } = (await ask('GET', `/sessionforms/session/${journey.session.id}`)).json()
      expect(data).toMatchObject([{ id: document.id, source_template_id: null }])
      await set({ archived_at: null, retired_at: null })
      expect((await attach({ source_template_id })).statusCode).toBe(201)
      const changed = await ask('PUT', `/sessionforms/${document.id}`, { payload: { source_template_id } })
      expect(changed.json()).toMatchObject({ source_template_id })
    },
  )

  it('[OF-10] given what uses a form, when it is asked for, then documents and presets are counted', async () => {
    const journey = await seedSession(core)
    const { form_id } = await seedForm(core, journey)
    await ask('POST', '/form-presets', { payload: { name: 'Renewal', session_type: 'renewal', form_ids: [form_id] } })
    const uses = await ask('GET', `/global-forms/${form_id}/uses`)
    expect(uses.json()).toEqual({ documents: 1, open: 1, presets: ['Renewal'] })
    const client = await openAsClient(core, journey.session)
    expect((await core.ask(client, { method: 'GET', url: `/global-forms/${form_id}/uses` })).statusCode).toBe(404)
  })
})

describe('deleting a form', () => {
  it('[OF-10] given a form that nothing was made from, when it is deleted, then it is gone', async () => {
    const id = await addForm()
    expect((await ask('DELETE', `/global-forms/${id}`)).statusCode).toBe(204)
    expect((await ask('GET', `/global-forms/${id}/uses`)).statusCode).toBe(404)
  })

  it('[OF-10] given a form that a document was made from, when it is deleted, then 409 and it stays', async () => {
    const { form_id } = await seedForm(core, await seedSession(core))
    const answer = await ask('DELETE', `/global-forms/${form_id}`)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'WRONG_STATE'])
    expect(await idsOf()).toContain(form_id)
  })
})

describe('replacing the PDF of a form', () => {
  const textOf = async (url: string) => pdfText((await ask('GET', url)).rawPayload, 1, 1)

  it('[OF-10] given a document that was attached before, when the PDF is replaced, then the document keeps its own @full', async () => {
    const { id, form_id } = await seedForm(core, await seedSession(core))
    const answer = await ask('POST', `/global-forms/${form_id}/file`, await multipart({}, second))
    expect([answer.statusCode, answer.json().file_version]).toEqual([200, 2])
    expect(await textOf(`/global-forms/${form_id}/file`)).toContain('The second version')
    expect(await textOf(`/sessionforms/${id}/file`)).toContain('An agreement of one line')
  })

  it('[OF-10] given placed fields, when the new PDF has a smaller page, then the fields that fit are kept @full', async () => {
    const form = await addForm()
    const low = '01a1fe2c-2b2e-7171-b77b-9bdc9c23fc5b'
    const high = '01a1fe2c-2b2e-7171-b77b-9bdc9c23fc5c'
    await ask('PUT', `/global-forms/${form}/fields`, { payload: { fields: [field(low, 700), field(high, 100)] } })
    const small = Buffer.from(onePagePdf({ content: 'BT /F1 12 Tf 20 300 Td (Small) Tj ET', page: pageOf400 }))
    expect((await ask('POST', `/global-forms/${form}/file`, await multipart({}, small))).statusCode).toBe(200)
    const { fields } = (await ask('GET', `/global-forms/${form}/fields`)).json()
    expect(fields.map(({ id }: { id: string }) => id)).toEqual([high])
  })

  it('given no file, a file that is no PDF, or a link, when it is replaced, then it is refused and the file stays', async () => {
    const form = await addForm()
    const replace = async (id: string, file?: Buffer) =>
      (await ask('POST', `/global-forms/${id}/file`, await multipart({}, file))).statusCode
    expect(await replace(form)).toBe(400)
    expect((await ask('POST', `/global-forms/${form}/file`, { payload: [] })).statusCode).toBe(400)
    expect(await replace(form, Buffer.from('%PD nothing'))).toBe(422)
    const link = { title: 'Site', type: 'Link', source: 'https://example.com' }
    const { id } = (await ask('POST', '/global-forms', { payload: link })).json()
    expect(await replace(id, second)).toBe(409)
    expect(await textOf(`/global-forms/${form}/file`)).toContain('An agreement of one line')
  })
})

describe('the PDF that nothing uses any more', () => {
  /** The files of a form's or document's PDF: whether each has a row, and whether its bytes are in the trash. */
  const stateOf = async (fileId: string) => {
    const stored = readdirSync(core.config.filesDirectory, { recursive: true, encoding: 'utf8' })
    const place = stored.find((name) => name.endsWith(fileId)) ?? expect.fail('The file is not stored')
    const row = await core.app.db.selectFrom('files').select('id').where('id', '=', fileId).executeTakeFirst()
    return { hasRow: row !== undefined, inTrash: place.includes('trash') }
  }
  const fileOf = async (table: 'session_forms' | 'global_forms', id: string): Promise<string> => {
    const { file_id } = await core.app.db
      .selectFrom(table)
      .select('file_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return file_id ?? expect.fail('There is no file')
  }
  const [used, removed] = [
    { hasRow: true, inTrash: false },
    { hasRow: false, inTrash: true },
  ]
  const replace = async (id: string) => ask('POST', `/global-forms/${id}/file`, await multipart({}, second))

  it('given a PDF for one client only, when its document is removed, then it is in the trash without a row @full', async () => {
    const { session } = await seedSession(core)
    const body = await multipart({ session_id: session.id, title: 'Offer', type: 'PDF' }, smallPdf)
    const { id } = (await ask('POST', '/sessionforms', body)).json()
    const fileId = await fileOf('session_forms', id)
    expect((await ask('DELETE', `/sessionforms/${id}`)).statusCode).toBe(204)
    expect(await stateOf(fileId)).toEqual(removed)
  })

  it('given a form, when it is replaced and deleted, then no version has a row @full', async () => {
    const id = await addForm()
    const first = await fileOf('global_forms', id)
    expect((await replace(id)).statusCode).toBe(200)
    const next = await fileOf('global_forms', id)
    expect([await stateOf(first), await stateOf(next)]).toEqual([removed, used])
    expect((await ask('DELETE', `/global-forms/${id}`)).statusCode).toBe(204)
    expect(await stateOf(next)).toEqual(removed)
  })

  it('given two documents of a form, when the form is replaced, then its file stays until the last of them is removed @full', async () => {
    const id = await addForm()
    const first = await fileOf('global_forms', id)
    const documents: string[] = []
    for (let n = 0; n < 2; n += 1) {
      const { session } = await seedSession(core)
      const payload = { session_id: session.id, form_id: id }
      documents.push((await ask('POST', '/sessionforms', { payload })).json().id)
    }
    await replace(id)
    expect(await stateOf(first)).toEqual(used)
    const remove = (document: string | undefined) => ask('DELETE', `/sessionforms/${document}`)
    await remove(documents[0])
    expect(await stateOf(first)).toEqual(used)
    await remove(documents[1])
    expect(await stateOf(first)).toEqual(removed)
  })

  it('given a document of a form, when it is removed, then the form keeps its file', async () => {
    const id = await addForm()
    const { session } = await seedSession(core)
    const attached = await ask('POST', '/sessionforms', { payload: { session_id: session.id, form_id: id } })
    await ask('DELETE', `/sessionforms/${attached.json().id}`)
    expect(await stateOf(await fileOf('global_forms', id))).toEqual(used)
  })
})

describe('a PDF that arrives after the login has ended', () => {
  const endings: [string, (colleague: Colleague) => Promise<{ statusCode: number }>][] = [
    ['has logged out', ({ as }) => core.ask(as, { method: 'POST', url: '/admin/logout' })],
    ['was deleted', ({ admin }) => ask('DELETE', `/admin/${admin.id}`)],
    ['is an auditor now', ({ admin }) => ask('PUT', `/admin/${admin.id}/update`, { payload: { role: 'auditor' } })],
  ]

  it.each(endings)(
    'given a colleague who sends a new version of a form, when the colleague %s before it arrives, then 401 and the form is unchanged',
    async (_how, end) => {
      const id = await addForm()
      const colleague = await seedColleague(core, 'standard')
      const body = await multipart({}, second)
      const { payload, reached, release } = heldBody(body.payload)
      const url = `/global-forms/${id}/file`
      const before = (await ask('GET', url)).rawPayload
      const asked = core.ask(colleague.as, { method: 'POST', url, headers: body.headers, payload })
      await reached
      expect((await end(colleague)).statusCode).toBeLessThan(300)
      release()
      const answer = await asked
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'SESSION_EXPIRED'])
      expect((await ask('GET', url)).rawPayload.equals(before)).toBe(true)
    },
  )
})
