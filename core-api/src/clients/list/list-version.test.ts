import { describe, expect, it } from 'vitest'
import { readFilter } from './client-filter.ts'
import { relevantVersion } from './list-version.ts'

const filterOf = (query: Parameters<typeof readFilter>[0]) => readFilter(query, { searchKeys: () => [] }, 'all')
const told = '7.40.99'

/** The same, for one owner's clients alone. */
const scopedOf = (query: Parameters<typeof readFilter>[0]) =>
  readFilter(query, { searchKeys: () => [] }, { owner: 'ana', teams: [] })

describe('the version that an answer depends on', () => {
  it('given the clients of some owners, when read, then it is that of the list: owners are not names', () => {
    expect(relevantVersion(told, scopedOf({ q: 'stone' }), 'client_last_name')).toBe('7.40.')
  })

  it('given a search by name, when read, then it is that of names alone', () => {
    expect(relevantVersion(told, filterOf({ q: 'stone' }), 'client_last_name')).toBe('7..')
    expect(relevantVersion(told, filterOf({ q: 'stone' }))).toBe('7..')
  })

  it.each([
    ['a status', { status: 'active' }, 'client_last_name'],
    ['a follow-up', { follow_up: 'overdue' }, 'client_last_name'],
    ['proposals', { proposals: 'open' }, 'client_last_name'],
    ['the order of a date', { q: 'stone' }, 'dob'],
  ] as const)('given %s, when read, then it is that of the list too', (_what, query, sort) => {
    expect(relevantVersion(told, filterOf(query), sort)).toBe('7.40.')
  })

  it('given the order of waiting sessions, when read, then it has their digest', () => {
    expect(relevantVersion(told, filterOf({}), 'sessions_waiting')).toBe('7..99')
  })

  it('given a value of the filter that no version is known for, when read, then it is that of the list too', () => {
    const filter = { ...filterOf({ q: 'stone' }), ownerId: 'somebody' }
    expect(relevantVersion(told, filter, 'client_last_name')).toBe('7.40.')
  })
})
