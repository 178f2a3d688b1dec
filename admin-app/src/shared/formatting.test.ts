import { describe, expect, test } from 'vitest'
import { ageOn, counted, formatFollowUp, formatPhone } from './formatting'

describe('formatPhone', () => {
  test.each([
    ['3055550187', '305-555-0187'],
    ['+1 305.555.0187', '305-555-0187'],
    ['23055550187', '23055550187'],
    ['555-0187', '555-0187'],
    ['ext. 12', 'ext. 12'],
  ])('[CD-14] given %s, when it is shown, then it reads %s', (phone, expected) => {
    expect(formatPhone(phone)).toBe(expected)
  })
})

test('given a number, when it is counted, then the noun is singular only for 1', () => {
  expect([0, 1, 2].map((number) => counted(number, 'form'))).toEqual(['0 forms', '1 form', '2 forms'])
  expect(counted(2, 'match', 'matches')).toBe('2 matches')
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
