import { readFileSync } from 'node:fs'
import type { FormField } from '@agency/contract/form-fields'
import { describe, expect, it } from 'vitest'
import { onePagePdf, scanPdf } from '../../test/pdfs/build-pdf.ts'
import { fillablePdf, line } from '../../test/pdfs/fillable-pdf.ts'
import { type FlatForm, flatForms, type Place } from '../../test/pdfs/flat-forms.ts'
import { takeFormFields } from '../form-fields/take-form-fields.ts'
import { openPlain } from '../plain/make-plain.ts'
import { measurePages } from '../reading/page-sizes.ts'
import { proposeFields } from './propose-fields.ts'
import { overlap } from './rules.ts'

const readPdf = (name: string) => new Uint8Array(readFileSync(new URL(`../../test/pdfs/${name}`, import.meta.url)))
const formOf = (name: string) => flatForms().find((form) => form.name === name)?.pdf ?? new Uint8Array()

const place = (kind: Place['kind'], page: number, x: number, bottom: number, width: number): Place => ({
  kind,
  page,
  x,
  y: bottom - 16,
  width,
  height: 16,
})

/** Lines to sign on, by hand, that are no fields of the form. */
const lines: Record<string, Place[]> = {
  'papers/fw9.pdf': [place('signature', 0, 125, 563, 260), place('date', 0, 412, 563, 160)],
  'papers/f8879.pdf': [
    ...[place('signature', 0, 109, 480, 264), place('date', 0, 426, 480, 150)],
    ...[place('signature', 0, 125, 599, 266), place('date', 0, 424, 599, 150)],
    ...[place('signature', 0, 113, 720, 278), place('date', 0, 424, 720, 150)],
  ],
  'papers/f1040.pdf': [
    ...[place('signature', 1, 93, 504, 180), place('date', 1, 276, 504, 48)],
    ...[place('signature', 1, 93, 533, 180), place('date', 1, 276, 533, 48)],
    ...[place('signature', 1, 218, 569, 170), place('date', 1, 390, 569, 56)],
  ],
}

const kinds: Record<FormField['kind'], Place['kind']> = {
  signature: 'signature',
  initials: 'signature',
  date: 'date',
  entered_date: 'date',
  checkbox: 'check',
  radio: 'check',
  text: 'text',
  choice: 'text',
}

/** A form of the government, with the places that its own fields are at, and without these. */
async function emptied(name: string): Promise<FlatForm> {
  const { fields, widgets } = await takeFormFields(readPdf(name))
  const { pdf } = await openPlain(readPdf(name), (await measurePages(readPdf(name))).length, { fields: widgets })
  const places = fields.map(({ kind, page, x, y, width, height }) => ({ kind: kinds[kind], page, x, y, width, height }))
  return { name, pdf: Uint8Array.from(await pdf.save()), places: [...places, ...(lines[name] ?? [])] }
}

interface Score {
  name: string
  wanted: number
  found: number
  proposed: number
  wrong: number
}

/** Of a line to sign on, a part is enough; a text may be proposed where the form has something else to be written. */
async function score({ name, pdf, places }: FlatForm): Promise<Score> {
  const fields = await proposeFields(pdf)
  const meets = (field: FormField, wanted: Place) => field.page === wanted.page && overlap(field, wanted) >= 0.4
  const wanted = places.filter(({ kind }) => kind !== 'text')
  const found = wanted.filter((each) => fields.some((field) => kinds[field.kind] === each.kind && meets(field, each)))
  const wrong = fields.filter((field) => !places.some((each) => kinds[field.kind] === each.kind && meets(field, each)))
  return { name, wanted: wanted.length, found: found.length, proposed: fields.length, wrong: wrong.length }
}

const federal = [
  'papers/CMS-40B.pdf',
  'papers/f1040.pdf',
  'papers/f1040sa.pdf',
  'papers/f8879.pdf',
  'papers/fw9.pdf',
  'irs-f8889.pdf',
]

