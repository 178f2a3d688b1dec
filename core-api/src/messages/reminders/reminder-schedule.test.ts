import { describe, expect, it } from 'vitest'
import { timeZoneOf } from './client-time-zone.ts'
import { nextMessage, outsideNight, type ReminderState } from './reminder-schedule.ts'

const newYork = 'America/New_York'
const at = (text: string): number => Date.parse(text)
const state = (changes: Partial<ReminderState> = {}): ReminderState => ({
  plan: { days: [3, 7], repeat_days: 7, most: 6 },
  timeZone: newYork,
  invitedAt: at('2026-11-10T15:00:00-05:00'),
  expiresAt: at('2027-03-01T23:59:59-05:00'),
  sent: 0,
  remindedAt: null,
  lastDaySent: false,
  ...changes,
})
const next = (changes: Partial<ReminderState> = {}) => {
  const message = nextMessage(state(changes))
  return message && `${message.kind} ${new Date(message.at).toISOString()}`
}

describe('the schedule of reminders', () => {
  it.each([
    [0, 'reminder 2026-11-13T15:00:00.000Z'],
    [1, 'reminder 2026-11-17T15:00:00.000Z'],
    [2, 'reminder 2026-11-24T15:00:00.000Z'],
    [5, 'reminder 2026-12-15T15:00:00.000Z'],
    [6, 'last-day 2027-02-28T15:00:00.000Z'],
  ])('given %i reminders sent, when the next is asked for, then it is %s', (sent, expected) => {
    expect(next({ sent })).toBe(expected)
  })

  it.each([
    ['spring', '2027-03-10T15:00:00-05:00', '2027-03-17T14:00:00.000Z', '2027-03-13T15:00:00.000Z'],
    ['autumn', '2026-10-28T15:00:00-04:00', '2026-11-04T15:00:00.000Z', '2026-10-31T14:00:00.000Z'],
  ])(
    'given clocks that change in %s, when a reminder is planned, then it is at 10:00 on both sides',
    (_when, invited, after, before) => {
      const changes = { invitedAt: at(invited), expiresAt: at('2027-12-01T12:00:00Z') }
      expect(next(changes)).toBe(`reminder ${before}`)
      expect(next({ ...changes, sent: 1 })).toBe(`reminder ${after}`)
    },
  )

  it('given a reminder within a day of the last one, when planned, then only the message of the last day goes out', () => {
    const changes = { expiresAt: at('2026-11-14T23:59:59-05:00') }
    expect(next(changes)).toBe('last-day 2026-11-13T15:00:00.000Z')
    expect(next({ ...changes, lastDaySent: true })).toBeUndefined()
  })

  it('given a session that ends within two days, when it is sent, then no message says so again', () => {
    expect(next({ expiresAt: at('2026-11-11T23:59:59-05:00') })).toBeUndefined()
  })

  it('given a reminder that staff sent this morning, when one is due, then it waits for the next day', () => {
    expect(next({ remindedAt: at('2026-11-13T08:00:00-05:00') })).toBe('reminder 2026-11-14T15:00:00.000Z')
  })

  it('given no repetition, when the listed days are over, then only the last day is left', () => {
    expect(next({ plan: { days: [2], repeat_days: 0, most: 9 }, sent: 1 })).toMatch(/^last-day/)
  })

  it.each([
    ['2026-11-13T03:00:00-05:00', newYork, '2026-11-13T15:00:00.000Z'],
    ['2026-11-13T21:00:00-05:00', newYork, '2026-11-14T15:00:00.000Z'],
    ['2026-11-13T12:00:00-05:00', newYork, '2026-11-13T17:00:00.000Z'],
    ['2026-11-13T12:00:00-05:00', 'Pacific/Honolulu', '2026-11-13T20:00:00.000Z'],
    // The clocks go forward at 2:00 on March 14, and back at 2:00 on November 1.
    ['2027-03-13T23:30:00-05:00', newYork, '2027-03-14T14:00:00.000Z'],
    ['2026-11-01T01:30:00-05:00', newYork, '2026-11-01T15:00:00.000Z'],
  ])('given %s in %s, when a late message is due, then it goes out at %s', (now, zone, expected) => {
    expect(new Date(outsideNight(at(now), zone)).toISOString()).toBe(expected)
  })

  it('given any hour of a year in any zone, when a message is due, then it goes out by day @full', () => {
    for (const zone of [newYork, 'America/Phoenix', 'America/Los_Angeles', 'Pacific/Honolulu', 'America/Puerto_Rico']) {
      const hourIn = new Intl.DateTimeFormat('en', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' })
      for (let now = at('2026-01-01T00:20:00Z'); now < at('2027-01-01T00:00:00Z'); now += 7_200_000) {
        const sent = outsideNight(now, zone)
        const hour = Number(hourIn.format(sent))
        if (hour < 9 || hour >= 17 || sent < now) expect.fail(`${new Date(now).toISOString()} in ${zone}: ${hour}`)
      }
    }
  })
})

describe('the time zone of a client', () => {
  it.each([
    ['12 Bay St\nMiami, FL 33101', newYork],
    ['1 Palafox St, Pensacola, FL 32502-1234', 'America/Chicago'],
    ['9 Main St\nEl Paso TX 79901', 'America/Denver'],
    ['9 Main St, Austin, TX', 'America/Chicago'],
    ['5 Pine Ave, Los Angeles, CA 90001, USA', 'America/Los_Angeles'],
    ['Phoenix, az 85001', 'America/Phoenix'],
    // The Navajo Nation changes its clocks, the rest of Arizona does not.
    ['Window Rock, AZ 86515', 'America/Denver'],
    ['Kingman, AZ 86401', 'America/Phoenix'],
    ['Gary, IN 46402', 'America/Chicago'],
    ['South Bend, IN 46601', newYork],
    ['Evansville, IN 47708', 'America/Chicago'],
    ['Terre Haute, IN 47801', newYork],
    ['Nashville, TN 37201', 'America/Chicago'],
    ['Knoxville, TN 37901', newYork],
    ['Bowling Green, KY 42101', 'America/Chicago'],
    ['North Platte, NE 69101', 'America/Chicago'],
    ['Scottsbluff, NE 69361', 'America/Denver'],
    ['Rapid City, SD 57701', 'America/Denver'],
    ['Boise, ID 83702', 'America/Denver'],
    ['Coeur d’Alene, ID 83814', 'America/Los_Angeles'],
    ['Ontario, OR 97914', 'America/Denver'],
    ['Hagåtña, GU 96910', 'Pacific/Guam'],
    ['Calle Luna 3, San Juan PR 00901', 'America/Puerto_Rico'],
    ['Honolulu 96801', 'Pacific/Honolulu'],
    ['Anchorage, AK 99501', 'America/Anchorage'],
    ['Rua das Flores 3, Lisboa', newYork],
    ['', newYork],
    [null, newYork],
  ])('given the address %j, when its zone is asked for, then it is %s', (address, zone) => {
    expect(timeZoneOf(address, newYork)).toBe(zone)
  })
})
