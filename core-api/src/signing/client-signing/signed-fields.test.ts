import { reviewHashHeader } from '@agency/contract/esign'
import type { FormField } from '@agency/contract/form-fields'
import { fillablePdf, line, radioButton, radioField, type Widget } from '@agency/pdf-signing/test/fillable-pdf'
import { pixelsOf } from '@agency/pdf-signing/test/page-pixels'
import { newInk, pdfsig, pdfText, qpdfCheck } from '@agency/pdf-signing/test/pdf-tools'
import { drawnSignature } from '@agency/pdf-signing/test/signature-png'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, readPdf, startCore } from '../../../test/core.ts'
import {
  addForm,
  type Filling,
  field,
  initials,
  keep,
  readFilled,
  review,
  seedFilling,
  sign,
} from '../../../test/form-field-fixtures.ts'
import { multipart } from '../../../test/session-fixtures.ts'
import { whenSealed } from '../../../test/signing-steps.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

const severalPages = readPdf('pdftex.pdf')
const values = { ssn: '900-12-3456', dob: '1951-02-03', occupation: 'Baker', address: '1 Palm Way\nMiami' }

async function sealedFile(filling: Filling): Promise<Buffer> {
  await whenSealed(core, filling, filling.form.id)
  return fileOf(filling)
}
const fileOf = async ({ admin, form }: Filling) =>
  (await core.ask(admin, { method: 'GET', url: `/sessionforms/${form.id}/file` })).rawPayload

/** The day of a moment in New York, as pt-BR writes it. */
const dayOf = (timestamp: string) =>
  new Intl.DateTimeFormat('pt-BR', {
    timeZone: 'America/New_York',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
  }).format(new Date(timestamp))

