import { expect, test, vi } from 'vitest'
import { timeZone } from './time-zone.ts'

/** A device whose browser names this zone. @param offset minutes from the local time to UTC */
function setZone(name: string | undefined, offset: number): void {
  const options = new Intl.DateTimeFormat().resolvedOptions()
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(Object.assign(options, { timeZone: name }))
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(offset)
}

test.each([
  ['America/New_York', 300, 'America/New_York'],
  ['Etc/Unknown', 180, 'Etc/GMT+3'],
  ['America/Not_There_Yet', -330, 'Etc/GMT-5'],
  [undefined, 0, 'Etc/GMT+0'],
])(
  'given the zone %s at %i minutes, when it is read, then the server gets %s, which it knows',
  (name, offset, sent) => {
    setZone(name, offset)

    expect(timeZone()).toBe(sent)
    expect(() => new Intl.DateTimeFormat('sv-SE', { timeZone: sent })).not.toThrow()
  },
)
