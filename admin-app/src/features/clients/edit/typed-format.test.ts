import { describe, expect, test } from 'vitest'
import { caretAfter, phoneFormat, ssnFormat } from './typed-format'

describe('phoneFormat', () => {
  test.each([
    ['305', '305', '305'],
    ['3055', '305-5', '305-5'],
    ['5550149', '555-0149', '555-0149'],
    ['30555501', '305-555-01', '305-555-01'],
    ['3055550187', '305-555-0187', '3055550187'],
    ['(305) 555.0187', '305-555-0187', '3055550187'],
    ['+1 305 555 0187', '305-555-0187', '3055550187'],
    ['13055550187', '305-555-0187', '3055550187'],
    ['1305', '1305', '1305'],
    ['+44 20 7946 0958', '+44 20 7946 0958', '+44 20 7946 0958'],
    ['+49 30 123456', '+49 30 123456', '+49 30 123456'],
    ['305-555-0187 ext. 12', '305-555-0187 ext. 12', '305-555-0187 ext. 12'],
    ['\u202d305\u2011555\u20110187\u202c', '305-555-0187', '3055550187'],
    ['tel:+1-305-555-0187', '305-555-0187', '3055550187'],
    ['305-555-0187 cell', '305-555-0187 cell', '305-555-0187 cell'],
    ['305-555-0187 ', '305-555-0187 ', '3055550187'],
    ['305-555-01877', '30555501877', '30555501877'],
    ['305 555 01999', '305 555 01999', '305 555 01999'],
    ['ask Carlos', 'ask Carlos', 'ask Carlos'],
    ['', '', ''],
  ])('given %s, when it is typed, then it shows as %s and is stored as %s', (text, shown, plain) => {
    expect(phoneFormat.show(text)).toBe(shown)
    expect(phoneFormat.plain(shown)).toBe(plain)
  })
})

describe('ssnFormat', () => {
  test.each([
    ['123', '123', '123'],
    ['12345', '123-45', '12345'],
    ['123456789', '123-45-6789', '123456789'],
    ['123 45 6789', '123-45-6789', '123456789'],
    ['\u202d123\u201145\u20116789\u202c', '123-45-6789', '123456789'],
    ['1234567890', '1234567890', '1234567890'],
    ['applied for', 'applied for', 'applied for'],
  ])('given %s, when it is typed, then it shows as %s and is stored as %s', (text, shown, plain) => {
    expect(ssnFormat.show(text)).toBe(shown)
    expect(ssnFormat.plain(shown)).toBe(plain)
  })
})

describe('caretAfter', () => {
  test.each([
    [0, false, 0],
    [3, false, 3],
    [3, true, 4],
    [4, false, 5],
    [10, true, 12],
  ])(
    'given %i digits before it and forward %s, when separators come, then it stands at %i',
    (digits, forward, caret) => {
      expect(caretAfter('305-555-0187', digits, forward)).toBe(caret)
    },
  )
})
