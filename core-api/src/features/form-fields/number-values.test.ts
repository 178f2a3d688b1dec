import { expect, it } from 'vitest'
import { readNumber, writeNumber } from './number-values.ts'

it.each([
  ['1250', 1250],
  ['$1,250.00', 1250],
  ['1,250', 1250],
  ['1.250,50', 1250.5],
  ['1.250.000', 1250000],
  ['12,5', 12.5],
  ['0.5', 0.5],
  [' 75 % ', 75],
  ['(300)', -300],
  ['-1,000.25', -1000.25],
  ['twelve', undefined],
  ['1,2,3', undefined],
  ['12-34', undefined],
  ['', undefined],
])('given %s, when read as a number, then %s', (text, number) => {
  expect(readNumber(text)).toBe(number)
})

it('given a number, when written, then in the format of the form', () => {
  const dollars = { decimals: 2, grouping: true, prefix: '$', suffix: '' }
  expect(writeNumber(1250, dollars)).toBe('$1,250.00')
  expect(writeNumber(-0.5, dollars)).toBe('-$0.50')
  expect(writeNumber(1250.6, { decimals: 0, grouping: false, prefix: '', suffix: ' %' })).toBe('1251 %')
  expect(writeNumber(-0.001, dollars)).toBe('$0.00')
})
