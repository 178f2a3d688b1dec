import { describe, expect, it } from 'vitest'
import { addressProblems, withAddresses } from './addresses.ts'

describe('withAddresses', () => {
  it.each([
    [
      'a domain',
      { DOMAIN: 'agency.example' },
      {
        PUBLIC_URL: 'https://client.agency.example',
        STAFF_URL: 'https://staff.agency.example',
        CLIENT_HOSTS: 'client.agency.example',
      },
    ],
    [
      'a domain and a host of another name',
      { DOMAIN: 'agency.example', CLIENT_HOSTS: 'sign.agency.example,client.agency.example' },
      {
        PUBLIC_URL: 'https://sign.agency.example',
        STAFF_URL: 'https://staff.agency.example',
        CLIENT_HOSTS: 'sign.agency.example,client.agency.example',
      },
    ],
    [
      'an address',
      { PUBLIC_URL: 'https://sign.agency.example:8443/' },
      { PUBLIC_URL: 'https://sign.agency.example:8443/', CLIENT_HOSTS: 'sign.agency.example' },
    ],
    ['empty settings, as a composition passes them', { DOMAIN: '', PUBLIC_URL: '', CLIENT_HOSTS: '' }, {}],
    ['an address of this machine', { PUBLIC_URL: 'http://localhost:5175' }, { PUBLIC_URL: 'http://localhost:5175' }],
    ['an address of this machine by number', { PUBLIC_URL: 'http://[::1]:5175' }, { PUBLIC_URL: 'http://[::1]:5175' }],
  ])('given %s, when read, then the others follow from it', (_what, given, expected) => {
    const { PUBLIC_URL, STAFF_URL, CLIENT_HOSTS } = withAddresses(given)
    expect({ PUBLIC_URL, STAFF_URL, CLIENT_HOSTS }).toEqual(expected)
  })
})

describe('addressProblems', () => {
  it.each([
    ['all of one domain', { DOMAIN: 'agency.example' }],
    [
      'this machine for both',
      { PUBLIC_URL: 'http://localhost:5175', STAFF_URL: 'http://localhost:5174', CLIENT_HOSTS: 'client.localhost' },
    ],
    ['a host in capitals', { PUBLIC_URL: 'https://sign.example', CLIENT_HOSTS: 'Sign.Example' }],
  ])('given %s, then none', (_what, given) => {
    expect(addressProblems(withAddresses(given))).toEqual([])
  })

  it.each([
    [
      'PUBLIC_URL',
      { PUBLIC_URL: 'https://client.localhost', CLIENT_HOSTS: 'sign.agency.example' },
      'client.localhost is not one of CLIENT_HOSTS',
    ],
    [
      'STAFF_URL',
      { PUBLIC_URL: 'https://agency.example', STAFF_URL: 'https://agency.example' },
      'agency.example is client-facing',
    ],
    [
      'STAFF_URL',
      { DOMAIN: 'agency.example', CLIENT_HOSTS: 'client.agency.example, staff.agency.example' },
      'staff.agency.example is client-facing',
    ],
  ])('given a contradiction, then %s is named', (name, given, words) => {
    expect(addressProblems(withAddresses(given))).toEqual([expect.stringMatching(`^${name}: .*${words}`)])
  })
})
