import { bindableFields } from '@agency/contract/form-fields'
import { expect, test } from 'vitest'
import { bindingsFor, suggestBinding } from './field-bindings'

test.each([
  ['First name', 'text', 'client_first_name'],
  ['Your name', 'text', 'client_name'],
  ['E-mail address', 'text', 'primary_email'],
  ['Telephone number', 'text', 'primary_phone'],
  ['Secondary phone', 'text', 'secondary_phone'],
  ['Social Security No', 'text', 'ssn'],
  ["Spouse's SSN", 'text', 'spouse_ssn'],
  ['Dependent 2 SSN', 'text', 'dep2_ssn'],
  ['Birthday', 'date', 'dob'],
  ['Date of birth (spouse)', 'date', 'spouse_dob'],
  ['Dependent 3 date of birth', 'date', 'dep3_dob'],
  ['Routing number', 'text', 'routing_number'],
] as const)('given the label %s of a %s, when it is typed, then %s is suggested', (label, kind, expected) => {
  expect(suggestBinding(label, kind)?.name).toBe(expected)
})

test.each([
  ['Date signed', 'date'],
  ['Anything else', 'text'],
  ['SSN', 'signature'],
  ['SSN', 'date'],
] as const)('given the label %s of a %s, when it is typed, then nothing is suggested', (label, kind) => {
  expect(suggestBinding(label, kind)).toBeNull()
})

test('given each kind, when it is bound, then dates bind to dates, texts to the rest, and other kinds to nothing', () => {
  const dates = bindableFields.filter(({ kind }) => kind === 'date').map(({ name }) => name)
  expect(bindingsFor('date').map(({ name }) => name)).toEqual(dates)
  expect(bindingsFor('text')).toHaveLength(bindableFields.length - dates.length + 1)
  for (const kind of ['signature', 'initials', 'checkbox'] as const) expect(bindingsFor(kind)).toEqual([])
})