describe('signing a document with fields', () => {
  it('given fields of every kind, when signed, then the sealed PDF is valid and has the values, raw, where they belong', async () => {
    const fields = [
      field({ binding: 'client_name', y: 40 }),
      field({ binding: 'ssn', y: 70 }),
      field({ binding: 'address', y: 100 }),
      field({ kind: 'date', binding: 'dob', y: 130 }),
      field({ kind: 'date', binding: 'dob', y: 160, width: 40, height: 9 }),
      field({ kind: 'date', y: 190 }),
      field({ y: 220, required: true }),
      field({ kind: 'checkbox', y: 250, width: 12, height: 12, required: true }),
      field({ kind: 'initials', y: 280, width: 60 }),
      field({ kind: 'signature', y: 310, page: 1 }),
    ]
    const filling = await seedFilling(core, fields, values, severalPages)
    const before = await fileOf(filling)
    await keep(core, filling, { [fields[6]?.id ?? '']: 'Written Ñandú', [fields[7]?.id ?? '']: true })
    const signed = (await sign(core, filling)).json()
    expect(signed.status).toBe('signed')
    const pdf = await sealedFile(filling)
    expect(pdfsig(pdf)).toContain('Signature is Valid.')
    expect(qpdfCheck(pdf).status).toBe(0)
    const text = pdfText(pdf, 1, 1)
    const written = [
      'Inês Gonçalves',
      '900-12-3456',
      '1 Palm Way Miami',
      '3 de fev. de 1951',
      '03/02/1951',
      'Written Ñandú',
    ]
    for (const part of [...written, dayOf(signed.signed_at), initials.text]) expect(text).toContain(part)
    const ink = newInk(before, pdf, 2)
    expect(ink?.left).toBeGreaterThanOrEqual(18)
    expect(ink?.bottom).toBeLessThanOrEqual(331)
  })

  it('given a drawn signature, when signed, then it is drawn into each place for a signature', async () => {
    const places = [
      field({ kind: 'signature', y: 300, height: 40 }),
      field({ kind: 'signature', page: 2, y: 500, height: 40 }),
    ]
    const filling = await seedFilling(core, places, {}, severalPages)
    const before = await fileOf(filling)
    expect((await sign(core, filling, { signature: { kind: 'drawn', png: drawnSignature } })).statusCode).toBe(200)
    const pdf = await sealedFile(filling)
    for (const { page, y } of places) {
      const ink = newInk(before, pdf, page + 1)
      // The quarter of the picture that is dark is half as high as the box.
      expect(Math.abs((ink?.bottom ?? 0) - (y + 20))).toBeLessThanOrEqual(1)
    }
  })

  const missing: [what: string, changes: Partial<FormField>][] = [
    ['a text', {}],
    ['a checkbox', { kind: 'checkbox', width: 12 }],
    ['a bound date', { kind: 'date', binding: 'part_a_effective' }],
  ]
  it.each(missing)(
    'given %s that is required and empty, when signed, then 400 names it; once filled in, signed',
    async (_what, changes) => {
      const own = field({ ...changes, required: true })
      const filling = await seedFilling(core, [own])
      const [blank, filled] = own.kind === 'checkbox' ? [false, true] : [own.kind === 'date' ? '' : '  ', '2026-01-31']
      const refused = await sign(core, filling, { values: { [own.id]: blank } })
      expect([refused.statusCode, refused.json().details]).toEqual([
        400,
        [{ field: `values.${own.id}`, message: 'is required' }],
      ])
      expect((await sign(core, filling)).statusCode).toBe(400)
      expect((await sign(core, filling, { values: { [own.id]: filled } })).json().status).toBe('signed')
    },
  )

  it('given a required choice, when signed without an answer, then 400 names its first button; with one, signed', async () => {
    const buttons = ['Yes', 'No'].map((label) =>
      field({ kind: 'radio', label, group: 'Smoker', required: label === 'No', width: 14, height: 14 }),
    )
    const [yes = field(), no = field()] = buttons
    const filling = await seedFilling(core, buttons)
    const refused = await sign(core, filling, { values: { [yes.id]: false } })
    const details = [{ field: `values.${yes.id}`, message: 'is required' }]
    expect([refused.statusCode, refused.json().details]).toEqual([400, details])
    expect((await sign(core, filling, { values: { [yes.id]: true, [no.id]: false } })).json().status).toBe('signed')
  })

  it('given a place for initials, when none come, or blank ones, then 400, and the document waits on', async () => {
    const filling = await seedFilling(core, [field({ kind: 'initials' })])
    const none = await sign(core, filling, { initials: undefined })
    expect(none.json().details).toMatchObject([{ field: 'initials' }])
    const blank = await sign(core, filling, { initials: { ...initials, text: ' ' } })
    expect(blank.json().details).toMatchObject([{ field: 'initials.text' }])
    expect((await sign(core, filling)).json().status).toBe('signed')
  })

  const unprintable: [what: string, text: string, message: string][] = [
    [
      'that has no room',
      'A text that goes on and on, far beyond what a small box can show',
      'is too long for its place on the page',
    ],
    ['in letters that no font has', 'Chef 👩‍🍳', 'has characters that cannot be printed'],
  ]
  it.each(unprintable)(
    'given a text %s, when signed, then 400 names its field and says so',
    async (_what, text, message) => {
      const own = field({ width: 40, height: 12 })
      const filling = await seedFilling(core, [own])
      const refused = await sign(core, filling, { values: { [own.id]: text } })
      expect([refused.statusCode, refused.json().details]).toEqual([400, [{ field: `values.${own.id}`, message }]])
      expect((await sign(core, filling, { values: { [own.id]: 'Short' } })).json().status).toBe('signed')
    },
  )

  it('given a day of signing and a time zone that is none, when signed, then 400 names it', async () => {
    const filling = await seedFilling(core, [field({ kind: 'date' })])
    const refused = await sign(core, filling, { time_zone: 'Atlantis/Harbour' })
    expect([refused.statusCode, refused.json().details]).toMatchObject([400, [{ field: 'time_zone' }]])
  })

  it('given ten taps with changed values at once, when signed, then it is sealed once, and the changes are proposed once', async () => {
    const own = field({ binding: 'occupation' })
    const filling = await seedFilling(core, [own], values)
    const taps = await Promise.all(
      Array.from({ length: 10 }, () => sign(core, filling, { values: { [own.id]: 'Cook' } })),
    )
    expect(taps.map(({ statusCode }) => statusCode)).toEqual(taps.map(() => 200))
    const url = `/clients/${filling.clientId}/proposals`
    const { proposals } = (await core.ask(filling.admin, { method: 'GET', url })).json()
    expect(proposals).toMatchObject([{ field: 'occupation', proposed: 'Cook' }])
    expect(pdfText(await sealedFile(filling), 1, 1)).toContain('Cook')
  })
})

