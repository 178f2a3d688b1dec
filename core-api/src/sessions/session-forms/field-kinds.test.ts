import type { FormField } from '@agency/contract/form-fields'
import { pdfText } from '@agency/pdf-signing/test/pdf-tools'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import {
  type Filling,
  field,
  keep,
  placeFields,
  readFilled,
  seedFilling,
  sign,
} from '../../../test/form-field-fixtures.ts'
import { sealedFile } from '../../../test/reviewed-signing.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const choices = ['Plan A', 'Plan B'].map((value) => ({ value, label: value }))
/** A field below those before it. */
const placeOf = ([changes]: [Partial<FormField>, ...unknown[]], n: number) => field({ ...changes, y: 40 + n * 30 })
const dollars = { decimals: 2, grouping: true, prefix: '$', suffix: '' }

it('given values that their fields cannot have, when kept, then 400 says for each what to do @full', async () => {
  const refused: [changes: Partial<FormField>, value: unknown, message: string][] = [
    [{ kind: 'choice', choices }, 'Plan C', 'must be one of the choices: Plan A, Plan B'],
    [{ kind: 'choice', choices }, true, 'must be a text'],
    [{ kind: 'entered_date' }, '03/09/1961', 'must be a date (YYYY-MM-DD)'],
    [{ kind: 'entered_date', latest: 'today' }, inDays(3), 'must not be in the future; check the year'],
    [{ max_length: 2 }, 'FLA', 'must have 2 characters at most; it has 3'],
    [{ comb: true, max_length: 9 }, '900-12-34567', 'must have 9 characters at most; it has 10'],
    [{ number: dollars }, 'ten', 'must be a number, such as 1,250.00'],
  ]
  const fields = refused.map(placeOf)
  const filling = await seedFilling(core, fields)
  for (const [n, { id }] of fields.entries()) {
    const [, value, message] = refused[n] ?? []
    const answer = await keep(core, filling, { [id]: value })
    expect([answer.statusCode, answer.json().details]).toEqual([400, [{ field: `values.${id}`, message }]])
  }
})

it('given values that their fields can have, when kept, then they stand there @full', async () => {
  const accepted: [changes: Partial<FormField>, value: string][] = [
    [{ kind: 'choice', choices }, 'Plan B'],
    [{ kind: 'choice', choices, own_text: true }, 'Plan C'],
    [{ kind: 'choice', choices }, ''],
    [{ kind: 'entered_date', latest: 'today' }, inDays(0)],
    [{ kind: 'entered_date' }, inDays(400)],
    [{ comb: true, max_length: 9 }, '900-12-3456'],
    [{ number: dollars }, '$ 1,250'],
  ]
  const fields = accepted.map(placeOf)
  const filling = await seedFilling(core, fields)
  const values = fields.map(({ id }, n) => [id, accepted[n]?.[1]])
  expect((await keep(core, filling, Object.fromEntries(values))).statusCode).toBe(200)
  expect((await readFilled(core, filling)).map(({ value }) => value)).toEqual(
    accepted.map(([, value]) => value || null),
  )
})

describe('sealing', () => {
  const sealedText = async (filling: Filling) => pdfText(await sealedFile(core, filling), 1, 1)

  it('[PA-07] given dates, numbers, cells and lines, when signed by a Portuguese client, then each is written as the form says @full', async () => {
    const birth = field({
      kind: 'entered_date',
      binding: 'dob',
      date_format: 'mm/dd/yyyy',
      y: 40,
      width: 42,
      height: 14,
    })
    const short = field({ kind: 'entered_date', date_format: 'dd/mm/yy', y: 70 })
    const usual = field({ kind: 'entered_date', y: 100 })
    const premium = field({ number: dollars, y: 130, align: 'right' })
    const remarks = field({ multiline: true, y: 160, height: 60 })
    const ssn = field({ comb: true, max_length: 9, gaps: [3, 6], binding: 'ssn', y: 240 })
    const state = field({ kind: 'choice', choices, y: 270 })
    const fields = [birth, short, usual, premium, remarks, ssn, state]
    const filling = await seedFilling(core, fields, { dob: '1961-03-09', ssn: '900-12-3456' })
    const values = {
      [short.id]: '2026-12-31',
      [usual.id]: '2026-02-03',
      [premium.id]: '1250',
      [remarks.id]: 'First line\nSecond line',
      [state.id]: 'Plan B',
    }
    expect((await sign(core, filling, { values, language: 'pt' })).json().status).toBe('signed')
    const text = await sealedText(filling)
    for (const part of ['03/09/1961', '31/12/26', '02/03/2026', '$1,250.00', 'Plan B']) expect(text).toContain(part)
    expect(text).toMatch(/First line\s*\n\s*Second line/)
    expect(text.replaceAll(/\s/g, '')).toContain('900123456')
  })

  it('[PA-07] given a sum, when its parts are written, then the client sees it and cannot change it, and it is sealed in the form’s format', async () => {
    const [rent, food] = [field({ number: dollars, y: 60 }), field({ number: dollars, y: 90 })]
    const total = field({
      number: dollars,
      y: 120,
      editable: false,
      calculation: { operation: 'sum', fields: [rent.id, food.id] },
    })
    const filling = await seedFilling(core, [rent, food, total])
    const kept = await keep(core, filling, { [rent.id]: '1,000', [food.id]: '250.5', [total.id]: '1' })
    expect(kept.json().fields.map(({ value }: { value: unknown }) => value)).toEqual(['1,000', '250.5', '1250.5'])
    await sign(core, filling)
    expect(await sealedText(filling)).toContain('$1,250.50')
  })
})

describe('placing', () => {
  const text = field({ y: 300 })
  const wrong: [what: string, given: Partial<FormField>, named: string][] = [
    ['a comb without a length', { comb: true }, 'fields.1.max_length'],
    ['gaps without a comb', { gaps: [3] }, 'fields.1.gaps'],
    ['a choice without choices', { kind: 'choice' }, 'fields.1.choices'],
    ['choices for a text', { choices }, 'fields.1.choices'],
    ['a date format for a text', { date_format: 'mm/dd/yyyy' }, 'fields.1.date_format'],
    ['lines for a date', { kind: 'entered_date', multiline: true }, 'fields.1.multiline'],
    ['a preset that is no choice', { kind: 'choice', choices, preset: 'Plan C' }, 'fields.1.preset'],
    ['a preset for a signature', { kind: 'signature', preset: 'Ana' }, 'fields.1.preset'],
    ['a preset for the day of signing', { kind: 'date', preset: '2026-01-31' }, 'fields.1.preset'],
    ['a text as the preset of a box', { kind: 'checkbox', width: 12, preset: 'Yes' }, 'fields.1.preset'],
    ['a narrow date', { kind: 'entered_date', width: 31 }, 'fields.1.width'],
    ['a date bound to a text', { kind: 'entered_date', binding: 'ssn' }, 'fields.1.binding'],
    [
      'a sum of no field',
      { calculation: { operation: 'sum', fields: [crypto.randomUUID()] } },
      'fields.1.calculation.fields',
    ],
    [
      'a sum that is a box',
      { kind: 'checkbox', width: 12, calculation: { operation: 'sum', fields: [text.id] } },
      'fields.1.calculation',
    ],
  ]
  it('given what a form cannot be, when placed, then 400 names each @full', async () => {
    const { libraryForm } = await seedFilling(core, [])
    for (const [what, given, named] of wrong) {
      const answer = await placeFields(core, libraryForm.id, [text, field(given)])
      expect([what, answer.statusCode, answer.json().details?.[0]?.field]).toEqual([what, 400, named])
    }
  })
})
