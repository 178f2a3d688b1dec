import { describe, expect, test } from 'vitest'
import { client } from '../../../testing/fixtures'
import { findPlaces, placesOf } from './find-matches'

const places = placesOf(
  client({
    ssn: '123-45-6789',
    business_ein: '12-3456789',
    mp_pass: 'secret words',
    primary_phone: '3055550187',
    address: '12 José Martí Street',
    dep2_name: 'Luis',
    notes: '<p>Prefers <strong>mornings</strong></p>',
  }),
  '2026-11-24',
)
const found = (query: string) => findPlaces(places, query).map(({ id }) => id)

describe('findPlaces', () => {
  test.each([
    ['  ', []],
    ['passport spouse', ['field-spouse-dl-pass-number']],
    ['spouse birth', ['field-spouse-dob']],
    ['dependent 2 name', ['field-dep2-name']],
    ['305-555', ['field-primary-phone']],
    ['3055550187', ['field-primary-phone']],
    ['jose marti', ['field-address']],
    ['MORNINGS', ['field-notes']],
    ['Luis', ['field-dep2-name']],
    ['logins', ['section-logins', 'field-medicare-gov', 'field-mp-username', 'field-mp-pass']],
  ])('given the query %s, when places are looked for, then %j', (query, ids) => {
    expect(found(query)).toEqual(ids)
  })

  test.each(['123-45', '12345', '12-3456789', 'secret'])(
    'given %s of an encrypted field, when places are looked for, then there is none',
    (query) => {
      expect(found(query)).toEqual([])
    },
  )

  test('given the visible part of a mask, when it is searched, then its field is found', () => {
    expect(found('6789')).toEqual(['field-ssn'])
  })
})
