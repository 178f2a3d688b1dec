import { expect, test } from 'vitest'
import { isTechnicalName } from './technical-name.ts'

const technical = [
  'dob',
  'txtCity_2',
  'Text12',
  'FirstName',
  'form1[0].city',
  'f1_02',
  'f1 02',
  'chk0',
  'Check Box3',
  'undefined 2',
]
const words = ['Date of birth', 'Signature', 'Ciudad', 'Name 2', 'Do you smoke? – Yes', 'Policy no.']

test('given names of fields, when they are judged, then those of programs are told from words', () => {
  expect([...technical, ...words].filter(isTechnicalName)).toEqual(technical)
})
