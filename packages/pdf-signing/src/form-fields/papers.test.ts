import { readFileSync } from 'node:fs'
import type { FormField } from '@agency/contract/form-fields'
import { describe, expect, it } from 'vitest'
import { fillablePdf, line, radioButton, radioField, type Widget } from '../../test/pdfs/fillable-pdf.ts'
import { pdfText } from '../../test/pdfs/pdf-tools.ts'
import { inspectPdf } from '../intake/inspect-pdf.ts'
import { takeFormFields } from './take-form-fields.ts'

const paper = (name: string) => new Uint8Array(readFileSync(new URL(`../../test/pdfs/papers/${name}`, import.meta.url)))
const take = (name: string) => takeFormFields(paper(name))
const at = (x: number, y: number, width: number, height: number): Widget['rect'] => [x, y, x + width, y + height]
const labelled = (fields: FormField[], label: string) => fields.find((field) => field.label === label)
const labelsOf = (notes: { code: string; label: string }[], code: string) =>
  notes.filter((note) => note.code === code).map(({ label }) => label)

describe('dates of a form', () => {
  it('given a form with six dates, when taken over, then the date signed alone is the day of signing', async () => {
    const { fields } = await take('dates.pdf')
    const seen = fields.map(({ kind, label, latest, preset }) => [kind, label, latest, preset])
    expect(seen).toEqual([
      ['entered_date', 'Policy Effective Date', undefined, undefined],
      ['entered_date', 'Date of Accident', undefined, undefined],
      ['entered_date', 'I was released from incarceration on (insert date)', undefined, undefined],
      ['entered_date', 'Spouse Date of Birth', 'today', undefined],
      ['entered_date', 'End Date', undefined, undefined],
      ['date', 'Date Signed', undefined, undefined],
    ])
    expect(new Set(fields.map(({ date_format }) => date_format))).toEqual(new Set(['mm/dd/yyyy']))
  })

  it('given a narrow date of birth, when taken over, then it has the order of the form', async () => {
    const { fields } = await take('narrow-dob.pdf')
    expect(fields[0]).toMatchObject({
      kind: 'entered_date',
      binding: 'dob',
      date_format: 'mm/dd/yyyy',
      latest: 'today',
    })
  })
})

describe('whom a field is for', () => {
  it('given signatures of several people, when taken over, then the applicant’s alone is the client’s, and staff read the others', async () => {
    const { fields, notes } = await take('signatures.pdf')
    expect(fields.map((field) => field.for)).toEqual([undefined, 'witness', 'agent', 'spouse'])
    const others = ['Witness Digital Signature', 'Agent Broker Signature', 'Spouse Signature']
    expect(labelsOf(notes, 'for_others')).toEqual(others)
  })

  it('given a form of a family, when taken over, then each name is of its person, and the preparer’s is not asked of the client', async () => {
    const { fields } = await take('family.pdf')
    expect(fields.map(({ label, binding, for: role }) => [label, binding, role])).toEqual([
      ['First name', 'client_first_name', undefined],
      ['Last name', 'client_last_name', undefined],
      ['Spouse first name', null, undefined],
      ['Last name', null, undefined],
      ['Dependent name 1', 'dep1_name', undefined],
      ['Date of birth 1', 'dep1_dob', undefined],
      ['Dependent name 2', 'dep2_name', undefined],
      ['Date of birth 2', 'dep2_dob', undefined],
      ['Preparer name', null, 'preparer'],
      ['Preparer phone', null, 'preparer'],
    ])
  })

  it('given an application for Medicare, when taken over, then its boxes for digits are fields, the client’s are bound, and the witness’s are not the client’s @full', async () => {
    const { fields, notes } = await take('CMS-40B.pdf')
    const seen = fields.map(({ kind, label, binding, for: role }) => [kind, label, binding, role])
    expect(seen).toEqual([
      ['text', '1. Your Medicare Number', 'medicarenumber', undefined],
      ['checkbox', 'YES', null, undefined],
      ['text', '3. Your Name (Last Name, First Name, Middle Name)', 'client_name', undefined],
      ['text', '4. Mailing Address Number and Street PO Box or Route', null, undefined],
      ['text', '5. City', null, undefined],
      ['text', 'State', null, undefined],
      ['text', 'Zip Code', null, undefined],
      ['text', '6. Phone Number (including area code', 'primary_phone', undefined],
      ['signature', 'Signature Line 7', null, undefined],
      ['date', '8. Date Signed', null, undefined],
      ['signature', 'Witness Digital Signature', null, 'witness'],
      ['date', '10. Date Signed', null, 'witness'],
      ['text', '11. Address of Witness', null, 'witness'],
      ['text', '12. Remarks', null, undefined],
    ])
    expect(labelled(fields, '8. Date Signed')).toMatchObject({ comb: true, max_length: 8, gaps: [2, 5] })
    expect(labelled(fields, 'Zip Code')).toMatchObject({ comb: true, max_length: 5 })
    expect(labelsOf(notes, 'for_others')).toHaveLength(3)
    expect(labelsOf(notes, 'left_out')).toEqual([])
  })
})

