import { describe, expect, it } from 'vitest'
import { InvalidInput } from '../errors.ts'
import { firstValue, readAgencyValues } from './agency-values.ts'

const problemsOf = (sent: object) => {
  try {
    readAgencyValues(sent)
    return []
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    return error.details.map(({ field, message }) => `${field}: ${message}`)
  }
}

describe('what power admins type about the agency', () => {
  it.each([
    [{ name: '  Sun \t& Sons ' }, { name: 'Sun & Sons' }],
    [{ phone: ' +1 (305) 555-0147 ' }, { phone: '+1 (305) 555-0147' }],
    [{ website: 'www.sunrise.agency' }, { website: 'https://www.sunrise.agency/' }],
    [{ website: 'http://sunrise.agency:8080/a?b#c' }, { website: 'http://sunrise.agency:8080/a?b#c' }],
    [{ website: 'https://müller.agency' }, { website: 'https://xn--mller-kva.agency/' }],
    [{ color: '#8A1538' }, { color: '#8a1538' }],
    [
      { website: ' ', address: null, color: '' },
      { website: null, address: null, color: null },
    ],
    [
      { logo: null, sender_name: 'Sun & Sons' },
      { logo: null, sender_name: 'Sun & Sons' },
    ],
  ])('given %j, when it is read, then it is stored as %j', (sent, stored) => {
    expect(readAgencyValues(sent)).toEqual(stored)
  })

  it.each([
    [{ name: ' ' }, /^name: must not be empty/],
    [{ phone: null }, /^phone: must not be empty/],
    [{ name: 'your agency' }, /^name: is an example/],
    [{ phone: '+1 555 010 0100' }, /^phone: is an example/],
    [{ website: 'https://www.example.com/home' }, /^website: is an example/],
    [{ name: 'Sun\u0007' }, /^name: must be one line/],
    [{ phone: '555' }, /^phone: must be a phone number/],
    [{ phone: '1-800-SUNRISE' }, /^phone: must be a phone number/],
    [{ website: 'javascript:alert(1)' }, /^website: must be the address/],
    [{ website: 'ftp://sunrise.agency' }, /^website: must be the address/],
    [{ website: 'https://me:secret@sunrise.agency' }, /^website: must be the address/],
    [{ website: 'our site' }, /^website: must be the address/],
    [{ website: '//sunrise' }, /^website: must be the address/],
    [{ color: 'teal' }, /^color: must be #/],
    [{ color: '#ffd000' }, /^color: can't be read: white text .* is the nearest/],
    [{ sender_address: 'a@b.example, c@d.example' }, /^sender_address: must be one email address/],
    [{ sender_name: 'Sun <x>' }, /^sender_name: must be a name/],
  ])('given %j, when it is read, then it says what is wrong', (sent, problem) => {
    expect(problemsOf(sent)).toEqual([expect.stringMatching(problem)])
  })

  it('given several that are wrong, then each is named', () => {
    expect(problemsOf({ name: '', phone: 'x', color: 'x' })).toHaveLength(3)
  })
})

it('given examples in the environment, when they are read, then they count as not set', () => {
  expect(firstValue('name', 'Your Agency')).toBeNull()
  expect(firstValue('phone', '(555) 010-0100')).toBeNull()
  expect(firstValue('website', 'https://www.example.com')).toBeNull()
  expect(firstValue('name', undefined)).toBeNull()
  expect(firstValue('phone', '(555) 010-0111')).toBe('(555) 010-0111')
})
