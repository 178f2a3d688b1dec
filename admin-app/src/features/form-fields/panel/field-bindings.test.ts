import { bindableFields } from '@agency/contract/form-fields'
import { policyBindings } from '@agency/contract/policy-proposals'
import { expect, test } from 'vitest'
import { newField } from '../field-kinds'
import { bindingsFor, boundTo, suggestBinding } from './field-bindings'

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
  const datesOf = (fields: readonly { name: string; kind: string }[]) =>
    fields.filter(({ kind }) => kind === 'date').map(({ name }) => name)
  const dates = [...datesOf(bindableFields), ...datesOf(policyBindings)]
  expect(bindingsFor('date').map(({ name }) => name)).toEqual(dates)
  expect(bindingsFor('text')).toHaveLength(bindableFields.length + policyBindings.length - dates.length + 1)
  for (const kind of ['signature', 'initials', 'checkbox'] as const) expect(bindingsFor(kind)).toEqual([])
})

test.each([
  ['Policy Number:', 'text', 'policy_number'],
  ['Coverage effective date', 'date', 'policy_effective_date'],
  ['Premium', 'text', undefined],
  ['Effective date', 'date', undefined],
  ['Policy number', 'date', undefined],
] as const)(
  '[PY-13] given the label %s of a %s, when it is typed, then of policies %s is suggested',
  (label, kind, expected) => {
    const name = suggestBinding(label, kind)?.name
    expect(name?.startsWith('policy_') ? name : undefined).toBe(expected)
  },
)

test('[PY-13] given a first value, when the field is bound to a policy, then it stays; the record replaces it', () => {
  const field = { ...newField('text'), page: 0, x: 0, y: 0, width: 99, height: 20, preset: 'Florida Blue' }
  const bound = (name: string) => ({ ...field, ...boundTo(field, { name, card: '', label: 'Carrier' }) })
  expect(bound('policy_carrier')).toMatchObject({ binding: 'policy_carrier', preset: 'Florida Blue', label: 'Carrier' })
  expect(bound('occupation').preset).toBeUndefined()
})