describe('what a form says of its fields', () => {
  it('given preset values, when a form is taken in, then each is a first value, a consent is unticked, and none is in the page @full', async () => {
    const { fields, notes, plain } = await inspectPdf(paper('defaults.pdf'))
    expect(fields.map(({ label, preset }) => [label, preset])).toEqual([
      ['Country', 'USA'],
      ['State', undefined],
      ['A', true],
      ['B', undefined],
      ['C', undefined],
      ['Email consent', undefined],
      ['Name', undefined],
    ])
    expect(labelled(fields, 'State')?.choices?.map(({ value }) => value)).toEqual(['Florida', 'Texas'])
    expect(labelsOf(notes, 'consent_unticked')).toEqual(['Email consent'])
    const text = pdfText(plain, 1, 1)
    expect(text).toContain('Country (default USA)')
    expect(text.replace('default USA', '')).not.toContain('USA')
    expect(text).not.toContain('-- Select --')
  })

  it('given a value that cannot be told from its frame, when a form is taken in, then neither is in the page @full', async () => {
    const undecoded =
      '<< /Type /XObject /Subtype /Form /BBox [0 0 10 10] /Filter /A85 /Length 2 >>\nstream\n~>\nendstream'
    const entries = '/FT /Tx /T (Plan) /V (Gold) /AP << /N PARENT0 >>'
    const { fields, plain } = await inspectPdf(
      fillablePdf([{ rect: [100, 600, 300, 620], entries }], undefined, [undecoded]),
    )
    expect(fields).toMatchObject([{ label: 'Plan', preset: 'Gold' }])
    expect(pdfText(plain, 1, 1)).not.toContain('Gold')
  })

  it('given a form that is only to be read, when taken in, then its values are content of the page @full', async () => {
    const { fields, notes, plain } = await inspectPdf(paper('defaults.pdf'), { use: 'read' })
    expect([fields, notes]).toEqual([[], []])
    expect(pdfText(plain, 1, 1).match(/USA/g)).toHaveLength(2)
  })

  it('given fields of all kinds, when taken over, then each is as the form says', async () => {
    const { fields, notes } = await take('kinds.pdf')
    expect(labelled(fields, 'SSN comb')).toMatchObject({ comb: true, max_length: 9, binding: 'ssn' })
    expect(labelled(fields, 'State two')).toMatchObject({ max_length: 2 })
    expect(labelled(fields, 'Plan choice')).toMatchObject({ kind: 'choice' })
    expect(labelled(fields, 'Plan choice')?.choices?.map(({ value }) => value)).toEqual(['Plan A', 'Plan B', 'Plan G'])
    expect(labelled(fields, 'Plan choice')?.own_text).toBeUndefined()
    expect(labelled(fields, 'List choice')?.choices).toHaveLength(2)
    expect(labelled(fields, 'Remarks')).toMatchObject({ multiline: true })
    expect(labelled(fields, 'Must')).toMatchObject({ required: true })
    expect(labelled(fields, 'Read only')).toMatchObject({ editable: false, preset: 'Agency 4711' })
    expect(labelled(fields, 'Total')).toMatchObject({ editable: false })
    expect(labelsOf(notes, 'read_only')).toEqual(['Read only'])
    expect(labelsOf(notes, 'calculated')).toEqual(['Total'])
    expect(labelsOf(notes, 'script_ignored')).toEqual(['Total'])
    expect(fields.map(({ label }) => label)).not.toContain('Hidden')
  })

  it('given 360 fields, when taken over, then 360 @full', async () => {
    const { fields, notes } = await take('fields-360.pdf')
    expect([fields.length, notes]).toEqual([360, []])
  })
})

