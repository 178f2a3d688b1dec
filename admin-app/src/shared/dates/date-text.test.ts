import { afterEach, describe, expect, test, vi } from 'vitest'
import { dateProblem, dateText, readDate } from './date-text'

describe('readDate', () => {
  test.each([
    ['6/15/2026', '2026-06-15'],
    ['06/15/2026', '2026-06-15'],
    [' 6 / 15 / 2026 ', '2026-06-15'],
    ['6-15-2026', '2026-06-15'],
    ['6.15.2026', '2026-06-15'],
    ['6 15 2026', '2026-06-15'],
    ['06152026', '2026-06-15'],
    ['2026-06-15', '2026-06-15'],
    ['2/29/2024', '2024-02-29'],
    ['2/29/2026', '2/29/2026'],
    ['June 15, 1985', '1985-06-15'],
    ['Jun. 15 1985', '1985-06-15'],
    ['June 15th, 1985', '1985-06-15'],
    ['Saturday, June 15, 1985', '1985-06-15'],
    ['15 June 1985', '1985-06-15'],
    ['15-JUN-1985', '1985-06-15'],
    ['15 de junio de 1985', '1985-06-15'],
    ['sábado, 15 de junio de 1985', '1985-06-15'],
    ['sexta-feira, 15 de março de 1985', '1985-03-15'],
    ['mar. 15, 1985', '1985-03-15'],
    ['1º de março de 1985', '1985-03-01'],
    ['1985/06/15', '1985-06-15'],
    ['mar. 15 de junio de 1985', '1985-06-15'],
    ['Mar 15th, 1985', '1985-03-15'],
    ['sáb, 15 jun 1985', '1985-06-15'],
    ['1er de junio de 1985', '1985-06-01'],
    ['1ro de junio del 1985', '1985-06-01'],
    ['the 15th of June, 1985', '1985-06-15'],
    ['Sept. 5, 1985', '1985-09-05'],
    ['\u202d6\u201115\u20111985\u202c', '1985-06-15'],
    ['\ufeffJune\u00a015,\u202f1985', '1985-06-15'],
    ['June 31, 1985', 'June 31, 1985'],
    ['Junk 15, 1985', 'Junk 15, 1985'],
    ['6/15/26', '6/15/26'],
    ['soon', 'soon'],
    ['', ''],
  ])('given %s, when it is read, then it is %s', (text, date) => {
    expect(readDate(text)).toBe(date)
  })
})

test.each([
  ['2026-06-05', '6/5/2026'],
  ['6/5/26', '6/5/26'],
  ['', ''],
])('given the value %s, when its control shows it, then it reads %s', (value, text) => {
  expect(dateText(value)).toBe(text)
})

describe('dateProblem', () => {
  test.each([
    ['', undefined],
    ['2026-06-15', undefined],
    ['2/29/2024', undefined],
    ['2/29/1900', 'February 1900 has 28 days.'],
    ['2/30/2024', 'February 2024 has 29 days.'],
    ['4/31/2026', 'April 2026 has 30 days.'],
    ['12/32/2026', 'December 2026 has 31 days.'],
    ['2026-13-01', 'There is no month 13.'],
    ['15/6/2026', 'There is no month 15.'],
    ['31.12.2026', undefined],
    ['32.12.2026', 'December 2026 has 31 days.'],
    ['31.13.2026', 'There is no month 13.'],
    ['6/0/2026', 'There is no day 0.'],
    ['6/15/26', 'Type all four digits of the year.'],
    ['June 15, 85', 'Type all four digits of the year.'],
    ['June 31, 1985', 'June 1985 has 30 days.'],
    ['6/15/0000', 'Type a year from 2 to 9998.'],
    ['some time', 'Type the date as month/day/year, such as 6/15/2026.'],
    ['6/15', 'Type the year too, such as 6/15/2026.'],
  ])('given %s, when it is checked, then it says %s', (value, problem) => {
    expect(dateProblem(value)).toBe(problem)
  })
})

describe('a date told from today', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  test.each([
    // A Wednesday, in the evening where staff are.
    ['2026-11-25', 'today', '2026-11-25'],
    ['2026-11-25', 'Tomorrow', '2026-11-26'],
    ['2026-11-25', 'yesterday', '2026-11-24'],
    ['2026-11-25', 'friday', '2026-11-27'],
    ['2026-11-25', 'this Fri', '2026-11-27'],
    ['2026-11-25', 'next friday', '2026-12-04'],
    ['2026-11-27', 'next friday', '2026-12-04'],
    ['2026-11-29', 'next friday', '2026-12-04'],
    ['2026-11-25', 'Next  Monday', '2026-11-30'],
    ['2026-11-25', 'wednesday', '2026-12-02'],
    ['2026-11-25', 'last wednesday', '2026-11-18'],
    ['2026-11-25', 'last tue', '2026-11-24'],
    ['2026-11-25', 'in 2 weeks', '2026-12-09'],
    ['2026-11-25', 'in a month', '2026-12-25'],
    ['2026-12-31', 'in two months', '2027-02-28'],
    ['2028-02-29', 'in 1 year', '2029-02-28'],
    ['2026-11-25', '10 days from now', '2026-12-05'],
    ['2026-11-25', '3 weeks ago', '2026-11-04'],
    ['2026-11-25', 'next week', '2026-12-02'],
    ['2026-01-31', 'next month', '2026-02-28'],
    ['2026-11-25', '2 weeks', '2 weeks'],
    ['2026-11-25', 'in many days', 'in many days'],
    ['2026-11-25', 'next spring', 'next spring'],
    ['2026-11-25', 'in 3 weeks ago', 'in 3 weeks ago'],
  ])('given %s, when %s is typed, then it is %s', (day, text, read) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T22:30:00`) })
    expect(readDate(text)).toBe(read)
  })
})
