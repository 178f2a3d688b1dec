import { mostFormFields } from '@agency/contract/form-fields'
import { describe, expect, it } from 'vitest'
import { fillablePdf, line, radioButton, radioField } from '../../test/pdfs/fillable-pdf.ts'
import { measurePages } from '../reading/page-sizes.ts'
import { takeFormFields } from './take-form-fields.ts'

const text = (name: string, more = '') => `/FT /Tx /T (${name}) ${more}`
const required = '/Ff 2'
const readOnly = '/Ff 1'

describe('taking over the form of a PDF', () => {
  it('given empty fields of every kind, when taken over, then each is a field where it is seen, with its label and flags', async () => {
    const pdf = fillablePdf([
      { rect: line(0), entries: text('topmost[0].ClientName[0]', `/TU (Your full name) ${required}`) },
      { rect: line(1), entries: text('DateOfBirth') },
      {
        rect: line(2),
        entries: text('signed', '/TU (When) /AA << /F << /S /JavaScript /JS (AFDate_FormatEx\\("m/d/yy"\\);) >> >>'),
      },
      { rect: line(3), entries: '/FT /Ch /Ff 131072 /T (plan_choice) /Opt [(A) (B)]' },
      { rect: [100, 500, 112, 512], entries: '/FT /Btn /T (agree) /V /Off /AS /Off' },
      { rect: line(6), entries: '/FT /Sig /T (Signature1)' },
      { rect: line(7), entries: '/FT /Sig /T (Initials)' },
      { rect: line(8), entries: text('primary_phone', readOnly) },
      { rect: line(9), entries: text('Spouse phone') },
    ])
    const { fields } = await takeFormFields(pdf)
    const seen = fields.map(({ kind, label, binding, required, editable }) => [
      kind,
      label,
      binding,
      required,
      editable,
    ])
    expect(seen).toEqual([
      ['text', 'Your full name', 'client_name', true, true],
      ['entered_date', 'DateOfBirth', 'dob', false, true],
      ['entered_date', 'When', null, false, true],
      ['choice', 'plan choice', null, false, true],
      ['checkbox', 'agree', null, false, true],
      ['signature', 'Signature1', null, false, true],
      ['initials', 'Initials', null, false, true],
      ['text', 'primary phone', 'primary_phone', false, false],
      ['text', 'Spouse phone', null, false, true],
    ])
    expect(fields[0]).toMatchObject({ page: 0, x: 100, y: 72, width: 200, height: 20 })
    const [page] = await measurePages(pdf)
    for (const { x, y, width, height } of fields) {
      expect(x + width).toBeLessThanOrEqual(page?.width ?? 0)
      expect(y + height).toBeLessThanOrEqual(page?.height ?? 0)
    }
  })

  it('given texts that are to be signed, when taken over, then the client signs there, not where others do, and keeps what is written', async () => {
    const names = [
      'Signature of applicant',
      'Firma del asegurado',
      'Applicant initials',
      'Middle initial',
      'Witness signature',
    ]
    const written = { rect: line(names.length), entries: text('Signature of policyholder', '/V (J. Lee)') }
    const pdf = fillablePdf([...names.map((name, index) => ({ rect: line(index), entries: text(name) })), written])
    const { fields } = await takeFormFields(pdf)
    expect(fields.map(({ kind }) => kind)).toEqual(['signature', 'signature', 'initials', 'text', 'text', 'text'])
  })

  it('given names that are cut within an emoji, when taken over, then no half of it is left', async () => {
    const utf16 = (words: string) => {
      const bytes = Buffer.from(`\ufeff${words}`, 'utf16le').swap16()
      return `<${bytes.toString('hex')}>`
    }
    const name = `${'A'.repeat(119)}\u{1F600}\u{1F600}`
    const { fields } = await takeFormFields(
      fillablePdf(
        [
          { rect: line(0), entries: text('a', `/TU ${utf16(name)}`) },
          { rect: [100, 500, 112, 512], entries: radioButton(0, 'Yes') },
        ],
        undefined,
        [`<< /FT /Btn /Ff 49152 /T ${utf16(name)} /V /Off >>`],
      ),
    )
    const [tooltip, button] = fields
    expect([tooltip?.label, button?.group]).toEqual(['A'.repeat(119), 'A'.repeat(119)])
  })

  it('given radio buttons, when taken over, then each is a field with its answer, in the group of its question', async () => {
    const small = (n: number): [number, number, number, number] => [100, 700 - n * 20, 112, 712 - n * 20]
    const pdf = fillablePdf(
      [
        { rect: small(0), entries: radioButton(0, 'Bronze') },
        { rect: small(1), entries: `${radioButton(0, 'Silver_Plus')} /TU (The silver plan)` },
        { rect: small(2), entries: radioButton(0, 'Silver_Plus') },
        { rect: small(3), entries: radioButton(1, '0') },
        { rect: small(4), entries: radioButton(1, '1') },
        { rect: small(5), entries: radioButton(2, 'Yes') },
        { rect: small(6), entries: radioButton(3, 'Yes') },
      ],
      undefined,
      [
        radioField('page1.your_plan[0]'),
        radioField('smoker', '/Ff 49154'),
        radioField('page2.your_plan[0]'),
        radioField('chosen').replace('/V /Off', '/V /Yes'),
      ],
    )
    const { fields } = await takeFormFields(pdf)
    expect(fields.map(({ kind, group, label, required }) => [kind, group, label, required])).toEqual([
      ['radio', 'your plan', 'Bronze', false],
      ['radio', 'your plan', 'The silver plan', false],
      ['radio', 'your plan', 'Silver Plus', false],
      ['radio', 'smoker', 'Choice 1', true],
      ['radio', 'smoker', 'Choice 2', true],
      ['radio', 'your plan (2)', 'Yes', false],
      ['radio', 'chosen', 'Yes', false],
    ])
    expect(fields.map(({ preset }) => preset)).toEqual([...Array(6).fill(undefined), true])
  })

  it('given check boxes of one field, when taken over, then those of different values are one choice, and those of one value their own', async () => {
    const small = (n: number): [number, number, number, number] => [100, 700 - n * 20, 112, 712 - n * 20]
    const box = (parent: number, value: string) =>
      `/Parent PARENT${parent} /AS /Off /AP << /N << /${value} BOX /Off BOX >> >>`
    const field = (name: string, more = '/V /Off') => `<< /FT /Btn /T (${name}) ${more} >>`
    const pdf = fillablePdf(
      [
        { rect: small(0), entries: box(0, 'Married') },
        { rect: small(1), entries: `${box(0, 'Single')} /TU (Not married)` },
        { rect: small(2), entries: box(0, 'Widowed').replace('/AS /Off', '/AS /Widowed') },
        { rect: small(3), entries: box(1, 'On') },
        { rect: small(4), entries: box(1, 'On') },
        { rect: small(5), entries: '/FT /Btn /T (smoker) /V /Off /AS /Off /AP << /N << /Yes BOX /Off BOX >> >>' },
      ],
      undefined,
      [field('marital_status', '/V /Widowed /Ff 2'), field('paperless')],
    )
    const { fields, notes } = await takeFormFields(pdf)
    expect(fields.map(({ kind, group, label, required, preset }) => [kind, group, label, required, preset])).toEqual([
      ['radio', 'marital status', 'Married', true, undefined],
      ['radio', 'marital status', 'Not married', true, undefined],
      ['radio', 'marital status', 'Widowed', true, true],
      ['checkbox', undefined, 'paperless', false, undefined],
      ['checkbox', undefined, 'paperless', false, undefined],
      ['checkbox', undefined, 'smoker', false, undefined],
    ])
    expect(notes).toEqual([])
  })

  it('given a second person of a group, and people that are only an answer, when taken over, then the first is not asked, and the client answers', async () => {
    const tick = (n: number, entries: string) => ({
      rect: [100, 500 - n * 20, 112, 512 - n * 20] as [number, number, number, number],
      entries,
    })
    const pdf = fillablePdf([
      { rect: line(0), entries: text('Debtor1.sig', '/TU (Signature of Debtor)') },
      { rect: line(1), entries: text('Debtor2.sig', '/TU (Signature of Debtor)') },
      { rect: line(2), entries: text('spouse_name', '/TU (Spouse’s first name and initial)'.replace('’', "'")) },
      tick(0, '/FT /Btn /T (paid_1) /TU (An attorney) /V /Off'),
      tick(1, '/FT /Btn /T (rel_2) /TU (Parent) /V /Off'),
      tick(2, '/FT /Btn /T (prep_3) /TU (Preparer is self-employed) /V /Off'),
    ])
    const { fields } = await takeFormFields(pdf)
    expect(fields.map((field) => [field.label, field.for])).toEqual([
      ['Signature of Debtor', undefined],
      ['Signature of Debtor', 'insured'],
      ["Spouse's first name and initial", undefined],
      ['An attorney', undefined],
      ['Parent', undefined],
      ['Preparer is self-employed', 'preparer'],
    ])
  })

  it('given two dates of signing beside no signature, when taken over, then the second is entered by whom it is for', async () => {
    const { fields } = await takeFormFields(
      fillablePdf([
        { rect: line(0), entries: text('sigdate') },
        { rect: line(3), entries: text('sigdate2') },
      ]),
    )
    expect(fields.map(({ kind }) => kind)).toEqual(['date', 'entered_date'])
  })

  it('given a check box of 4 points at the corner of a page, when taken over, then it can be tapped', async () => {
    const mark = {
      rect: [1, 787, 5, 791] as [number, number, number, number],
      entries: '/FT /Btn /T (cell_phone) /V /Off',
    }
    const { fields, notes } = await takeFormFields(fillablePdf([mark]))
    expect(fields).toMatchObject([{ kind: 'checkbox', x: 0, y: 0, width: 6, height: 6 }])
    expect(notes).toEqual([])
  })

  it('given what is hidden, a push button, a radio button that cannot be on, or too small, when taken over, then it is left out, and staff read what they would miss', async () => {
    const pdf = fillablePdf([
      { rect: [100, 560, 112, 572], entries: '/FT /Btn /Ff 32768 /T (radio) /AS /Off' },
      { rect: line(4), entries: '/FT /Btn /Ff 65536 /T (push)' },
      { rect: line(5), entries: `${text('hidden')} /F 2` },
      { rect: [100, 400, 300, 405], entries: text('low') },
      { rect: [700, 400, 900, 420], entries: text('off the page') },
    ])
    const { fields, notes } = await takeFormFields(pdf)
    expect(fields).toEqual([])
    expect(notes).toEqual([
      { code: 'left_out', page: 0, label: 'low' },
      { code: 'left_out', page: 0, label: 'off the page' },
    ])
  })

  it('given a turned page with a crop box, when taken over, then boxes are as they are seen, cut at the edge', async () => {
    const page = '/MediaBox [0 0 612 792] /CropBox [50 50 550 750] /Rotate 90'
    const { fields } = await takeFormFields(
      fillablePdf(
        [
          { rect: [60, 70, 80, 170], entries: text('a') },
          { rect: [40, 700, 70, 800], entries: text('b') },
        ],
        page,
      ),
    )
    const [field, cut] = fields
    expect(field).toMatchObject({ x: 20, y: 10, width: 100, height: 20 })
    expect(cut).toMatchObject({ x: 650, y: 0, width: 50, height: 20 })
  })

  it('given one field in two places, and a name without letters, when taken over, then two fields, called what they are', async () => {
    const { fields } = await takeFormFields(
      fillablePdf([
        { rect: line(0), entries: text(' ') },
        { rect: line(1), entries: text('a', '/TU (\\r\\n )') },
        { rect: line(2), entries: text('a') },
      ]),
    )
    expect(fields.map(({ label }) => label)).toEqual(['Text', 'a', 'a'])
    expect(new Set(fields.map(({ id }) => id)).size).toBe(3)
  })

  it('given a date of birth in a box too narrow for a date, when taken over, then it is a text, bound to nothing', async () => {
    const { fields } = await takeFormFields(fillablePdf([{ rect: [100, 600, 131, 612], entries: text('dob') }]))
    const [field] = fields
    expect(field).toMatchObject({ kind: 'text', binding: null })
  })

  const boundTo = async (names: string[]) =>
    (await takeFormFields(fillablePdf(names.map((name, n) => ({ rect: line(n), entries: text(name) }))))).fields.map(
      ({ label, binding }) => [label, binding],
    )

  it('given account and card numbers of a policy and of a bank, when taken over, then only the latter are bound', async () => {
    expect(await boundTo(['Account Number', 'Card Number'])).toEqual([
      ['Account Number', null],
      ['Card Number', null],
    ])
    expect(await boundTo(['Credit card number', 'Checking account number'])).toEqual([
      ['Credit card number', 'card_number'],
      ['Checking account number', 'account_number'],
    ])
    expect(await boundTo(['Routing Number', 'Account Number', 'Name on card', 'Card Number'])).toEqual([
      ['Routing Number', 'routing_number'],
      ['Account Number', 'account_number'],
      ['Name on card', 'name_on_card'],
      ['Card Number', 'card_number'],
    ])
  })

  it('given an address below a physician’s name, when taken over, then it is not the client’s', async () => {
    expect(await boundTo(['Name', 'Address', 'Name of attending physician', 'Address ', 'Street address'])).toEqual([
      ['Name', 'client_name'],
      ['Address', 'address'],
      ['Name of attending physician', null],
      ['Address', null],
      ['Street address', null],
    ])
  })

  it('given more fields than a form may have, when taken over, then as many as it may, and staff read what is missing @full', async () => {
    const many = Array.from({ length: mostFormFields + 5 }, (_, n) => ({ rect: line(n % 15), entries: text(`f${n}`) }))
    const { fields, notes } = await takeFormFields(fillablePdf(many))
    expect(fields).toHaveLength(mostFormFields)
    expect(notes.map(({ code }) => code)).toEqual(Array(5).fill('left_out'))
  })
})
