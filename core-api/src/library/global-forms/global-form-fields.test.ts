import { mostFormFields } from '@agency/contract/form-fields'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '../../../test/audit-events.ts'
import { type Core, readPdf, startCore } from '../../../test/core.ts'
import { field, placeFields } from '../../../test/form-field-fixtures.ts'
import { addForm } from '../../../test/library-fixtures.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

const read = async (id: string) =>
  (await core.ask(await core.admin(), { method: 'GET', url: `/global-forms/${id}/fields` })).json()

describe('the fields of a library form', () => {
  it('given a PDF without a form of its own, when fields are placed, then they are kept in their order, and audited once @full', async () => {
    const form = await addForm(core)
    expect(await read(form.id)).toEqual({ success: true, fields: [], notes: [], version: 1 })
    const fields = [field({ kind: 'signature', y: 500 }), field({ binding: 'client_name' }), field({ binding: 'ssn' })]
    const placed = await placeFields(core, form.id, fields, 1)
    expect([placed.statusCode, placed.headers.etag]).toEqual([200, '"2"'])
    expect(placed.json()).toEqual({ success: true, fields, notes: [], version: 2 })
    expect((await placeFields(core, form.id, fields)).json().version).toBe(2)
    expect(await read(form.id)).toEqual({ success: true, fields, notes: [], version: 2 })
    const events = await auditEvents(core.app.db).selectAll().where('subject_id', '=', form.id).execute()
    expect(events.filter(({ action }) => action === 'form.fields-changed')).toMatchObject([{ fields: ['fields'] }])
  })

  it('given fields that someone else has changed, when an older copy is saved, then 409 with the stored fields', async () => {
    const form = await addForm(core)
    const fields = [field()]
    await placeFields(core, form.id, fields, 1)
    const late = await placeFields(core, form.id, [field({ x: 10 })], 1)
    expect([late.statusCode, late.json().code]).toEqual([409, 'EDIT_CONFLICT'])
    expect(late.json().current).toEqual({ success: true, fields, notes: [], version: 2 })
    const title = { method: 'PUT', url: `/global-forms/${form.id}`, payload: { title: 'Other' } } as const
    await core.ask(await core.admin(), title)
    expect((await placeFields(core, form.id, [field({ x: 10 })], 2)).statusCode).toBe(200)
  })

  it.each(['A \ud83d', 'A \0'])(
    'given a label or a question that cannot be stored, %j, when placed, then 400, and nothing changed',
    async (text) => {
      const form = await addForm(core)
      for (const given of [field({ label: text }), field({ kind: 'radio', group: text, width: 16, height: 16 })]) {
        const placed = await placeFields(core, form.id, [given])
        expect([placed.statusCode, placed.json().details[0].field]).toEqual([400, 'fields'])
      }
      expect((await read(form.id)).fields).toEqual([])
    },
  )

  const wrong: [what: string, given: object | object[], named: string][] = [
    ['on a page that there is not', { page: 999 }, 'fields.0.page'],
    ['over the right edge', { x: 900 }, 'fields.0.x'],
    ['below the page', { y: 9_000 }, 'fields.0.y'],
    ['too low', { height: 5.9 }, 'fields.0.height'],
    ['too narrow', { width: 5.9 }, 'fields.0.width'],
    ['too narrow for a date', { kind: 'date', width: 31 }, 'fields.0.width'],
    ['bound to nothing known', { binding: 'notes' }, 'fields.0.binding'],
    ['bound to a state of the office', { binding: 'status' }, 'fields.0.binding'],
    ['a bound signature', { kind: 'signature', binding: 'client_name' }, 'fields.0.binding'],
    ['bound initials', { kind: 'initials', binding: 'client_name' }, 'fields.0.binding'],
    ['a bound checkbox', { kind: 'checkbox', binding: 'height' }, 'fields.0.binding'],
    ['a text bound to a date', { binding: 'dob' }, 'fields.0.binding'],
    ['a date bound to a text', { kind: 'date', binding: 'ssn' }, 'fields.0.binding'],
    ['a date bound to the name', { kind: 'date', binding: 'client_name' }, 'fields.0.binding'],
    ['without a label', { label: ' ' }, 'fields.0.label'],
    ['of no kind', { kind: 'slider' }, 'fields.0.kind'],
    ['a radio button without a question', { kind: 'radio' }, 'fields.0.group'],
    ['a bound radio button', { kind: 'radio', group: 'Sex', binding: 'occupation' }, 'fields.0.binding'],
    ['a question for a text', { group: 'Sex' }, 'fields.0.group'],
    ['with something unknown', { colour: 'red' }, 'fields.0.colour'],
  ]
  it.each(wrong)(
    'given a field %s, when placed, then 400 names it and nothing is stored',
    async (_what, given, named) => {
      const form = await addForm(core)
      const answer = await placeFields(core, form.id, [{ ...field(), ...given }])
      expect([answer.statusCode, answer.json().details?.[0]?.field]).toEqual([400, named])
      expect((await read(form.id)).fields).toEqual([])
    },
  )

  it('given an id twice, or too many fields, when placed, then 400 @full', async () => {
    const form = await addForm(core)
    const twice = field()
    const doubled = await placeFields(core, form.id, [field(), twice, { ...twice, y: 300 }])
    expect(doubled.json().details).toEqual([{ field: 'fields.2.id', message: expect.any(String) }])
    const many = Array.from({ length: mostFormFields + 1 }, () => field())
    expect((await placeFields(core, form.id, many)).statusCode).toBe(400)
    const longest = many
      .slice(1)
      .map((own, n) => ({ ...own, label: `${n} ${'x'.repeat(115)}`, preset: 'y'.repeat(60) }))
    expect((await placeFields(core, form.id, longest)).statusCode).toBe(200)
  })

  it('given a turned page with a crop box, when fields are placed up to its visible edges, then they are accepted, and refused beyond them @full', async () => {
    const form = await addForm(core, readPdf('distiller-rotated.pdf'))
    const [page] = await core.app.pdfs.measure(readPdf('distiller-rotated.pdf'))
    const { width = 0, height = 0 } = page ?? {}
    const corner = { x: width - 50, y: height - 10, width: 50, height: 10 }
    expect((await placeFields(core, form.id, [field(corner)])).statusCode).toBe(200)
    expect((await placeFields(core, form.id, [field({ ...corner, x: width - 49 })])).statusCode).toBe(400)
  })

  it('given a PDF to read, or a link, when fields are placed, then 409 @full', async () => {
    const payload = { title: 'Link', type: 'Link', source: 'https://example.com/' }
    const link = (await core.ask(await core.admin(), { method: 'POST', url: '/global-forms', payload })).json()
    for (const { id } of [link, await addForm(core, undefined, { requires_signature: false })]) {
      const answer = await placeFields(core, id, [field()])
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'WRONG_STATE'])
      expect((await read(id)).fields).toEqual([])
    }
  })
})
