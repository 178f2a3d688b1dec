import { describe, expect, test } from 'vitest'
import { formatDate, parseDate, withSlashes } from './date-text.ts'

describe('dates as people write them', () => {
  test.each([
    ['en', '4/12/1961', '1961-04-12'],
    ['en', '04-12-1961', '1961-04-12'],
    ['en', '04121961', '1961-04-12'],
    ['es', '12/4/1961', '1961-04-12'],
    ['pt', '12.04.1961', '1961-04-12'],
    ['pt', '12041961', '1961-04-12'],
    ['es', '1961-04-12', '1961-04-12'],
    ['en', '2/29/2024', '2024-02-29'],
  ] as const)('given %s and %s, when it is read, then %s is kept', (language, text, iso) => {
    expect(parseDate(text, language)).toBe(iso)
  })

  test.each([
    ['en', '13/1/1961'],
    ['es', '1/13/1961'],
    ['en', '2/29/2023'],
    ['en', '4/31/2024'],
    ['en', '4/12/61'],
    ['en', '4/12'],
    ['en', 'soon'],
    ['en', ''],
  ] as const)('given %s and %s, when it is read, then it is no date', (language, text) => {
    expect(parseDate(text, language)).toBeUndefined()
  })

  test.each([
    ['en', '4/12/1961'],
    ['es', '12/04/1961'],
    ['pt', '12/04/1961'],
  ] as const)('given %s, when a date is shown, then %s', (language, text) => {
    expect(formatDate('1961-04-12', language)).toBe(text)
  })

  test.each([
    ['0', '04', '04/'],
    ['04/1', '04/12', '04/12/'],
    ['4/1', '4/12', '4/12/'],
    ['04/', '04', '04'],
    ['4', '4/', '4/'],
    ['', '04', '04'],
  ])('given %s, when it becomes %s, then it stands as %s', (before, text, shown) => {
    expect(withSlashes(text, before)).toBe(shown)
  })
})
