import { expect, it } from 'vitest'
import { dayIn } from './sign-fields.ts'

const now = new Date('2026-11-22T03:30:00Z')

it.each([
  ['America/New_York', '2026-11-21'],
  ['UTC', '2026-11-22'],
  ['Pacific/Kiritimati', '2026-11-22'],
])('given the time zone %s, when asked what day it is there, then %s', (zone, day) => {
  expect(dayIn(zone, now)).toBe(day)
})

it.each(['', 'Nowhere', 'KANARIE/x', 'Etc/Unknown', '+05:00'])(
  'given %j as a time zone, when asked what day it is, then that is named as wrong',
  (zone) => {
    expect(() => dayIn(zone, now)).toThrow('time_zone')
  },
)
