import { expect, it } from 'vitest'
import { isNameOf } from './signer-name.ts'

it.each([
  ['José Pérez', 'Jose Perez'],
  ['jose perez', 'José Pérez'],
  ['Pérez, José', 'José Pérez'],
  ['José Luis Pérez', 'José Pérez'],
  ["Sean O'Neil", 'Sean O’Neil'],
  ['王秀英', '王秀英'],
  ['Ana', ''],
])('given %s typed for %s, when compared, then it is the name of the record', (typed, recordName) => {
  expect(isNameOf(typed, recordName)).toBe(true)
})

it.each([
  ['Ana Lima', 'José Pérez'],
  ['José', 'José Pérez'],
  ['José Peres', 'José Pérez'],
  ['王秀', '王秀英'],
  ['हिन्द', 'हिन्दी'],
])('given %s typed for %s, when compared, then it is another name', (typed, recordName) => {
  expect(isNameOf(typed, recordName)).toBe(false)
})