describe('a PDF with a form of its own', () => {
  const pdf = Buffer.from(
    fillablePdf([
      { rect: line(0), entries: '/FT /Tx /T (full_name) /Ff 2' },
      { rect: line(1), entries: '/FT /Tx /T (note)' },
      { rect: line(2), entries: '/FT /Sig /T (Signature)' },
    ]),
  )

  it('given it is uploaded to the library, when its fields are asked for, then they are those of its form, of one to sign alone', async () => {
    const admin = await core.admin()
    const read = async (id: string) =>
      (await core.ask(admin, { method: 'GET', url: `/global-forms/${id}/fields` })).json().fields
    const form = await addForm(core, pdf)
    expect(await read(form.id)).toMatchObject([
      { kind: 'text', binding: 'client_name', required: true, x: 100, y: 72 },
      { kind: 'text', binding: null },
      { kind: 'signature' },
    ])
    expect(await read((await addForm(core, pdf, { requires_signature: 'false' })).id)).toEqual([])
  })

  it('given it is uploaded for one client, when signed, then it is filled in, and no empty form stands over it', async () => {
    const filling = await seedFilling(core, [])
    const body = await multipart({ session_id: filling.session.id, type: 'PDF' }, pdf)
    const form = (await core.ask(filling.admin, { method: 'POST', url: '/sessionforms', ...body })).json()
    const own = { ...filling, form }
    await core.ask(own.client, { method: 'POST', url: `/sessionforms/${form.id}/open` })
    expect((await sign(core, own)).json().status).toBe('signed')
    const sealed = await sealedFile(own)
    expect(pdfText(sealed, 1, 1)).toContain('Inês Gonçalves')
    expect(pdf.includes('(note)')).toBe(true)
    expect(sealed.includes('(note)')).toBe(false)
    expect(newInk(pdf, sealed, 1)?.bottom).toBeLessThanOrEqual(172)
  })

  it('given it has radio buttons, when uploaded, answered, reviewed and signed, then the chosen one alone has a dot', async () => {
    const [left, right]: Widget['rect'][] = [
      [100, 600, 116, 616],
      [200, 600, 216, 616],
    ]
    const widgets = [left, right].map((rect, n) => ({ rect: rect ?? line(0), entries: radioButton(0, `Plan_${n}`) }))
    const form = Buffer.from(fillablePdf(widgets, undefined, [radioField('your_plan', '/Ff 49154')]))
    const filling = await seedFilling(core, [])
    const body = await multipart({ session_id: filling.session.id, type: 'PDF' }, form)
    const document = (await core.ask(filling.admin, { method: 'POST', url: '/sessionforms', ...body })).json()
    const own = { ...filling, form: document }
    await core.ask(own.client, { method: 'POST', url: `/sessionforms/${document.id}/open` })
    const buttons = await readFilled(core, own)
    const shown = { kind: 'radio', group: 'your plan', required: true, value: null }
    expect(buttons).toMatchObject([
      { ...shown, label: 'Plan 0' },
      { ...shown, label: 'Plan 1' },
    ])
    const plain = await fileOf(own)
    expect((await review(core, own)).json().details).toMatchObject([{ field: `values.${buttons[0]?.id}` }])
    const values = { [buttons[1]?.id ?? '']: true }
    const pages = await review(core, own, { values })
    expect((await sign(core, own, { values, review_sha256: pages.headers[reviewHashHeader] })).json().status).toBe(
      'signed',
    )
    const sealed = await sealedFile(own)
    expect(sealed.subarray(0, pages.rawPayload.length).equals(pages.rawPayload)).toBe(true)
    const areas = buttons.map(({ x, y, width, height }) => ({ x, y, width, height }))
    const [before, after] = [await pixelsOf(plain, 0, areas), await pixelsOf(sealed, 0, areas)]
    expect(after.map((pixels, at) => pixels.equals(before[at] ?? pixels))).toEqual([true, false])
  })
})
