import { describe, expect, test } from 'vitest'
import {
  ageOn,
  counted,
  formatDate,
  formatDay,
  formatFollowUp,
  formatLongDate,
  formatMoment,
  formatNumber,
  formatShortDate,
} from './formatting'

test('given a number, when it is counted, then the noun is singular only for 1', () => {
  expect([0, 1, 2].map((number) => counted(number, 'form'))).toEqual(['0 forms', '1 form', '2 forms'])
  expect(counted(2_000, 'match', 'matches')).toBe('2,000 matches')
})

describe('formatFollowUp', () => {
  test.each([
    ['2026-11-21', 'November 21, 2026 (today)'],
    ['2026-11-22', 'November 22, 2026 (in 1 day)'],
    ['2027-01-01', 'January 1, 2027 (in 41 days)'],
    ['2026-11-01', 'November 1, 2026 (20 days ago)'],
  ])('[CD-15] given %s, when it is shown on 21 November, then it reads %s', (date, expected) => {
    expect(formatFollowUp(date, '2026-11-21')).toBe(expected)
  })
})

describe('ageOn', () => {
  test.each([
    ['1961-11-21', 65],
    ['1961-11-22', 64],
    ['1961-12-01', 64],
    ['2026-11-20', 0],
    ['1980-02-29', 46],
  ])('[CL-06] given a birth on %s, when it is 21 November 2026, then the age is %i', (dob, age) => {
    expect(ageOn('2026-11-21', dob)).toBe(age)
  })
})

describe('dates and numbers of the screens', () => {
  /** What the browser writes for American English; some have a narrow space before AM and PM. */
  const inEnglish = (options: Intl.DateTimeFormatOptions, at: Date) =>
    new Intl.DateTimeFormat('en-US', options).format(at).replace('\u202f', ' ')
  const moments = Array.from({ length: 24 }, (_, month) => new Date(1999, month, 1 + month, month, 7 * (month % 8)))

  test.each(moments.map((at) => at.toISOString()))('given %s, when it is shown, then it reads as in English', (at) => {
    const date = new Date(at)
    expect(formatMoment(at)).toBe(inEnglish({ dateStyle: 'medium', timeStyle: 'short' }, date))
    expect(formatDay(at)).toBe(inEnglish({ dateStyle: 'medium' }, date))
    expect(formatShortDate(at)).toBe(inEnglish({ month: 'numeric', day: 'numeric', year: '2-digit' }, date))
    const stored = at.slice(0, 10)
    const numeric = { month: 'numeric', day: 'numeric', year: 'numeric', timeZone: 'UTC' } as const
    expect(formatDate(stored)).toBe(inEnglish(numeric, date))
    expect(formatLongDate(stored)).toBe(inEnglish({ dateStyle: 'long', timeZone: 'UTC' }, date))
  })

  test('given no timestamp, when it is shown, then a dash stands for it', () => {
    expect(formatShortDate(null)).toBe('-')
  })

  test.each([0, 7, 999, 1_000, 12_345, 100_000, 1_234_567])(
    'given %i, when it is shown, then it has commas',
    (number) => {
      expect(formatNumber(number)).toBe(number.toLocaleString('en-US'))
    },
  )
})
