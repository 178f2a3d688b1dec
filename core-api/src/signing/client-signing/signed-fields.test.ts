import { reviewHashHeader } from '@agency/contract/esign'
import { fillablePdf, line, radioButton, radioField, type Widget } from '@agency/pdf-signing/test/fillable-pdf'
import { pixelsOf } from '@agency/pdf-signing/test/page-pixels'
import { newInk, pdfsig, pdfText, qpdfCheck } from '@agency/pdf-signing/test/pdf-tools'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '../../../test/audit-events.ts'
import { type Core, readPdf, startCore } from '../../../test/core.ts'
import { field, initials, keep, readFilled, review, seedFilling, sign } from '../../../test/form-field-fixtures.ts'
import { fileOf, sealedFile, signReviewed } from '../../../test/reviewed-signing.ts'
import { multipart } from '../../../test/session-fixtures.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

const severalPages = readPdf('pdftex.pdf')
const values = { ssn: '900-12-3456', dob: '1951-02-03', occupation: 'Baker', address: '1 Palm Way\nMiami' }

/** The day of a moment in New York. */
const dayOf = (timestamp: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', dateStyle: 'medium' }).format(new Date(timestamp))

describe('signing a document with fields', () => {
  it('given fields of every kind, when signed, then the sealed PDF is valid and has the values, raw, where they belong @full', async () => {
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
    const before = await fileOf(core, filling)
    await keep(core, filling, { [fields[6]?.id ?? '']: 'Written Ñandú', [fields[7]?.id ?? '']: true })
    const signed = (await sign(core, filling)).json()
    expect(signed.status).toBe('signed')
    const pdf = await sealedFile(core, filling)
    expect(pdfsig(pdf)).toContain('Signature is Valid.')
    expect(qpdfCheck(pdf).status).toBe(0)
    const text = pdfText(pdf, 1, 1)
    const written = ['Inês Gonçalves', '900-12-3456', '1 Palm Way Miami', 'Feb 3, 1951', 'Written Ñandú']
    for (const part of [...written, dayOf(signed.signed_at), initials.text]) expect(text).toContain(part)
    const ink = newInk(before, pdf, 2)
    expect(ink?.left).toBeGreaterThanOrEqual(18)
    expect(ink?.bottom).toBeGreaterThan(310)
    expect(ink?.bottom).toBeLessThanOrEqual(331)
  })

  it('given required fields, when signed without them, then 400 names each; with them, signed @full', async () => {
    const [text, checkbox, date] = [
      field({ required: true }),
      field({ kind: 'checkbox', width: 12, required: true, y: 130 }),
      field({ kind: 'date', binding: 'part_a_effective', required: true, y: 160 }),
    ]
    const [yes, no] = ['Yes', 'No'].map((label) =>
      field({ kind: 'radio', label, group: 'Smoker', required: label === 'No', width: 14, height: 14, y: 190 }),
    )
    if (!yes || !no) throw new Error('There is no choice')
    const filling = await seedFilling(core, [text, checkbox, date, yes, no])
    const details = [text, checkbox, date, yes].map(({ id }) => ({ field: `values.${id}`, message: 'is required' }))
    const blank = { [text.id]: '  ', [checkbox.id]: false, [date.id]: '', [yes.id]: false }
    for (const refused of [await sign(core, filling), await sign(core, filling, { values: blank })]) {
      expect([refused.statusCode, refused.json().details]).toEqual([400, details])
    }
    const filled = { [text.id]: 'Text', [checkbox.id]: true, [date.id]: '2026-01-31', [yes.id]: true, [no.id]: false }
    expect((await sign(core, filling, { values: filled })).json().status).toBe('signed')
  })

  it('given what cannot be printed in its place, when signed, then 400 names each field and says why @full', async () => {
    const small = { width: 40, height: 12 }
    const [long, odd, marks] = [field(small), field({ ...small, y: 130 }), field({ kind: 'initials', y: 160 })]
    const filling = await seedFilling(core, [long, odd, marks])
    const values = { [long.id]: 'A text that goes on and on, far beyond a small box', [odd.id]: 'Chef 👩‍🍳' }
    expect((await sign(core, filling, { values })).json().details).toEqual([
      { field: `values.${long.id}`, message: 'is too long for its place on the page' },
      { field: `values.${odd.id}`, message: 'has characters that cannot be printed' },
    ])
    const none = await sign(core, filling, { initials: undefined })
    expect(none.json().details).toMatchObject([{ field: 'initials' }])
    const blank = await sign(core, filling, { initials: { ...initials, text: ' ' } })
    expect(blank.json().details).toMatchObject([{ field: 'initials.text' }])
  })

  it('given ten taps with reviewed, changed values at once, when signed, then it is sealed once, and the changes are proposed once @full', async () => {
    const own = field({ binding: 'occupation' })
    const filling = await seedFilling(core, [own], values)
    const body = { values: { [own.id]: 'Cook' } }
    const reviewed = await review(core, filling, body)
    const taps = await Promise.all(Array.from({ length: 10 }, () => signReviewed(core, filling, reviewed, body)))
    expect(taps.map(({ statusCode }) => statusCode)).toEqual(taps.map(() => 200))
    const url = `/clients/${filling.clientId}/proposals`
    const { proposals } = (await core.ask(filling.admin, { method: 'GET', url })).json()
    expect(proposals).toMatchObject([{ field: 'occupation', proposed: 'Cook' }])
    expect(pdfText(await sealedFile(core, filling), 1, 1)).toContain('Cook')
    const events = auditEvents(core.app.db).select('action').where('subject_id', '=', filling.form.id)
    const actions = (await events.execute()).map(({ action }) => action)
    expect(actions.filter((action) => action === 'signed' || action === 'sealed')).toEqual(['signed', 'sealed'])
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

  it('given it is uploaded to the library, when its fields are asked for, then they are those of its form, of one to sign alone @full', async () => {
    const admin = await core.admin()
    const read = async (id: string) =>
      (await core.ask(admin, { method: 'GET', url: `/global-forms/${id}/fields` })).json().fields
    const add = async (changes: Record<string, string> = {}): Promise<string> => {
      const body = await multipart({ title: 'Application', type: 'PDF', ...changes }, pdf)
      return (await core.ask(admin, { method: 'POST', url: '/global-forms', ...body })).json().id
    }
    expect(await read(await add())).toMatchObject([
      { kind: 'text', binding: 'client_name', required: true, x: 100, y: 72 },
      { kind: 'text', binding: null },
      { kind: 'signature' },
    ])
    expect(await read(await add({ requires_signature: 'false' }))).toEqual([])
  })

  it('given it is uploaded for one client, when signed, then it is filled in, and no empty form stands over it @full', async () => {
    const filling = await seedFilling(core, [])
    const body = await multipart({ session_id: filling.session.id, type: 'PDF' }, pdf)
    const form = (await core.ask(filling.admin, { method: 'POST', url: '/sessionforms', ...body })).json()
    const own = { ...filling, form }
    await core.ask(own.client, { method: 'POST', url: `/sessionforms/${form.id}/open` })
    expect((await sign(core, own)).json().status).toBe('signed')
    const sealed = await sealedFile(core, own)
    expect(pdfText(sealed, 1, 1)).toContain('Inês Gonçalves')
    expect(pdf.includes('(note)')).toBe(true)
    expect(sealed.includes('(note)')).toBe(false)
    expect(newInk(pdf, sealed, 1)?.bottom).toBeLessThanOrEqual(172)
  })

  it('given it has radio buttons, when uploaded, answered, reviewed and signed, then the chosen one alone has a dot @full', async () => {
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
    const plain = await fileOf(core, own)
    expect((await review(core, own)).json().details).toMatchObject([{ field: `values.${buttons[0]?.id}` }])
    const values = { [buttons[1]?.id ?? '']: true }
    const pages = await review(core, own, { values })
    expect((await sign(core, own, { values, review_sha256: pages.headers[reviewHashHeader] })).json().status).toBe(
      'signed',
    )
    const sealed = await sealedFile(core, own)
    expect(sealed.subarray(0, pages.rawPayload.length).equals(pages.rawPayload)).toBe(true)
    const areas = buttons.map(({ x, y, width, height }) => ({ x, y, width, height }))
    const [before, after] = [await pixelsOf(plain, 0, areas), await pixelsOf(sealed, 0, areas)]
    expect(after.map((pixels, at) => pixels.equals(before[at] ?? pixels))).toEqual([true, false])
  })
})
