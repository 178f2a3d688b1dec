import { expect, it } from 'vitest'
import { readScripts } from './field-scripts.ts'

const scripts = (events: Record<string, string>) =>
  readScripts(new Map(Object.entries(events).map(([event, script]) => [event, [script]])))
const format = (script: string) => scripts({ Format: script }).number

it.each([
  ['AFNumber_Format(2, 0, 0, 0, "$", true);', { decimals: 2, grouping: true, prefix: '$', suffix: '' }],
  ['AFNumber_Format(0, 1, 0, 0, "", true)', { decimals: 0, grouping: false, prefix: '', suffix: '' }],
  ['AFNumber_Format(2, 0, 0, 0, "\\u20ac", false)', { decimals: 2, grouping: true, prefix: '', suffix: '€' }],
  ['AFPercent_Format(1, 0)', { decimals: 1, grouping: true, prefix: '', suffix: '%' }],
])('given the format %s, when read, then as the form writes numbers', (script, number) => {
  expect(format(script)).toEqual(number)
  expect(scripts({ Format: script }).isIgnored).toBe(false)
})

it.each([
  ['AFSimple_Calculate("SUM", new Array ("A", "B.1"));', { operation: 'sum', fields: ['A', 'B.1'] }],
  ['AFSimple_Calculate("AVG", "A, B")', { operation: 'average', fields: ['A', 'B'] }],
  ["AFSimple_Calculate('PRD', ['A', 'B'])", { operation: 'product', fields: ['A', 'B'] }],
])('given %s, when read, then what is calculated of which fields', (script, calculation) => {
  expect(scripts({ Calculate: script })).toMatchObject({ calculation, isCalculated: true, isIgnored: false })
})

it.each([
  [{ Calculate: 'event.value = 1 + 1' }, true, true],
  [{ Validate: 'if (event.value > 3) event.rc = false' }, false, true],
  [{ Format: 'AFDate_FormatEx("mm/dd/yyyy");', Keystroke: 'AFDate_KeystrokeEx("mm/dd/yyyy");' }, false, false],
  [{ Format: 'AFSpecial_Format(3);', Keystroke: 'AFSpecial_Keystroke(3);' }, false, false],
])(
  'given scripts %j, when read, then calculated %s, and not carried out here %s',
  (events, isCalculated, isIgnored) => {
    expect(scripts(events)).toMatchObject({ isCalculated, isIgnored })
  },
)

it('given no scripts, when read, then nothing', () => {
  const nothing = { number: undefined, calculation: undefined, isCalculated: false, isIgnored: false }
  expect(readScripts(null)).toEqual(nothing)
})