describe('fields proposed on a flat form', () => {
  it('given 22 forms without fields, when proposed, then 80 % of the lines to sign, date or tick are found and 5 % are wrong @full', async () => {
    const forms = [...flatForms(), ...(await Promise.all(federal.map(emptied)))]
    const scores = await Promise.all(forms.map(score))
    const sum = (of: (each: Score) => number) => scores.reduce((total, each) => total + of(each), 0)
    const report = scores.map(
      (each) => `${each.name}: ${each.found} of ${each.wanted}, ${each.wrong} of ${each.proposed} wrong`,
    )
    if (process.env.SHOW_SCORES) process.stdout.write(`${report.join('\n')}\n`)
    expect(scores).toHaveLength(22)
    expect(sum(({ found }) => found) / sum(({ wanted }) => wanted), report.join('\n')).toBeGreaterThanOrEqual(0.8)
    expect(sum(({ wrong }) => wrong) / sum(({ proposed }) => proposed), report.join('\n')).toBeLessThan(0.05)
  })
  it('given lines of several people, when proposed, then each has its label, kind and role in reading order', async () => {
    const fields = await proposeFields(formOf('labels below lines'))
    expect(fields.map(({ kind, label, for: role, required }) => [kind, label, role, required])).toEqual([
      ['signature', 'Signature of Applicant', undefined, true],
      ['date', 'Date', undefined, false],
      ['signature', 'Signature of Spouse', 'spouse', false],
      ['date', 'Date', 'spouse', false],
      ['signature', 'Signature of Agent', 'agent', false],
      ['date', 'Date', 'agent', false],
    ])
  })

  it('given cells for the digits of a date, when proposed, then they are one date with its gaps', async () => {
    const date = (await proposeFields(formOf('labels above, cells for digits'))).find(({ kind }) => kind === 'date')
    expect(date).toMatchObject({ comb: true, max_length: 8, gaps: [2, 5] })
  })

  it('given boxes for yes and no, when proposed, then each question is one choice, and other boxes are their own', async () => {
    const at = (x: number, y: number, words: string) => `BT /F1 10 Tf ${x} ${y} Td (${words}) Tj ET`
    const check = (x: number, y: number, words: string) => `0.5 w ${x} ${y} 9 9 re S ${at(x + 13, y + 1, words)}`
    const content = [
      ...[at(72, 701, 'Do you use tobacco?'), check(300, 700, 'Yes'), check(350, 700, 'No')],
      ...[at(72, 671, 'Does your agent know?'), check(300, 670, 'No'), check(350, 670, 'Yes \\(explain\\)')],
      ...[at(72, 640, 'Are you employed?'), check(72, 624, 'Yes'), check(72, 608, 'No')],
      ...[check(72, 570, 'I want paper bills'), check(72, 550, 'No calls, please')],
    ].join('\n')
    const fields = await proposeFields(onePagePdf({ content }))
    expect(fields.map(({ kind, group, label, for: role, required }) => [kind, group, label, role ?? required])).toEqual(
      [
        ['radio', 'Do you use tobacco?', 'Yes', false],
        ['radio', 'Do you use tobacco?', 'No', false],
        ['radio', 'Does your agent know?', 'No', false],
        ['radio', 'Does your agent know?', 'Yes (explain)', false],
        ['radio', 'Are you employed?', 'Yes', false],
        ['radio', 'Are you employed?', 'No', false],
        ['checkbox', undefined, 'I want paper bills', false],
        ['checkbox', undefined, 'No calls, please', false],
      ],
    )
  })

  it.each(['contract with rules and tables'])(
    'given %s, when proposed, then only what is to be signed',
    async (name) => {
      expect((await proposeFields(formOf(name))).map(({ label }) => label)).toEqual(['Owner signature', 'Date'])
    },
  )

  it('given lines to sign, when proposed, then a field is as high as a hand writes, and covers nothing above it', async () => {
    const at = (y: number, words: string) => `BT /F1 10 Tf 40 ${y} Td (${words}) Tj ET`
    const rule = (y: number) => `0.5 w 110 ${y} m 300 ${y} l S`
    const content = [
      rule(700),
      at(702, 'Signature:'),
      rule(600),
      at(602, 'Signature:'),
      'BT /F1 10 Tf 120 620 Td (Please sign in ink) Tj ET',
    ]
    const fields = await proposeFields(fillablePdf([], '/MediaBox [0 0 612 792]', [], content.join('\n')))
    expect(fields.map(({ kind, height }) => [kind, Math.round(height)])).toEqual([
      ['signature', 30],
      ['signature', 18],
    ])
  })

  it('given a place to write in between brackets, when proposed, then its label has none', async () => {
    const content = 'BT /F1 10 Tf 40 702 Td (Short code: [____________]) Tj ET'
    const fields = await proposeFields(fillablePdf([], '/MediaBox [0 0 612 792]', [], content))
    expect(fields.map(({ label }) => label)).toEqual(['Short code'])
  })

  it('given a page with fields of its own, when proposed, then nothing over them', async () => {
    const content = `0.5 w 100 700 m 300 700 l S 100 660 m 300 660 l S BT /F1 10 Tf 40 702 Td (Signature:) Tj 0 -40 Td (Name:) Tj ET`
    const widgets = [{ rect: line(0), entries: '/FT /Sig /T (Signature)' }]
    const fields = await proposeFields(fillablePdf(widgets, '/MediaBox [0 0 612 792]', [], content))
    expect(fields.map(({ kind, label }) => [kind, label])).toEqual([['text', 'Name']])
  })

  it('given a page of text, or a scan, when proposed, then nothing @full', async () => {
    for (const pdf of [readPdf('pdftex.pdf'), readPdf('cairo.pdf'), scanPdf()])
      expect(await proposeFields(pdf)).toEqual([])
  })
})
