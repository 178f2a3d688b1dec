import type { ClientRecord } from '@agency/contract/clients'
import { describe, expect, it } from 'vitest'
import { emptyValues } from '../record/client-storage.ts'
import { changedFields, fitted } from './row-changes.ts'

const at: Pick<ClientRecord, 'id' | 'owner_id' | 'team_id' | 'archived_at' | 'version' | 'created_at' | 'updated_at'> =
  {
    id: '',
    owner_id: null,
    team_id: null,
    archived_at: null,
    version: 1,
    created_at: '',
    updated_at: '',
  }

describe('an address of a row', () => {
  it.each([
    ['FL', false],
    ['Miami, FL 33101', false],
    ['33101-1234', false],
    ['12345 Main St\nMiami, FL 33101', true],
    ['PO Box 7', true],
    ['1 MAIN ST', false],
    ['1 Main St Apt 4', true],
    ['1 Main', false],
    ['2 Main St', true],
  ])('[BK-04] given 1 Main St on the record, when the row has %s, then it is replaced: %s', (address, isReplaced) => {
    const stored = { ...emptyValues(), ...at, address: '1 Main St' }
    expect(changedFields({ address }, stored, { fillOnly: false, isTwice: false })).toEqual(
      isReplaced ? ['address'] : [],
    )
    const empty = { ...emptyValues(), ...at }
    expect(changedFields({ address }, empty, { fillOnly: false, isTwice: false })).toEqual(['address'])
  })
})

it('given the same address in one line with its country, when a row has it, then it stays', () => {
  const stored = { ...emptyValues(), ...at, address: '1421 Oak St\nMiami, FL 33024' }
  const address = '1421 Oak St  Miami  FL  33024  US'
  expect(changedFields({ address }, stored, { fillOnly: false, isTwice: false })).toEqual([])
})

it('given a company by the address of a person, when its row is of that client, then the last name stays', () => {
  const stored = { ...emptyValues(), ...at, client_first_name: 'Bo', client_last_name: 'Lee' }
  const row = { client_last_name: 'Lee Bakery LLC', business_name: 'Lee Bakery LLC' }
  expect(fitted(row, stored, { fillOnly: false, isTwice: false })).toEqual({ business_name: 'Lee Bakery LLC' })
})

