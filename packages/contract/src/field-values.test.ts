import { describe, expect, test } from 'vitest'
import { calculatedValue, calculateValues, fittedText, numberIn, writtenDate, writtenNumber } from './field-values.ts'
import type { Calculation } from './form-fields.ts'

describe('values as a form writes them', () => {
  test.each([
    ['1961-03-09', undefined, '03/09/1961'],
    ['1961-03-09', 'mm/dd/yyyy', '03/09/1961'],
    ['1961-03-09', 'mm/dd/yy', '03/09/61'],
    ['1961-03-09', 'dd/mm/yyyy', '09/03/1961'],
    ['1961-03-09', 'dd/mm/yy', '09/03/61'],
    ['1961-03-09', 'yyyy-mm-dd', '1961-03-09'],
    ['3/9', 'mm/dd/yyyy', '3/9'],
  ] as const)('given %s and %s, when the date is written, then it is %s', (iso, format, written) => {
    expect(writtenDate(iso, format)).toBe(written)
  })

  test.each([
    ['1,234.50', 1234.5],
    ['$ 12', 12],
    ['-.5', -0.5],
    ['7.', 7],
    ['12 apples', undefined],
    ['', undefined],
    ['1.2.3', undefined],
    ['1,250', 1250],
    ['1.250,50', 1250.5],
    ['1.250.000', 1_250_000],
    ['12,5', 12.5],
    [' 75 % ', 75],
    ['(300)', -300],
    ['-1,000.25', -1000.25],
    ['1,2,3', undefined],
    ['12-34', undefined],
  ])('given %j, when its number is read, then it is %s', (text, number) => {
    expect(numberIn(text)).toBe(number)
  })

  test.each([
    ['1234.5', { decimals: 2, grouping: true, prefix: '$', suffix: '' }, '$1,234.50'],
    ['-1234.5', { decimals: 2, grouping: true, prefix: '$', suffix: '' }, '-$1,234.50'],
    ['1.005', { decimals: 2, grouping: false, prefix: '', suffix: '' }, '1.01'],
    ['-0.001', { decimals: 2, grouping: false, prefix: '', suffix: '' }, '0.00'],
    ['12345', { decimals: 0, grouping: false, prefix: '', suffix: ' %' }, '12345 %'],
    ['n/a', { decimals: 2, grouping: true, prefix: '$', suffix: '' }, 'n/a'],
  ])('given %s and %o, when the number is written, then it is %s', (text, format, written) => {
    expect(writtenNumber(text, format)).toBe(written)
  })
})

test.each([
  ['123-45-6789', 9, '123456789'],
  ['(305) 555-0147', 10, '3055550147'],
  ['Ana Maria', 9, 'Ana Maria'],
  ['1eg4-te5 mk73', 11, '1eg4te5mk73'],
  ['Wolfeschlegel', 5, 'Wolfe'],
  // A text keeps its blanks.
  ['In March 2022 a storm broke', 20, 'In March 2022 a stor'],
])('given %s and %i characters, when it is fitted, then it is %s', (text, most, fitted) => {
  expect(fittedText(text, most)).toBe(fitted)
})

describe('calculated values', () => {
  const values = new Map([
    ['a', '1,000.10'],
    ['b', '2'],
    ['c', ''],
  ])
  const valueById = (id: string) => values.get(id) ?? null
  const of = (operation: Calculation['operation'], fields = ['a', 'b', 'c']) => ({ operation, fields })

  test.each([
    ['sum', '1002.1'],
    ['product', '0'],
    ['average', '334.033333'],
    ['minimum', '0'],
    ['maximum', '1000.1'],
  ] as const)('given two numbers and a blank, when the %s is calculated, then it is %s', (operation, result) => {
    expect(calculatedValue(of(operation), valueById)).toBe(result)
  })

  test('given only blanks, when they are summed up, then the sum is blank', () => {
    expect(calculatedValue(of('sum', ['c', 'unknown']), valueById)).toBe('')
  })
})

describe('the calculated values of a form', () => {
  let made = 0
  const field = (changes: { calculation?: Calculation } = {}) => ({ id: `field-${made++}`, ...changes })
  const [a, b, c] = [field(), field(), field()]
  const total = (operation: Calculation['operation'], ids = [a.id, b.id, c.id]) =>
    field({ calculation: { operation, fields: ids } })

  test.each([
    ['sum', '1250.5'],
    ['product', '0'],
    ['average', '416.833333'],
    ['minimum', '0'],
    ['maximum', '1250'],
  ] as const)('given two values and an empty field, when the %s is calculated, then %s', (operation, result) => {
    const own = total(operation)
    const values = { [a.id]: '$1,250.00', [b.id]: '0.5' }
    expect(calculateValues([a, b, c, own], values)).toEqual({ [own.id]: result })
  })

  test('given sums of sums, when calculated, then in the order that they need', () => {
    const inner = total('sum', [a.id, b.id])
    const outer = total('sum', [inner.id, c.id])
    const values = { [a.id]: '0.1', [b.id]: '0.2', [c.id]: '1' }
    expect(calculateValues([outer, inner, a, b, c], values)).toEqual({ [inner.id]: '0.3', [outer.id]: '1.3' })
  })

  test('given nothing to calculate from, or a field that is calculated from itself, when calculated, then it stays empty', () => {
    const one = total('sum', [])
    const other = total('sum', [one.id])
    one.calculation = { operation: 'sum', fields: [other.id] }
    expect(calculateValues([a, total('sum'), one, other], { [a.id]: ' ' })).toEqual({})
  })
})
