import type { FormField } from '@agency/contract/form-fields'
import { expect, test } from 'vitest'
import { newField } from './field-kinds'
import { copiesOf } from './placed-fields'

const sizes = [
  { width: 600, height: 800 },
  { width: 300, height: 400 },
]
const field = (x: number, y: number, page = 0): FormField => ({
  ...newField('text'),
  page,
  x,
  y,
  width: 100,
  height: 20,
})
const placesOf = (fields: readonly FormField[]) => fields.map(({ page, x, y }) => [page, x, y])

test('[OF-11] given a field and its copy, when both are copied again, then no two are at the same place', () => {
  const both = [field(100, 100), field(112, 112)]
  const copies = copiesOf(both, both, sizes)
  expect(placesOf(copies)).toEqual([
    [0, 124, 124],
    [0, 136, 136],
  ])
  expect(new Set([...both, ...copies].map(({ id }) => id)).size).toBe(4)
})

test('[OF-11] given another page, when fields are copied there, then at the same place, or on the page', () => {
  expect(placesOf(copiesOf([field(100, 100), field(480, 100)], [], sizes, 1))).toEqual([
    [1, 100, 100],
    [1, 200, 100],
  ])
})
