import { expect, test } from 'vitest'
import { parseNumber } from './number-text.ts'

test.each([
  ['en', '1234.5', '1234.5'],
  ['en', '1,234', '1234'],
  ['en', '$1,234.50', '1234.50'],
  ['en', '1,234,567', '1234567'],
  ['en', '12,5', '12.5'],
  ['en', '1.234', '1.234'],
  ['en', '.5', '0.5'],
  ['en', '-7.', '-7'],
  ['pt', '1.234,50', '1234.50'],
  ['pt', 'R$ 1.234', '1234'],
  ['es', '1.234.567', '1234567'],
  ['es', '12,5', '12.5'],
  ['pt', '12.5', '12.5'],
  ['pt', '1,234.50', '1234.50'],
] as const)('given %s and %s, when the number is read, then %s is kept', (language, text, stored) => {
  expect(parseNumber(text, language)).toBe(stored)
})

test.each(['about 5', '1,2.3,4', '--1', '', '-', '1/2'])('given %j, when it is read, then it is no number', (text) => {
  expect(parseNumber(text, 'en')).toBeUndefined()
})