describe('fields whose names say nothing', () => {
  const label = (text: string, x: number, y: number) => `BT /F1 10 Tf ${x} ${y} Td (${text}) Tj ET`
  const sig = (x: number, y: number, name: string) => ({
    rect: at(x, y, 200, 20),
    entries: `/FT /Sig /T (${name})`,
  })
  const box = (x: number, y: number, width: number, name: string) => ({
    rect: at(x, y, width, 16),
    entries: `/FT /Tx /T (${name})`,
  })

  it('given what is printed beside them, when taken over, then it says what they are called and whose they are', async () => {
    const widgets = [
      sig(150, 700, 'Signature1'),
      box(400, 700, 100, 'Date1_af_date'),
      sig(150, 640, 'Signature2'),
      box(400, 640, 100, 'Date2_af_date'),
      sig(150, 580, 'Signature3'),
      box(150, 520, 200, 'Text12'),
      box(150, 460, 200, 'f1_01[0]'),
      { rect: at(100, 400, 12, 12), entries: '/FT /Btn /T (c1_1[0])' },
    ]
    const content = [
      ...[label('Applicant signature:', 50, 706), label('Date:', 370, 706)],
      ...[label('Agent signature:', 60, 646), label('Date:', 370, 646)],
      label('Signature of parent or guardian', 160, 570),
      label('Place of employment:', 45, 524),
      label('Your first name', 152, 480),
      label('I own my home', 118, 402),
    ].join('\n')
    const { fields } = await takeFormFields(fillablePdf(widgets, undefined, [], content))
    expect(fields.map(({ kind, label: name, for: role, binding }) => [kind, name, role, binding])).toEqual([
      ['signature', 'Applicant signature', undefined, null],
      ['date', 'Date', undefined, null],
      ['signature', 'Agent signature', 'agent', null],
      ['date', 'Date', 'agent', null],
      ['signature', 'Signature of parent or guardian', 'parent', null],
      ['text', 'Place of employment', undefined, null],
      ['text', 'Your first name', undefined, 'client_first_name'],
      ['checkbox', 'I own my home', undefined, null],
    ])
  })
})

describe('fields whose names are a program’s', () => {
  const label = (text: string, x: number, y: number) => `BT /F1 10 Tf ${x} ${y} Td (${text}) Tj ET`
  const box = (y: number, name: string) => ({ rect: at(200, y, 150, 16), entries: `/FT /Tx /T (${name})` })
  const tick = (x: number, y: number, name: string, on = 'Yes') => ({
    rect: at(x, y, 12, 12),
    entries: `/FT /Btn /T (${name}) /AS /Off /AP << /N << /${on} BOX /Off BOX >> >>`,
  })
  const seen = async (widgets: Widget[], content: string[], parents: string[] = []) =>
    (await takeFormFields(fillablePdf(widgets, undefined, parents, content.join('\n')))).fields.map((field) =>
      field.group === undefined ? field.label : `${field.group}: ${field.label}`,
    )

  it('given texts and boxes to tick, when taken over, then each is called what is printed, unless its name says whose it is', async () => {
    const widgets = [
      box(700, 'topmostSubform[0].Page1[0].f1_02[0]'),
      box(670, 'txtPolNo'),
      box(640, 'undefined_2'),
      box(610, 'spouse_first_name'),
      box(580, 'Policy Number'),
      tick(50, 550, 'chk7'),
      tick(50, 520, 'cbMarried'),
    ]
    const content = [
      ...[label('Policy number', 50, 704), label('Policy no.', 150, 674), label('Your hobbies', 202, 660)],
      ...[label('First name', 145, 614), label('No.', 170, 584), label('I am a veteran', 66, 552)],
      label('I am married', 66, 522),
    ]
    expect(await seen(widgets, content)).toEqual([
      ...['Policy number', 'Policy no.', 'Your hobbies', 'spouse first name', 'Policy Number'],
      ...['I am a veteran', 'I am married'],
    ])
  })

  it.each([
    ['behind them', 215],
    ['before them', 182],
  ])('given boxes for yes and no with the words %s, when taken over, then each has its question', async (_, yes) => {
    const widgets = [
      tick(200, 600, 'chk0'),
      tick(250, 600, 'chk1'),
      tick(200, 570, 'smk', 'Y'),
      tick(250, 570, 'smk', 'N'),
    ]
    const row = (y: number) => [label('Do you smoke?', 50, y), label('Yes', yes, y), label('No', yes + 50, y)]
    const [first, second, ...choice] = await seen(widgets, [...row(602), ...row(572)])
    expect([first, second]).toEqual(['Do you smoke? – Yes', 'Do you smoke? – No'])
    // With the words before them, the values of a choice stay.
    expect(choice).toEqual(yes > 200 ? ['Do you smoke?: Yes', 'Do you smoke?: No'] : ['smk: Y', 'smk: N'])
  })

  it.each([
    ['behind them', [115, 175], ['Gender: Male', 'Gender: Female']],
    ['before them', [85, 125], ['sex: M', 'sex: F']],
  ] as const)(
    'given radio buttons with the words %s, when taken over, then none has the word of the other',
    async (_, places, called) => {
      const widgets = [
        { rect: at(100, 640, 12, 12), entries: radioButton(0, 'M') },
        { rect: at(160, 640, 12, 12), entries: radioButton(0, 'F') },
      ]
      const content = [label('Gender', 40, 642), label('Male', places[0], 642), label('Female', places[1], 642)]
      expect(await seen(widgets, content, [radioField('sex')])).toEqual(called)
    },
  )
})

