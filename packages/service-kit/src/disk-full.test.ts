import { closeSync, existsSync, openSync, writeSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isDiskFull, startFailure } from './disk-full.ts'

const failure = (properties: object, cause?: unknown) => Object.assign(new Error('failed', { cause }), properties)

describe('a full disk', () => {
  it.each([
    ['the system', failure({ code: 'ENOSPC' })],
    ['a quota', failure({ code: 'EDQUOT' })],
    ['PostgreSQL', failure({ code: '53100' })],
    ['SQLite', failure({ code: 'ERR_SQLITE_ERROR', errcode: 13 })],
    ['the server of a bucket', failure({ $metadata: { httpStatusCode: 507 } })],
    ['a cause of a cause', failure({ code: 'UNAVAILABLE' }, failure({}, failure({ code: 'ENOSPC' })))],
  ])('given the error of %s, when judged, then the disk is full', (_whose, error) => {
    expect(isDiskFull(error)).toBe(true)
  })

  it.each([
    failure({ code: 'ENOENT' }),
    failure({ code: '53200' }),
    failure({ $metadata: { httpStatusCode: 503 } }),
    'ENOSPC',
    undefined,
  ])('given %s, when judged, then it is not', (error) => {
    expect(isDiskFull(error)).toBe(false)
  })

  it.skipIf(!existsSync('/dev/full'))(
    'given a device that is full, when a start fails by it, then its message says so',
    () => {
      const full = openSync('/dev/full', 'w')
      try {
        expect(() => writeSync(full, 'x')).toThrow(expect.toSatisfy(isDiskFull))
      } finally {
        closeSync(full)
      }
      expect(startFailure(failure({ code: 'ENOSPC' }))).toMatch(/^The disk is full\. Free space/)
      expect(startFailure(new Error('Invalid settings'))).toBe('Invalid settings')
    },
  )
})