describe('a row of a known client', () => {
  const record = {
    primary_phone: '305-555-0100',
    secondary_phone: null,
    notes: '<p>Has a dog</p>',
    dep1_name: 'Cy Lee',
  }
  const again = { isTwice: true, fillOnly: true }
  const other = { isTwice: false, fillOnly: false }

  it.each([
    ['a further row has another number', '305-555-0199', null, again, { secondary_phone: '305-555-0199' }],
    [
      'a further row has a third number',
      '305-555-0199',
      '786-555-0100',
      again,
      { notes: '<p>Has a dog</p><p>Primary Phone: 305-555-0199</p>' },
    ],
    ['the number is the second one', '(786) 555-0100', '786-555-0100', other, {}],
    ['the number is another one', '305-555-0199', null, other, { primary_phone: '305-555-0199' }],
    ['the number is the second one without its extension', '7865550100', '786-555-0100 x7', other, {}],
  ])(
    '[BK-04] given %s, when fitted, then no number of the record is lost',
    (_what, primary_phone, second, how, fit) => {
      expect(fitted({ primary_phone }, { ...record, secondary_phone: second }, how)).toEqual(fit)
    },
  )

  it.each([
    ['123 Main St Apt 4', '4 Main St', true],
    ['12 Main St Apt 2', '12 Main St Apt 12', true],
    ['100 N 5 St Apt 12', '12 N 5 St', true],
    ['22 Lake View Dr', '22 Lake Dr', true],
    ['100 N Lake View Dr', '100 N Lake Dr', true],
    ['100 Old Main St', '100 Main St', true],
    ['12 Main St Unit B2, Miami, FL 33101', '12 Main St, Miami 33101', false],
    ['12 Main St # 4\nMiami, FL 33101', '12 Main St', false],
    ['12 Main St Apt 4, Miami, FL 33101', '12 MAIN ST, MIAMI, FL 33101', false],
    ['9236 East Harbor Court, Suite 4', '9236 E HARBOR CT STE 4', false],
    ['9236 East Harbor Court', '9236 W HARBOR CT', true],
    ['9236 Harbor Court Apt 4B\nMiami', '9236 HARBOR CT #4B\nMIAMI', false],
    ['9236 Harbor Court Apt 4', '9236 HARBOR CT #5', true],
  ])('[BK-04] given the address %s, when the row has %s, then it is replaced: %s', (address, other, isReplaced) => {
    const changed = changedFields({ address: other }, { address }, { fillOnly: false, isTwice: false })
    expect(changed).toEqual(isReplaced ? ['address'] : [])
  })

  it('[BK-04] given notes with a remark of the name, when fitted, then they are added to those of a known client, once', () => {
    const how = { ...other, hasRemark: true }
    const added = fitted({ notes: '<p>Last Name: moved</p>' }, record, how)
    expect(changedFields(added, record, how)).toEqual(['notes'])
    expect(added).toEqual({ notes: '<p>Has a dog</p><p>Last Name: moved</p>' })
    const besides = fitted({ notes: '<p>Called in May</p><p>Last Name: VIP</p>' }, { ...record, ...added }, how)
    expect(besides).toEqual({ notes: '<p>Has a dog</p><p>Last Name: moved</p><p>Last Name: VIP</p>' })
    expect(changedFields(fitted(added, { ...record, ...added }, how), { ...record, ...added }, how)).toEqual([])
  })

  it('[BK-04] given a name that is short for that of the record, when compared, then the record keeps its own', () => {
    const names = { client_first_name: 'ROBERT', client_last_name: 'NEW' }
    const stored = { client_first_name: 'Bob', client_last_name: 'Old' }
    expect(changedFields(names, stored, other)).toEqual(['client_last_name'])
  })

  it('[BK-04] given a first name of two words that was parted, when fitted, then the record keeps its names', () => {
    const stored = { client_first_name: 'Mary Ann', client_last_name: 'Lee' }
    expect(fitted({ client_first_name: 'Mary', client_last_name: 'Ann' }, stored, other)).toEqual({})
  })

  it('[BK-04] given the names of the record in the other order, when fitted, then they stay', () => {
    const names = { client_first_name: 'Kirby', client_last_name: 'Marvin' }
    const stored = { client_first_name: 'Marvin', client_last_name: 'KIRBY' }
    expect(fitted(names, stored, other)).toEqual({})
    expect(fitted(names, { ...stored, client_last_name: 'Lee' }, other)).toEqual(names)
  })

  it('[BK-04] given a further row with other notes, when fitted, then they are added, once', () => {
    const notes = '<p>Likes boats</p>'
    const added = fitted({ notes }, record, again)
    expect(added).toEqual({ notes: '<p>Has a dog</p><p>Likes boats</p>' })
    expect(changedFields(added, record, again)).toEqual(['notes'])
    expect(changedFields(fitted({ notes }, { ...record, ...added }, again), { ...record, ...added }, again)).toEqual([])
    expect(changedFields(fitted({ notes }, record, other), record, other)).toEqual([])
  })

  it('[BK-41] given a relative in the place of another one, when only empty fields are filled, then nothing of them goes there', () => {
    const bo = { dep1_name: 'Bo Lee', dep1_dob: '2014-01-02', dep1_ssn: '123-45-6701' }
    expect(fitted(bo, record, again)).toEqual({ dep1_name: 'Bo Lee' })
    expect(fitted(bo, { ...record, dep1_name: 'BO LEE' }, again)).toEqual(bo)
  })
})
