import { narrowestDate, smallestSide } from '@agency/contract/form-fields'
import { fitsLegibly } from '@agency/pdf-signing/fit-text'
import { describe, expect, it } from 'vitest'
import { field } from '../../../test/form-field-fixtures.ts'
import { fieldStamps } from './field-stamps.ts'
import type { Signing } from './stored-signing.ts'

const signing: Signing = {
  name: 'Ana Lima',
  signature: { kind: 'typed', text: 'Ana Lima', font: 'caveat' },
  initials: { kind: 'typed', text: 'AL', font: 'caveat' },
  language: 'pt',
  time_zone: 'UTC',
  address: '192.0.2.1',
  user_agent: '',
  record_name: 'Ana Lima',
  signed_at: '2026-02-03T00:00:00.000Z',
}

describe('what is drawn into fields', () => {
  it('given a date, when drawn for a client who reads Portuguese, then nobody takes its day for the month', () => {
    const wide = field({ kind: 'date' })
    const narrow = field({ kind: 'date', width: 20 })
    const values = { [wide.id]: '2026-02-03', [narrow.id]: '2026-02-03' }
    const texts = fieldStamps([wide, narrow], { ...signing, values }).map(({ content }) => content)
    expect(texts).toEqual([
      { kind: 'text', text: 'Feb 3, 2026' },
      { kind: 'text', text: '02/03/2026' },
    ])
  })

  it('given the smallest box that a date may have, when any date is drawn, then it can be read', () => {
    const box = { kind: 'date', width: narrowestDate, height: smallestSide } as const
    const days = Array.from({ length: 366 }, (_, n) => new Date(Date.UTC(2028, 0, 1 + n)).toISOString().slice(0, 10))
    const places = days.map(() => field(box))
    const values = Object.fromEntries(places.map(({ id }, n) => [id, days[n] ?? '']))
    for (const { content } of fieldStamps(places, { ...signing, values })) {
      expect(content.kind === 'text' && fitsLegibly(content.text, box)).toBe(true)
    }
  })

  it('given radio buttons, when drawn, then the chosen one has a dot', () => {
    const buttons = ['Yes', 'No'].map((label) => field({ kind: 'radio', label, group: 'Smoker' }))
    const values = Object.fromEntries(buttons.map(({ id, label }) => [id, label === 'No']))
    const drawn = fieldStamps(buttons, { ...signing, values }).map(({ content }) => content)
    expect(drawn).toEqual([{ kind: 'dot' }])
  })

  it('given fields that are left empty, when drawn, then nothing; a signature and initials are what was adopted', () => {
    const [unticked, empty] = [field({ kind: 'checkbox' }), field()]
    expect(fieldStamps([unticked, empty], { ...signing, values: { [unticked.id]: false } })).toEqual([])
    const drawn = fieldStamps([field({ kind: 'signature' }), field({ kind: 'initials', page: 3 })], signing)
    expect(drawn.map(({ page, content }) => [page, content])).toEqual([
      [0, { kind: 'typed-signature', text: 'Ana Lima', font: 'caveat' }],
      [3, { kind: 'typed-signature', text: 'AL', font: 'caveat' }],
    ])
  })
})