it.each([
  ['a city and a ZIP code', ['City', 'State', 'ZIP'], null],
  ['city, state and ZIP code in one', ['City, state, ZIP code'], null],
  ['a city of birth and a state', ['City of Birth', 'State'], 'address'],
])(
  'given a street beside %s, when taken over, then it is not bound to the whole address',
  async (_, names, binding) => {
    const widgets = ['Street Address', ...names].map((name, n) => ({
      rect: at(100, 700 - n * 18, 200, 16),
      entries: `/FT /Tx /T (${name})`,
    }))
    const { fields } = await takeFormFields(fillablePdf(widgets))
    expect(fields[0]?.binding).toBe(binding)
  },
)

it('given scripts of a form, when taken over, then numbers have its format, and a simple sum its parts', async () => {
  const script = (event: string, code: string) =>
    `/${event} << /S /JavaScript /JS (${code.replaceAll(/[()]/g, '\\$&')}) >>`
  const dollars = script('F', 'AFNumber_Format(2, 0, 0, 0, "$", true);')
  const sum = script('C', 'AFSimple_Calculate("SUM", new Array ("Rent", "Food"));')
  const lost = script('C', 'AFSimple_Calculate("SUM", new Array ("Rent", "Gone"));')
  const texts = [
    `/T (Rent) /AA << ${dollars} >>`,
    '/T (Food) /V (12 a week)',
    `/T (Total) /Ff 1 /AA << ${dollars} ${sum} >>`,
    `/T (Other) /AA << ${lost} >>`,
  ]
  const widgets = texts.map((entries, n) => ({ rect: line(n), entries: `/FT /Tx ${entries}` }))
  const { fields, notes } = await takeFormFields(fillablePdf(widgets))
  const [rent, food, total, other] = fields
  expect(rent).toMatchObject({ number: { decimals: 2, grouping: true, prefix: '$', suffix: '' }, editable: true })
  expect(total).toMatchObject({ editable: false, calculation: { operation: 'sum', fields: [rent?.id, food?.id] } })
  expect([other?.calculation, other?.editable]).toEqual([undefined, false])
  expect(notes.map(({ code, label }) => [code, label])).toEqual([
    ['calculated', 'Total'],
    ['calculated', 'Other'],
    ['script_ignored', 'Other'],
  ])
})

it.each([
  ['/Tabs /R', ['A', 'B', 'C', 'D']],
  ['/Tabs /C', ['A', 'C', 'B', 'D']],
  ['', ['D', 'B', 'C', 'A']],
])('given a page with %s, when taken over, then the fields are in the order of its tab key', async (tabs, labels) => {
  const places: [string, number, number][] = [
    ['D', 300, 600],
    ['B', 300, 701],
    ['C', 100, 600],
    ['A', 100, 700],
  ]
  const widgets = places.map(([name, x, y]) => ({
    rect: at(x, y, 100, 20),
    entries: `/FT /Tx /T (${name}) /TU (${name})`,
  }))
  const { fields } = await takeFormFields(fillablePdf(widgets, `/MediaBox [0 0 612 792] ${tabs}`))
  expect(fields.map(({ label }) => label)).toEqual(labels)
})

it('given nine boxes for digits in three groups, and two for a state, when taken over, then each run is one field', async () => {
  const digit = (name: string, x: number) => ({
    rect: at(x, 600, 15, 18),
    entries: `/FT /Tx /MaxLen 1 /T (${name})`,
  })
  const starts = [0, 15, 30, 60, 75, 105, 120, 135, 150]
  const ssn = starts.map((start, n) => digit(`SSN ${n + 1}`, 100 + start))
  const { fields } = await takeFormFields(fillablePdf([...ssn, digit('State_1', 400), digit('State_2', 415)]))
  expect(fields).toMatchObject([
    { label: 'SSN', binding: 'ssn', comb: true, max_length: 9, gaps: [3, 6], x: 100, width: 165 },
    { label: 'State', comb: true, max_length: 2, x: 400, width: 30 },
  ])
})
